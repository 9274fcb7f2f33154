// Tabs: a click or the arrow keys choose one.

/**
 * Attaches the listeners to a list of tabs.
 * @param {HTMLElement} list
 * @param {(tab: HTMLElement) => void} choose
 */
export function tabKeys(list, choose) {
  const tabs = [...list.querySelectorAll("[role=tab]")];
  for (const tab of tabs) tab.addEventListener("click", () => choose(tab));
  list.addEventListener("keydown", (event) => {
    const now = tabs.indexOf(document.activeElement);
    const by = { ArrowRight: 1, ArrowLeft: -1, Home: -now, End: tabs.length - 1 - now }[event.key];
    if (now < 0 || by === undefined) return;
    event.preventDefault();
    const next = tabs[(now + by + tabs.length) % tabs.length];
    next.focus();
    choose(next);
  });
}
