// Nothing is played: as soon as something is, show it. The server may be away meanwhile.

setInterval(async () => {
  try {
    const answer = await fetch(location.href);
    if (answer.ok && answer.redirected) location.replace(answer.url);
  } catch {
    // It comes back.
  }
}, 2000);
