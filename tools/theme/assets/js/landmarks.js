/* The theme calls the buttons of every code block a navigation; as landmarks they would bury the page's real ones. */
const quiet = () => {
  for (const buttons of document.querySelectorAll("nav.md-code__nav:not([role])")) buttons.setAttribute("role", "none");
};
new MutationObserver(quiet).observe(document.querySelector("article") ?? document.body, { childList: true, subtree: true });
quiet();
