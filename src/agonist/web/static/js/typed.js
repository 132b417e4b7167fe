// What somebody has typed or chosen in a question stays when the question is drawn anew because others did something.

const fields = (form) => [...form.querySelectorAll("input[name]:not([type=hidden]), select[name], textarea[name]")];
const ticks = (field) => field.type === "radio" || field.type === "checkbox";
const typed = new Map();
const asks = (form) => form.querySelector(".question")?.textContent.trim();

function touched(field) {
  if (ticks(field)) return field.checked !== field.defaultChecked;
  if (field.options) return [...field.options].some((each) => each.selected !== each.defaultSelected);
  return field.value !== field.defaultValue;
}

const values = (form) => fields(form).filter(touched).map(({ name, value, type, checked }) => ({ name, value, type, checked }));
const isUnfolded = (form) => Boolean(form.querySelector(".more-ways[open]"));
export const touchedIn = (form) => fields(form).some(touched);

// What was chosen in a question that is no longer there, for when it is asked again.
export function keepForm(form) {
  typed.set(asks(form), { values: values(form), focus: "", unfolded: isUnfolded(form) });
}

// What is there before the news come: what was touched, and where the cursor is. What was sent is done with.
export function keepTyped(box) {
  for (const form of box.querySelectorAll("form.asks")) {
    const found = values(form);
    const focus = form.contains(document.activeElement) ? document.activeElement.name : "";
    const unfolded = isUnfolded(form);
    if (form.dataset.sent || !(found.length || focus || unfolded)) typed.delete(asks(form));
    else typed.set(asks(form), { values: found, focus, unfolded });
  }
}

function same(form, one) {
  return fields(form).find((each) => each.name === one.name && each.type === one.type && (!ticks(each) || each.value === one.value));
}

// Into the questions that ask the same; says whether the cursor is back where it was.
export function bringTyped(box) {
  let focused = false;
  for (const form of box.querySelectorAll("form.asks")) {
    const was = typed.get(asks(form));
    if (!was) continue;
    form.querySelector(".more-ways")?.toggleAttribute("open", was.unfolded);
    // Choices first: they open what else there is to fill in.
    for (const one of [...was.values].sort((a, b) => (b.type === "radio") - (a.type === "radio"))) {
      const field = same(form, one);
      if (!field) continue;
      if (ticks(field)) field.checked = one.checked;
      else field.value = one.value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    const held = was.focus && fields(form).find((each) => each.name === was.focus && (each.type !== "radio" || each.checked));
    if (held) {
      held.focus({ preventScroll: true });
      focused = true;
    }
  }
  return focused;
}

document.addEventListener("htmx:beforeRequest", (event) => { if (event.target.matches?.("form.asks")) event.target.dataset.sent = "yes"; });
document.addEventListener("htmx:afterRequest", (event) => {
  const refused = !event.detail.successful || event.target.querySelector?.(".refusal:not(:empty)");
  if (event.target.matches?.("form.asks") && refused) delete event.target.dataset.sent;
});
