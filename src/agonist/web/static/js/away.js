// There is no network: as soon as there is, what was wanted comes by itself.

setInterval(async () => {
  const answer = await fetch(location.href, { headers: { accept: "text/html" } }).catch(() => null);
  if (answer && answer.status < 500 && !location.pathname.endsWith("/away")) location.reload();
}, 3000);
