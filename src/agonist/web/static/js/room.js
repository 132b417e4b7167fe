// A screen in the room: the board as large as it fits without being cut, and on to the table's next contest.

const board = document.getElementById("board");
const left = document.querySelector(".left");
const WIDTHS = [16, 20, 24, 28, 33, 39, 46, 54, 64, 76];

// On a screen finer than 1080 lines everything around the board grows too.
function grow() {
  document.documentElement.style.setProperty("--grown", Math.max(1, Math.min(innerWidth / 1920, innerHeight / 1080)));
}

// The width at which the board, grown until it touches an edge, is largest.
function widest(wide, high) {
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  let best = { size: 0, width: wide };
  for (const width of WIDTHS.map((each) => each * rem)) {
    board.style.width = `${width}px`;
    const size = Math.min(wide / width, high / board.scrollHeight);
    if ([...board.querySelectorAll("*")].some((each) => leaves(each, board)) || [...board.querySelectorAll("header > *")].some((each) => leaves(each, each.parentElement))) continue;
    if (size > best.size) best = { size, width };
  }
  return best;
}

function leaves(each, room) {
  const one = each.getBoundingClientRect(), other = room.getBoundingClientRect();
  return one.width > 1 && (one.right > other.right + 1 || one.left < other.left - 1);
}

// Whoever acts is drawn large, unless many do. A word is broken only where it has no room on any screen.
function fit() {
  grow();
  const style = getComputedStyle(left), wide = left.clientWidth - parseFloat(style.paddingLeft) * 2, high = left.clientHeight - parseFloat(style.paddingTop) * 2;
  board.classList.toggle("crowd", board.querySelectorAll(".active").length > 2);
  board.classList.remove("breaks");
  board.style.zoom = 1;
  board.style.marginInline = 0;
  let best = widest(wide, high);
  if (!best.size) {
    board.classList.add("breaks");
    best = widest(wide, high);
  }
  board.style.width = `${best.width}px`;
  board.style.zoom = best.size || 1;
  board.style.marginInline = `${Math.max(0, (wide / (best.size || 1) - best.width) / 2)}px`;
}

function follow() {
  const next = document.querySelector("#next [data-go]");
  const over = document.body.classList.contains("overlay");
  if (next) location.assign(over ? next.dataset.go.replace("tv=yes", "overlay=yes") : next.dataset.go);
}

document.body.addEventListener("htmx:sseMessage", (event) => {
  if (event.target.id === "next") follow();
  if (event.target.id === "board") fit();
});
new ResizeObserver(fit).observe(left);
document.fonts.ready.then(fit);
fit();
follow();
