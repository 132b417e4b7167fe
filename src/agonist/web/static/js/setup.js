// Checks a set-up while it is typed and says beside each field what would be right. Nothing typed is ever replaced.

const form = document.querySelector("form[data-check]");
let timer = 0;
let running = null;

function clear() {
  for (const each of form.querySelectorAll(".wrong")) each.classList.remove("wrong");
  for (const each of form.querySelectorAll(".refusal")) each.textContent = "";
  for (const each of form.querySelectorAll("[aria-invalid]")) each.removeAttribute("aria-invalid");
}

function show(problem) {
  const place = [...form.querySelectorAll("[data-place]")].filter((each) => problem.place === each.dataset.place || problem.place.startsWith(`${each.dataset.place}.`)).at(-1);
  const box = place || form.querySelector(".problems");
  const line = box.querySelector(":scope > .refusal") || box.querySelector(".refusal");
  box.classList.add("wrong");
  line.textContent = problem.text;
  box.querySelector("input, select, textarea")?.setAttribute("aria-invalid", "true");
  for (let up = box.parentElement?.closest("details"); up; up = up.parentElement?.closest("details")) if (!up.open) up.classList.add("wrong");
}

async function check() {
  running?.abort();
  running = new AbortController();
  try {
    const answer = await fetch(form.dataset.check, { method: "POST", body: new FormData(form), signal: running.signal, headers: { accept: "application/json" } });
    if (!answer.ok) return;
    const found = await answer.json();
    clear();
    found.problems.forEach(show);
    form.dataset.state = found.problems.length ? "wrong" : "right";
    const says = form.querySelector("[data-state-says]");
    if (says) says.textContent = found.problems.length ? "Something is not right yet." : "Ready to start.";
  } catch (problem) {
    if (problem.name !== "AbortError") throw problem;
  }
}

if (form) {
  form.addEventListener("input", (event) => {
    const item = event.target.closest(".item");
    const gist = item?.querySelector(":scope > summary .gist");
    if (gist && event.target.dataset.gist !== undefined && event.target.closest(".item") === item) gist.textContent = event.target.value || "unnamed";
    clearTimeout(timer);
    timer = setTimeout(check, 350);
  });
  document.body.addEventListener("htmx:afterSettle", () => { clearTimeout(timer); timer = setTimeout(check, 100); });

  // Rows can be dragged to another place or another list of the same kind; the buttons do the same.
  let dragged = null;
  form.addEventListener("dragstart", (event) => { dragged = event.target.closest?.("[data-row]"); event.dataTransfer?.setData("text/plain", dragged?.dataset.row || ""); });
  form.addEventListener("dragover", (event) => { if (dragged && event.target.closest?.("[data-row]")?.dataset.kind === dragged.dataset.kind) event.preventDefault(); });
  form.addEventListener("drop", (event) => {
    const place = event.target.closest?.("[data-row]");
    if (!dragged || !place || place === dragged || place.dataset.kind !== dragged.dataset.kind) return;
    event.preventDefault();
    const button = form.querySelector("button[data-move]");
    button.value = `move:${dragged.dataset.row}:${place.dataset.row}`;
    button.click();
  });
}
