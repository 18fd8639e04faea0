/* The language switcher keeps the place on the page: anchors are the same in every language.
   Done just before the link is used, since the address changes while the reader scrolls. */
for (const event of ["focusin", "pointerdown", "click"]) {
  document.addEventListener(event, ({ target }) => {
    const link = target.closest?.("a.md-select__link[hreflang]");
    if (link) link.hash = location.hash;
  }, true);
}
