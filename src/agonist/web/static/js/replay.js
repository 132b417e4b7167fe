// Moves through a finished contest: the buttons beside the slider, and the arrow keys anywhere on the page.

const slider = document.getElementById("step");

function go(by) {
  const to = Math.min(Number(slider.max), Math.max(0, Number(slider.value) + by));
  if (to === Number(slider.value)) return;
  slider.value = to;
  slider.dispatchEvent(new Event("input", { bubbles: true }));
}

function show() {
  for (const button of document.querySelectorAll("[data-go]")) {
    const end = Number(button.dataset.go) < 0 ? 0 : Number(slider.max);
    button.disabled = Number(slider.value) === end;
  }
}

if (slider) {
  slider.addEventListener("input", show);
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-go]");
    if (button) go(Number(button.dataset.go));
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, select, textarea");
    if (typing || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "ArrowLeft") go(-1);
    else if (event.key === "ArrowRight") go(1);
  });
  show();
}
