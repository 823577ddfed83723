// The pages work without this. It fetches the page again every few seconds, and has SQL
// copied by a click.
"use strict";
(() => {
  const key = "perfschema.refresh";
  let timer = 0, busy = false;
  const stored = () => { try { return sessionStorage.getItem(key); } catch { return null; } };
  // A page of a span that is past, or that says nothing of refreshing, stays as it is.
  const fixed = new URLSearchParams(location.search).has("until") || !document.getElementById("refresh");
  let every = fixed ? 0 : Number(stored() ?? 5);

  // Whoever selects a text, or has the keyboard in a list, is not disturbed.
  const disturbed = () => document.hidden || String(getSelection()) !== "" || document.activeElement?.tagName === "SELECT";

  const places = (root) => [...root.querySelectorAll("a, button, select, summary, [tabindex]")];

  async function refresh() {
    if (busy || disturbed()) return;
    busy = true;
    try {
      const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
      if (!answer.ok || disturbed()) return;
      const next = new DOMParser().parseFromString(await answer.text(), "text/html");
      const now = document.getElementById("main"), then = next.getElementById("main");
      if (!now || !then) return;
      const lists = [...now.querySelectorAll("details")];
      const open = lists.map((d) => d.open);
      const focused = places(now).indexOf(document.activeElement);
      const scrolled = [...now.querySelectorAll(".scroll")].map((s) => s.scrollLeft);
      now.replaceChildren(...then.childNodes);
      const fresh = [...now.querySelectorAll("details")];
      if (fresh.length === lists.length) fresh.forEach((d, i) => { d.open = open[i]; });
      now.querySelectorAll(".scroll").forEach((s, i) => { s.scrollLeft = scrolled[i] ?? 0; });
      if (focused >= 0) places(now)[focused]?.focus({ preventScroll: true });
      prepare();
    } catch {
      // The program may be gone for a while; the next time will tell.
    } finally {
      busy = false;
    }
  }

  function start() {
    clearInterval(timer);
    if (every > 0) timer = setInterval(refresh, every * 1000);
  }

  function prepare() {
    const box = document.getElementById("refresh"), list = document.getElementById("every");
    if (box && list) {
      box.hidden = false;
      list.value = String(every);
      list.addEventListener("change", () => {
        every = Number(list.value);
        try { sessionStorage.setItem(key, String(every)); } catch { /* it is kept for this page alone */ }
        list.blur();
        start();
      });
    }
    for (const pre of document.querySelectorAll("pre.copy")) {
      const button = document.createElement("button");
      button.textContent = "Copy";
      button.addEventListener("click", async () => {
        try {
          await navigator.clipboard.writeText(pre.textContent);
          button.textContent = "Copied";
        } catch {
          getSelection().selectAllChildren(pre);
        }
      });
      pre.before(button);
    }
  }
  prepare();
  start();
})();
