// A screen in the room: on to the table's next contest by itself, and a while after an end back to who is there.

const WHILE = 180000;
let later = 0;

function follow() {
  const next = document.querySelector("#next [data-go]"), lobby = document.querySelector("#next [data-lobby]");
  const over = document.body.dataset.overlay;
  if (next) location.assign(over ? next.dataset.go.replace("tv=yes", "overlay=yes") : next.dataset.go);
  else if (lobby && !later) later = setTimeout(() => location.assign(over ?? lobby.dataset.lobby), WHILE);
}

document.body.addEventListener("htmx:sseMessage", (event) => { if (event.target.id === "next") follow(); });
document.body.addEventListener("htmx:sseClose", () => { if (document.body.dataset.screen) location.assign(document.body.dataset.screen); });
follow();
