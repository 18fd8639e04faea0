/* The steps a reader ticks off. Ticks stay in this browser, under the lesson's name, so all languages share them. */
const PREFIX = "physai.steps.";
const load = (lesson) => {
  try { return JSON.parse(localStorage.getItem(PREFIX + lesson)) ?? []; } catch { return []; }
};
const save = (lesson, ticked) => {
  try { localStorage.setItem(PREFIX + lesson, JSON.stringify(ticked)); } catch { /* storage is switched off */ }
};
for (const steps of document.querySelectorAll(".steps")) {
  const { lesson, progress } = steps.dataset;
  const boxes = [...steps.querySelectorAll("input[type=checkbox]")];
  const status = steps.querySelector("[role=status]");
  const show = () => {
    const done = boxes.filter((box) => box.checked).length;
    status.textContent = progress.replace("{done}", done).replace("{total}", boxes.length);
  };
  const read = () => {
    const ticked = load(lesson);
    for (const box of boxes) box.checked = ticked.includes(box.value);
    show();
  };
  steps.addEventListener("change", () => {
    save(lesson, boxes.filter((box) => box.checked).map((box) => box.value));
    show();
  });
  addEventListener("storage", ({ key }) => key === PREFIX + lesson && read()); // ticked in another tab
  read();
}
