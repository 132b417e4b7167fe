// Moves through a finished contest: the buttons beside the slider, the arrow keys anywhere on the page, and by itself.

const slider = document.getElementById("step");

function go(by) {
  const to = Math.min(Number(slider.max), Math.max(0, Number(slider.value) + by));
  if (to === Number(slider.value)) return;
  slider.value = to;
  slider.dispatchEvent(new Event("input", { bubbles: true }));
}

function goTo(step) {
  go(Number(step) - Number(slider.value));
}

let playing = 0;

function stop() {
  clearInterval(playing);
  playing = 0;
  sayPlaying();
}

function play() {
  if (Number(slider.value) === Number(slider.max)) goTo(0);
  const pace = Number(document.querySelector("[data-speed]").value);
  clearInterval(playing);
  playing = setInterval(() => {
    if (Number(slider.value) === Number(slider.max)) stop();
    else go(1);
  }, pace);
  sayPlaying();
}

function sayPlaying() {
  const button = document.querySelector("[data-play]");
  button.setAttribute("aria-pressed", String(Boolean(playing)));
  button.querySelector("span").textContent = playing ? "Pause" : "Play";
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
    const place = event.target.closest("[data-to]");
    if (place) {
      event.preventDefault();
      stop();
      goTo(place.dataset.to);
    }
    if (event.target.closest("[data-play]")) playing ? stop() : play();
  });
  document.querySelector("[data-speed]").addEventListener("change", () => playing && play());
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, select, textarea");
    if (typing || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "ArrowLeft") go(-1);
    else if (event.key === "ArrowRight") go(1);
  });
  show();
}
