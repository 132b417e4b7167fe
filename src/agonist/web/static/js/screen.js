// A screen in the room before a contest: it hears when it is taken to a table, who comes, and what begins.

const lobby = document.querySelector("[data-lobby]");
const news = new EventSource(document.body.dataset.news);
const again = () => location.assign(document.body.dataset.news.replace(/\/news$/, ""));

news.addEventListener("go", again);
news.addEventListener("lobby", (event) => { if (lobby) lobby.innerHTML = event.data; });
// A stream that was refused does not come back by itself.
news.addEventListener("error", () => { if (news.readyState === EventSource.CLOSED) setTimeout(again, 5000); });
