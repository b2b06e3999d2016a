
"use strict";
(() => {
const data = JSON.parse(document.getElementById("data").textContent);
const at = (id) => document.getElementById(id);
const text = (number) => (number < 0 ? "" : data.texts[number]);
const PAGE = 50, CAUSES = 12, ROWS = 300;
const WORDS = { stale: "stale", changed: "changed", ok: "fresh", empty: "citing nothing" };
const UNSEEN = "not looked at yet";
const RANK = ["stale", "changed", "ok", "empty"];
const dates = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const numbers = new Intl.NumberFormat(undefined);

// Texts become text nodes, never markup.
function make(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key === "class") element.className = value; else element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}
const code = (words) => make("code", {}, words);
const day = (iso) => { const found = new Date(iso); return isNaN(found) ? iso : dates.format(found); };
const count = (number, noun) => `${numbers.format(number)} ${noun}${number === 1 ? "" : "s"}`;
const badge = (tone, words) => make("span", { class: `badge ${tone}` }, words);

const notes = data.notes.map((row, index) => ({
  index, path: text(row[0]), status: data.statuses[row[1]], source: text(row[2]), genre: text(row[3]),
  citations: row[4], wrong: row[5], cited: [], told: [],
}));
data.citations.forEach((row) => notes[row[0]].cited.push(row));
data.history.forEach((row) => notes[row[1]].told.push(row));
const ordered = [...notes].sort((a, b) =>
  RANK.indexOf(a.status) - RANK.indexOf(b.status) || b.wrong - a.wrong || (a.path < b.path ? -1 : 1));
const tallies = Object.fromEntries(RANK.map((name) => [name, notes.filter((note) => note.status === name).length]));

const view = { status: null, words: "", page: 0, chosen: -1 };

// Now

function tiles() {
  at("about").append(code(data.root), ` · ${count(notes.length, "note")}, ${count(notes.reduce((n, note) => n + note.citations, 0), "citation")}`);
  at("made").textContent = `Written by mementod ${data.version} on ${day(data.made)}. `
    + "It holds all it shows and asks nobody for more; `mementod page` writes it anew.";
  for (const name of RANK) {
    const tile = make("button", { type: "button", class: `tile ${name}`, "aria-pressed": "false" },
      make("b", {}, numbers.format(tallies[name])), WORDS[name]);
    tile.addEventListener("click", () => {
      view.status = view.status === name ? null : name;
      view.page = 0;
      for (const other of at("tiles").children) other.setAttribute("aria-pressed", String(other === tile && view.status === name));
      list();
    });
    at("tiles").append(tile);
  }
  const left = data.left_out;
  const said = [...data.problems];
  if (left.citations) said.push(`Too much for one page: ${count(left.citations, "citation")}, first of all those that hold, are left out; \`mementod check\` has all.`);
  if (left.transitions) said.push(`${count(left.transitions, "older change")} of verdicts left out of the histories.`);
  said.forEach((line) => at("problems").append(make("li", {}, line)));
}

// Over time

function time() {
  const figure = at("time"), points = data.timeline;
  if (!points.length) {
    figure.append(make("p", { class: "faint" }, "No change of a verdict is remembered yet. The daemon remembers them from its first day on."));
    return;
  }
  const column = (name) => 1 + data.statuses.indexOf(name);
  const looked = (point) => point.length > 1;
  const wrong = (point) => point[column("stale")] + point[column("changed")];
  const most = Math.max(1, ...points.filter(looked).map(wrong));
  const bars = make("div", { class: "bars", "aria-hidden": "true" });
  for (const point of points) {
    const bar = make("div", { class: looked(point) ? "bar" : "bar unseen" });
    for (const name of looked(point) ? ["changed", "stale"] : []) {
      const part = make("i", { class: name });
      part.style.height = `${(100 * point[column(name)]) / most}%`;
      bar.append(part);
    }
    bars.append(bar);
  }
  bars.append(make("span", { class: "most" }, `${numbers.format(most)} of ${count(notes.length, "note")}`));
  const counted = (point) => RANK.map((name) => `${numbers.format(point[column(name)])} ${WORDS[name]}`).join(", ");
  const words = (point) => `${day(point[0])}: ${looked(point) ? counted(point) : UNSEEN}`;
  const scrub = make("input", { type: "range", id: "moment", min: "0", max: String(points.length - 1), value: String(points.length - 1) });
  const said = make("output", { for: "moment" });
  const show = (number) => {
    scrub.value = String(number);
    scrub.setAttribute("aria-valuetext", words(points[number]));
    said.textContent = words(points[number]);
    [...bars.querySelectorAll(".bar")].forEach((bar, index) => bar.classList.toggle("at", index === number));
  };
  scrub.addEventListener("input", () => show(Number(scrub.value)));
  bars.addEventListener("pointermove", (event) => {
    const box = bars.getBoundingClientRect();
    show(Math.min(points.length - 1, Math.max(0, Math.floor(((event.clientX - box.left) / box.width) * points.length))));
  });
  const legend = make("figcaption", {}, make("span", { class: "key stale" }), "stale ", make("span", { class: "key changed" }), "changed");
  if (!looked(points[0])) legend.append(make("span", { class: "key unseen" }), UNSEEN);
  const rows = points.filter((point, index) => !index || point.slice(1).join() !== points[index - 1].slice(1).join());
  const table = make("table", {}, make("thead", {}, make("tr", {}, head("From"), ...RANK.map((name) => head(WORDS[name], "number")))),
    make("tbody", {}, ...rows.map((point) => make("tr", {}, make("td", {}, day(point[0])), ...(looked(point)
      ? RANK.map((name) => make("td", { class: "number" }, numbers.format(point[column(name)])))
      : [make("td", { colspan: String(RANK.length), class: "faint" }, UNSEEN)])))));
  figure.append(legend, bars, make("div", { class: "ends" }, make("span", {}, day(points[0][0])), make("span", {}, "now")),
    make("div", { class: "scrub" }, make("label", { for: "moment", class: "hidden" }, "Moment"), scrub, said),
    make("details", {}, make("summary", {}, "As a table"), table));
  show(points.length - 1);
}

const head = (words, tone) => make("th", tone ? { scope: "col", class: tone } : { scope: "col" }, words);

// What broke them

function causes() {
  const place = at("causes");
  if (!data.causes.length) {
    place.append(make("p", { class: "faint" }, "Nothing: every note says what is so, as far as it can be judged."));
    return;
  }
  const draw = (rows) => rows.forEach((row) => place.append(cause(row)));
  draw(data.causes.slice(0, CAUSES));
  if (data.causes.length > CAUSES) {
    const more = make("button", { type: "button", class: "plain" }, `Show all ${numbers.format(data.causes.length)}`);
    more.addEventListener("click", () => { more.remove(); draw(data.causes.slice(CAUSES)); place.children[CAUSES].querySelector("summary").focus(); });
    place.append(more);
  }
}

function cause([title, verdict, level, size, spread, items]) {
  const box = make("details", { class: "cause" }, make("summary", {}, badge(data.levels[level], data.verdicts[verdict]),
    make("span", { class: "what" }, text(title)), make("span", { class: "size" }, `${count(size, "citation")} in ${count(spread, "note")}`)));
  box.addEventListener("toggle", () => {
    if (!box.open || box.querySelector("table")) return;
    const rows = items.map((number) => data.citations[number]);
    const same = rows.every((row) => row[6] === rows[0][6]); // then the title says it
    box.append(make("table", {}, make("thead", {}, make("tr", {}, head("Note"), head("Line", "number"), head("Cites"))),
      make("tbody", {}, ...rows.map((row) => make("tr", {}, make("td", {}, link(notes[row[0]])), make("td", { class: "number" }, String(row[1])), citation(row, same))))));
    if (size > rows.length) box.append(make("p", { class: "faint box" }, `${count(size - rows.length, "more citation")}; \`mementod check -v\` has all.`));
  });
  return box;
}

const link = (note) => make("a", { href: `#n${note.index}` }, code(note.path));

// What a note says, and where that points today.
function citation([, , cites, , , points, why], quiet) {
  const cell = make("td", {}, code(text(cites)));
  if (points >= 0 && text(points) !== text(cites)) cell.append(make("span", { class: "arrow" }, "→"), make("span", { class: "hidden" }, "now "), code(text(points)));
  if (why >= 0 && !quiet) cell.append(make("span", { class: "why" }, text(why)));
  return cell;
}

// Notes

let hay = null;
function matching() {
  const wanted = view.words.toLowerCase();
  if (wanted && !hay) hay = notes.map((note) => [note.path, ...note.cited.map((row) => text(row[2]))].join("\n").toLowerCase());
  return ordered.filter((note) => (!view.status || note.status === view.status) && (!wanted || hay[note.index].includes(wanted)));
}

function list() {
  const found = matching(), pages = Math.max(1, Math.ceil(found.length / PAGE));
  view.page = Math.min(view.page, pages - 1);
  const shown = found.slice(view.page * PAGE, (view.page + 1) * PAGE);
  at("found").textContent = found.length === notes.length ? count(notes.length, "note") : `${numbers.format(found.length)} of ${count(notes.length, "note")}`;
  at("table").querySelector("tbody").replaceChildren(...shown.map((note) => make("tr", { "data-note": note.index, "aria-current": String(note.index === view.chosen) },
    make("td", { class: "state" }, badge(note.status, WORDS[note.status])), make("td", {}, link(note)),
    make("td", { class: "number" }, note.citations ? `${numbers.format(note.wrong)} of ${numbers.format(note.citations)}` : "–"))));
  at("pages").replaceChildren(...(pages > 1 ? turner(pages) : []));
}

function turner(pages) {
  const step = (words, by) => {
    const button = make("button", { type: "button", class: "plain" }, words);
    button.disabled = view.page + by < 0 || view.page + by >= pages;
    button.addEventListener("click", () => {
      view.page += by;
      list();
      const again = [...at("pages").querySelectorAll("button")].find((other) => other.textContent === words);
      (again.disabled ? at("search") : again).focus();
    });
    return button;
  };
  return [step("Previous", -1), make("span", {}, `Page ${view.page + 1} of ${numbers.format(pages)}`), step("Next", 1)];
}

function show(note, focus) {
  view.chosen = note ? note.index : -1;
  for (const row of at("table").querySelectorAll("tbody tr")) row.setAttribute("aria-current", String(Number(row.dataset.note) === view.chosen));
  const place = at("note");
  if (!note) {
    place.replaceChildren(make("h2", { id: "note-title" }, "One note"), make("p", { class: "faint" }, "Choose a note to see what it cites, where that points today, and its history."));
    return;
  }
  place.replaceChildren(make("h2", { id: "note-title" }, code(note.path)),
    make("p", {}, badge(note.status, WORDS[note.status]), ` ${note.source}, ${note.genre}`), ...cited(note), ...told(note));
  place.scrollTop = 0;
  if (focus) { place.focus({ preventScroll: true }); place.scrollIntoView({ block: place.getBoundingClientRect().top > innerHeight / 2 ? "start" : "nearest" }); }
}

function cited(note) {
  const rows = [...note.cited].sort((a, b) => a[4] - b[4] || a[1] - b[1]);
  const title = make("h3", {}, note.citations ? `Cites ${numbers.format(note.citations)}, of which ${numbers.format(note.wrong)} wrong` : "Cites nothing that can be judged");
  if (!rows.length) return [title];
  const body = make("tbody");
  const draw = (some) => body.append(...some.map((row) => make("tr", {}, make("td", { class: "number" }, String(row[1])), citation(row),
    make("td", { class: "state" }, badge(row[3] === data.verdicts.indexOf("ok") ? "ok" : data.levels[row[4]], data.verdicts[row[3]])))));
  draw(rows.slice(0, ROWS));
  const table = make("table", {}, make("thead", {}, make("tr", {}, head("Line", "number"), head("Cites, and where it points"), head("State"))), body);
  if (rows.length <= ROWS) return [title, table];
  const more = make("button", { type: "button", class: "plain" }, `Show all ${numbers.format(rows.length)}`);
  more.addEventListener("click", () => { more.remove(); draw(rows.slice(ROWS)); });
  return [title, table, more];
}

function told(note) {
  const title = make("h3", {}, "History");
  if (!note.told.length) return [title, make("p", { class: "faint" }, "Nothing was told of it yet.")];
  const name = (verdict) => (verdict < 0 ? "not cited" : data.verdicts[verdict]);
  const items = [...note.told].reverse().slice(0, ROWS).map(([when, , line, cites, before, after, level, target, why]) => {
    const item = make("li", {}, make("time", { datetime: text(when) }, day(text(when))), code(text(cites)), ` in line ${line}: ${name(before)} `,
      make("span", { class: "arrow" }, "→"), badge(after === data.verdicts.indexOf("ok") ? "ok" : after < 0 ? "none" : data.levels[level], name(after)));
    if (target >= 0) item.append(" ", code(text(target)));
    if (why >= 0) item.append(make("span", { class: "why faint" }, ` ${text(why)}`));
    return item;
  });
  return [title, make("ol", { class: "history" }, ...items)];
}

function follow(focus) {
  const found = /^#n(\d+)$/.exec(location.hash);
  show(found && notes[Number(found[1])] ? notes[Number(found[1])] : null, focus && Boolean(found));
}

tiles();
time();
causes();
list();
at("search").addEventListener("input", (event) => { view.words = event.target.value; view.page = 0; list(); });
window.addEventListener("hashchange", () => follow(true));
follow(false);
if (view.chosen < 0 && ordered.length && ordered[0].wrong) show(ordered[0], false);
document.documentElement.dataset.ready = "true";
})();
