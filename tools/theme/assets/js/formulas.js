/* Draw every formula that pymdownx.arithmatex marked; its TeX source stays in data-tex. */
for (const formula of document.querySelectorAll(".arithmatex")) {
  const source = formula.textContent.trim();
  formula.dataset.tex = source.slice(2, -2);
  katex.render(formula.dataset.tex, formula, { displayMode: source.startsWith("\\["), throwOnError: false });
}
