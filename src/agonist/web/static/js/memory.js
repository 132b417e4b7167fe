// What a screen or a tab remembers: by the browser's storage, or, in another site's frame that is given none, as long
// as the page is open.

function remembered(kind) {
  try {
    return window[kind];
  } catch {
    const kept = new Map();
    return {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => kept.set(key, value),
      removeItem: (key) => kept.delete(key),
    };
  }
}

export const device = remembered("localStorage");
export const tab = remembered("sessionStorage");
