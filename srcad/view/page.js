"use strict";
(() => {
  const said = document.querySelector(".said");
  const all = [...document.querySelectorAll("[data-s]")];
  const of = new Map();
  for (const one of all) {
    const key = one.dataset.s;
    if (!of.has(key)) of.set(key, []);
    of.get(key).push(one);
  }
  const order = [...new Set(
    [...document.querySelectorAll(".source [data-s]")].map((one) => one.dataset.s),
  )];
  let held = null;
  let hovered = null;

  function light(key) {
    for (const one of all) one.classList.toggle("on", one.dataset.s === key);
  }
  function column(one) {
    const found = one.closest(".column");
    return found ? found.querySelector("h3").textContent.toLowerCase() : "";
  }
  function say(key) {
    const parts = of.get(key) || [];
    const counts = new Map();
    for (const one of parts) {
      const rows = one.querySelectorAll(".row").length || 1;
      counts.set(column(one), (counts.get(column(one)) || 0) + rows);
    }
    const code = parts.length ? parts[0].querySelector("code").textContent.trim() : "";
    const words = [...counts].map(([word, rows]) => `${word} ${rows}`);
    said.textContent = `${key.replace(/^.*L/, "line ")}: ${code}. Lines: ${words.join(", ")}.`;
  }
  function show(key) {
    for (const name of ["source", "forward", "backward"]) {
      const one = (of.get(key) || []).find((part) => part.closest(`.${name}`));
      if (!one) continue;
      const box = one.getBoundingClientRect();
      if (box.top < 60 || box.bottom > innerHeight) {
        one.scrollIntoView({ block: "center" });
      }
      return;
    }
  }
  function hold(key) {
    held = key;
    light(key);
    if (key === null) {
      said.textContent = "";
      return;
    }
    say(key);
    show(key);
    history.replaceState(null, "", `#${key}`);
  }
  function step(by) {
    const at = order.indexOf(held);
    const next = at < 0 ? (by > 0 ? 0 : order.length - 1) : at + by;
    if (next >= 0 && next < order.length) hold(order[next]);
  }

  document.addEventListener("pointerover", (event) => {
    const one = event.target.closest("[data-s]");
    const key = one ? one.dataset.s : null;
    if (key === hovered) return;
    hovered = key;
    light(key === null ? held : key);
  });
  document.addEventListener("focusin", (event) => {
    const one = event.target.closest("[data-s]");
    if (one) light(one.dataset.s);
  });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest("input, textarea, select")) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (!order.length) return;
      event.preventDefault();
      step(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Escape") {
      hold(null);
    }
  });
  function follow() {
    const key = decodeURIComponent(location.hash.slice(1));
    if (of.has(key)) {
      held = key;
      light(key);
      say(key);
    }
  }
  addEventListener("hashchange", follow);
  document.querySelector(".script").hidden = false;
  follow();
})();
