// Dragging in a set-up, with a mouse, a pen or a finger: rows by their grip, contestants from side to side. Buttons and fields
// do the same, so nobody has to drag.

function follow(start, { over, drop }) {
  const ghost = document.createElement("div");
  ghost.className = "ghost";
  ghost.textContent = start.label;
  document.body.append(ghost);
  let here = null;
  const move = (event) => {
    ghost.style.transform = `translate(${event.clientX + 12}px, ${event.clientY - 24}px)`;
    if (event.clientY < 60) scrollBy(0, -12);
    else if (event.clientY > innerHeight - 60) scrollBy(0, 12);
    const found = over(document.elementFromPoint(event.clientX, event.clientY));
    if (found !== here) {
      here?.classList.remove("drop-here");
      found?.classList.add("drop-here");
      here = found;
    }
  };
  const end = (event) => {
    for (const [name, does] of [["pointermove", move], ["pointerup", end], ["pointercancel", end]]) removeEventListener(name, does);
    ghost.remove();
    here?.classList.remove("drop-here");
    if (event.type === "pointerup" && here) drop(here);
  };
  for (const [name, does] of [["pointermove", move], ["pointerup", end], ["pointercancel", end]]) addEventListener(name, does);
  move(start.event);
}

export function dragRows(form) {
  form.addEventListener("click", (event) => { if (event.target.closest("[data-grip]")) event.preventDefault(); });
  form.addEventListener("pointerdown", (event) => {
    const row = event.target.closest("[data-grip]")?.closest("[data-row]");
    if (!row || event.button) return;
    event.preventDefault();
    const fits = `[data-kind="${CSS.escape(row.dataset.kind)}"]`;
    const over = (element) => {
      const found = element?.closest(`[data-row]${fits}`) || element?.closest(`[data-list]${fits}`);
      return found && !row.contains(found) && found !== row.parentElement ? found : null;
    };
    const drop = (place) => {
      const target = place.dataset.row || `${place.dataset.list}.${place.querySelectorAll(":scope > [data-row]").length}`;
      const button = form.querySelector("button[data-move]");
      button.value = `move:${row.dataset.row}:${target}`;
      button.click();
    };
    follow({ event, label: row.querySelector(".gist").textContent }, { over, drop });
  });
}

// People are dragged onto characters; the menu there does the same.
export function dragPeople(form) {
  form.addEventListener("pointerdown", (event) => {
    const person = event.target.closest("[data-person]");
    if (!person || event.button) return;
    event.preventDefault();
    const menu = (place) => place.querySelector(`select:has(option[value="${CSS.escape(person.dataset.person)}"])`);
    const over = (element) => {
      const place = element?.closest("[data-cast]");
      return place && menu(place) ? place : null;
    };
    const drop = (place) => {
      menu(place).value = person.dataset.person;
      menu(place).dispatchEvent(new Event("input", { bubbles: true }));
    };
    follow({ event, label: person.textContent }, { over, drop });
  });
}

const own = (row, name) => row.querySelector(`[name="${CSS.escape(`${row.dataset.row}.${name}`)}"]`);

// The sides as columns of names; each name can be dragged to another column or to one of its own.
export function drawSides(form) {
  for (const box of form.querySelectorAll("[data-sides]")) {
    const rows = [...form.querySelectorAll(`[data-list="${CSS.escape(box.dataset.sides)}"] > [data-row]`)];
    const columns = new Map();
    box.classList.toggle("alone", rows.every((row) => !own(row, "side").value));
    for (const row of rows) {
      const name = own(row, "name").value || "unnamed";
      const side = own(row, "side").value || name;
      columns.set(side, [...(columns.get(side) || []), { row, name }]);
    }
    const fresh = document.createElement("div");
    fresh.className = "side new-side";
    fresh.dataset.drop = "";
    fresh.textContent = "A side of their own";
    const drawn = [...columns].map(([side, members]) => {
      const column = document.createElement("div");
      column.className = "side";
      column.dataset.drop = side;
      const title = document.createElement("strong");
      title.textContent = side;
      column.append(title, ...members.map((member) => chip(form, box, member)));
      return column;
    });
    box.replaceChildren(...drawn, fresh);
  }
}

function chip(form, box, { row, name }) {
  const made = document.createElement("span");
  made.className = "chip";
  made.textContent = name;
  made.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    event.preventDefault();
    const over = (element) => {
      const found = element?.closest(".side");
      return found && box.contains(found) && found !== made.parentElement ? found : null;
    };
    const drop = (column) => {
      const field = own(row, "side");
      // Who stood alone has no side by name: the one who is joined gets it by name, so that both have the same.
      const host = [...form.querySelectorAll(`[data-list="${CSS.escape(box.dataset.sides)}"] > [data-row]`)]
        .find((each) => !own(each, "side").value && own(each, "name").value === column.dataset.drop);
      if (host && host !== row) own(host, "side").value = column.dataset.drop;
      field.value = column.dataset.drop;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    };
    follow({ event, label: name }, { over, drop });
  });
  return made;
}
