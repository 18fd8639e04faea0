/* Draw every formula that pymdownx.arithmatex marked; its TeX source stays in data-tex. */
for (const formula of document.querySelectorAll(".arithmatex")) {
  const source = formula.textContent.trim(), head = formula.closest("th");
  const alone = head && head.textContent.trim() === source; // the name of a column: it must be there as text too
  formula.dataset.tex = source.slice(2, -2);
  const options = { displayMode: source.startsWith("\\["), throwOnError: false, output: alone ? "html" : "htmlAndMathml" };
  katex.render(formula.dataset.tex, formula, options);
  if (alone) {
    const heard = document.createElement("span");
    heard.className = "heard";
    heard.textContent = formula.textContent;
    formula.append(heard);
  }
}
