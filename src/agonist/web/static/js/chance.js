// The chances so far: asked for when the table has been quiet for a moment, and only by a page that somebody looks at.

const place = document.getElementById("chance"), gone = document.getElementById("gone");
let timer = 0, asking = false;

async function look() {
  if (document.hidden || gone?.open || !place?.isConnected) return;
  if (asking) return void soon();
  asking = true;
  const answer = await fetch(place.dataset.from, { headers: { accept: "text/html" } }).catch(() => null);
  if (answer?.ok) place.innerHTML = await answer.text();
  asking = false;
}

function soon() {
  clearTimeout(timer);
  timer = setTimeout(look, 700);
}

if (place) {
  document.body.addEventListener("htmx:sseMessage", (event) => { if (event.target.id !== "presence") soon(); });
  document.addEventListener("visibilitychange", soon);
  soon();
}
