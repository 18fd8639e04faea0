/* Where a figure comes from: a card for every <data class="v">, and for every sentence that rests on a claim.
   One tab stop per paragraph, table or list entry, arrow keys inside it. Words come from data-* of #cards. */

const config = document.getElementById("cards");
const GROUPS = "table, p, li, dd, dt, figcaption, legend, label, h2, h3, h4";
let details; // values, runs and claims of the lesson, fetched when a reader first asks
let card, owner;

const element = (tag, text, attributes = {}) => {
  const found = document.createElement(tag);
  if (text !== undefined) found.textContent = text;
  for (const [name, value] of Object.entries(attributes)) found.setAttribute(name, value);
  return found;
};

const load = () => (details ??= fetch(config.dataset.values).then((answer) => {
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.json();
}).catch(() => { details = undefined; }));

const rows = (list) => {
  const found = element("dl");
  for (const [term, value] of list.filter((row) => row[1] !== undefined && row[1] !== "")) {
    found.append(element("dt", term));
    const detail = element("dd");
    detail.append(value);
    found.append(detail);
  }
  return found;
};

const link = (href, text) => element("a", text, { href });

function ofValue(all, figure) {
  const words = config.dataset, of = figure.dataset.of, value = all.values[of], run = all.runs[of.split(":")[0]];
  const parts = [];
  if (value.what) parts.push(element("p", value.what, { class: "card-what" }));
  parts.push(rows([
    [words.full, value.full],
    [words.kind, value.kind],
    [words.ulp, value.ulp],
    [words.shift, value.shift],
    [words.function, link(value.href, value.function)],
    [words.parameters, [...value.parameters, ...run.parameters].join(", ")],
    [words.versions, run.versions.join(", ")],
    [words.date, run.date],
  ]), element("code", of, { class: "card-of" }));
  return parts;
}

function ofClaims(all, sentence) {
  const words = config.dataset, parts = [];
  for (const name of sentence.dataset.claims.split(" ")) {
    const claim = all.claims[name];
    const figures = element("dl", undefined, { class: "card-figures" });
    for (const of of claim.figures) {
      const term = element("dt");
      term.append(element("code", of.slice(of.indexOf(":") + 1)), element("span", all.values[of].what ?? ""));
      figures.append(term, element("dd", all.values[of].full));
    }
    const code = element("pre");
    code.append(element("code", claim.check));
    code.tabIndex = 0; // it may be wider than the card
    parts.push(code, element("p", claim.holds ? words.holds : words.fails), figures, link(claim.href, name));
  }
  return parts;
}

function close(back) {
  if (!card) return;
  card.remove();
  owner.setAttribute("aria-expanded", "false");
  if (back) owner.focus();
  card = owner = undefined;
}

async function open(of, make, title, take) {
  close();
  owner = of;
  const all = await load();
  if (owner !== of) return; // another was asked for meanwhile
  card = element("div", undefined, { class: "card", role: "dialog", "aria-label": title, tabindex: "-1" });
  const shut = element("button", "×", { type: "button", class: "card-close", "aria-label": config.dataset.close });
  shut.addEventListener("click", () => close(true));
  card.append(shut, ...(all ? make(all) : [element("p", config.dataset.failed)]));
  document.body.append(card);
  const box = of.getBoundingClientRect(), width = card.offsetWidth, room = document.documentElement.clientWidth;
  card.style.left = `${Math.max(8, Math.min(box.left, room - width - 8)) + scrollX}px`;
  const below = box.bottom + card.offsetHeight + 8 < innerHeight || box.top < card.offsetHeight + 60;
  card.style.top = `${(below ? box.bottom + 6 : box.top - card.offsetHeight - 6) + scrollY}px`;
  of.setAttribute("aria-expanded", "true");
  if (take) card.focus();
}

const show = (figure, take) => open(figure, (all) => ofValue(all, figure), figure.textContent, take);

function rove(group) {
  const figures = [...group.querySelectorAll("data.v")];
  const stop = (figure) => {
    for (const other of figures) {
      other.removeAttribute("role");
      other.removeAttribute("aria-haspopup");
      other.removeAttribute("aria-expanded");
      other.tabIndex = -1;
    }
    figure.tabIndex = 0;
    figure.setAttribute("role", "button");
    figure.setAttribute("aria-haspopup", "dialog");
    figure.setAttribute("aria-expanded", "false");
  };
  stop(figures[0]);
  for (const [at, figure] of figures.entries()) {
    let wait;
    figure.removeAttribute("title"); // the card says more
    figure.addEventListener("focus", () => stop(figure));
    figure.addEventListener("click", (event) => { event.preventDefault(); stop(figure); show(figure, true); });
    figure.addEventListener("pointerenter", (event) => {
      if (event.pointerType === "mouse") wait = setTimeout(() => { if (!card) show(figure, false); }, 600);
    });
    figure.addEventListener("pointerleave", () => {
      clearTimeout(wait);
      setTimeout(() => { if (owner === figure && !card?.matches(":hover, :focus-within")) close(false); }, 400);
    });
    figure.addEventListener("keydown", (event) => {
      const last = figures.length - 1;
      const to = {
        ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: last,
      }[event.key];
      if (to !== undefined) {
        event.preventDefault();
        figures.at(to > last ? 0 : to).focus();
      } else if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        show(figure, true);
      }
    });
  }
}

if (config) {
  const groups = new Set([...document.querySelectorAll("article data.v")].map((v) => v.closest(GROUPS) ?? v.parentElement));
  for (const group of groups) rove(group);
  for (const sentence of document.querySelectorAll("article [data-claims]")) {
    if (sentence.closest("label")) continue; // a button inside a label would pick the answer
    const mark = element("button", "✓", {
      type: "button", class: "claim", "aria-label": config.dataset.claim, "aria-haspopup": "dialog", "aria-expanded": "false",
    });
    mark.addEventListener("click", () => open(mark, (all) => ofClaims(all, sentence), config.dataset.claim, true));
    const heading = sentence.closest("h2, h3, h4"), last = [...sentence.querySelectorAll(":scope > :is(p, ul, ol)")].at(-1);
    if (heading) heading.after(mark); // no part of the heading's name
    else (last?.querySelector(":scope > li:last-child") ?? last ?? sentence).append(mark);
  }
  addEventListener("keydown", (event) => { if (event.key === "Escape") close(true); });
  addEventListener("pointerdown", (event) => { if (card && !card.contains(event.target) && event.target !== owner) close(false); });
}
