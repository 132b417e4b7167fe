// A question about odds where there is no network: answered from what this device has taken along.

const form = document.querySelector("form.asks-odds");
const place = new URL(form.action).pathname;
const keys = (form.dataset.along ?? "").split(" ").filter(Boolean);
const sent = (one) => new URLSearchParams(new FormData(one));

function element(name, text = "", kind = "") {
  return Object.assign(document.createElement(name), { textContent: text, className: kind });
}

function drawn({ head, chart, bars, certainty }) {
  const heads = element("dl", "", "heads figures");
  for (const [name, text] of head) {
    const one = element("div");
    one.append(element("dt", name), element("dd", text, "answer-number"));
    heads.append(one);
  }
  const panel = element("div", "", "panel stack"), listed = element("ul", "", `bar-list${bars.length ? "" : " none"}`);
  const top = Math.max(...bars.map(([, share]) => share));
  for (const [name, share, text] of bars) {
    const row = element("li");
    row.append(element("span", name), bar(top ? share / top : 0), element("strong", text));
    listed.append(row);
  }
  if (bars.length) panel.append(element("h2", chart), listed);
  panel.append(element("p", `These numbers are ${certainty}, and were taken along: there is no network.`, "faint small"));
  return [heads, panel];
}

function bar(share) {
  const svg = (name, given) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(given)) made.setAttribute(key, value);
    return made;
  };
  const whole = svg("svg", { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" });
  whole.append(svg("rect", { width: 100 * share, height: 10 }));
  return whole;
}

// Whether all but what varies is as it was when answers were taken along.
async function asUsual() {
  const page = await (await fetch(place)).text();
  const usual = sent(new DOMParser().parseFromString(page, "text/html").querySelector("form.asks-odds"));
  const now = sent(form);
  for (const each of keys) for (const one of [usual, now]) one.delete(each);
  usual.sort();
  now.sort();
  return usual.toString() === now.toString();
}

async function takenAlong() {
  const [first, ...others] = keys.map((each) => sent(form).get(each)?.trim() ?? "");
  if (!keys.length || !(await asUsual())) return null;
  const row = await fetch(`${place}/along?${new URLSearchParams({ of: first })}`);
  return row.ok ? (await row.json())[others.join(" ")] : null;
}

async function answer() {
  const found = await takenAlong().catch(() => null);
  const box = element("div", "", "notice figures");
  box.setAttribute("role", "status");
  const has = keys.length ? `It has the usual values of ${keys.map(labelOf).join(", ")} with all else as it was, and what was asked here before.` : "It has what was asked here before.";
  box.append(element("p", `There is no network, and this device has not taken that along. ${has}`));
  document.getElementById("answer").replaceChildren(...(found ? drawn(found) : [box]));
}

const labelOf = (key) => form.querySelector(`label[for$="${key}"]`)?.textContent.trim() || key;

// What the address asked for, where the page that is there is another question's.
function fillIn(asked) {
  for (const [key, value] of asked) {
    const there = form.elements[key];
    if (there?.type === "checkbox") there.checked = true;
    else if (there) there.value = value;
  }
  form.dispatchEvent(new Event("submit", { cancelable: true }));
}

form.addEventListener("htmx:sendError", answer);
document.addEventListener("htmx:beforeSwap", (event) => {
  if (!event.detail.xhr.getResponseHeader("agonist-kept")) return;
  event.detail.shouldSwap = false;
  answer();
});
if (location.hash.includes("=")) addEventListener("load", () => fillIn(new URLSearchParams(location.hash.slice(1))));
