/** So long after a dialog its opener may go, in milliseconds: what the dialog did is read again meanwhile. */
const WATCHED_MS = 10_000;

/** What says that the reader goes on by themselves. */
const READER_ACTS = ['pointerdown', 'keydown'] as const;

/**
 * Keeps the focus where a dialog was opened from. Call it before the dialog opens, and what it answers once the dialog is gone. Where
 * the opener goes with what the dialog did, the focus stays at the nearest part of the page around it that is left; else it
 * would be lost to the page as a whole. Source: issue 43 D24
 */
export function focusKeeper(): () => void {
  const opener = document.activeElement;
  if (!(opener instanceof HTMLElement) || opener === document.body) return () => undefined;
  const around: HTMLElement[] = [];
  for (let part = opener.parentElement; part && part !== document.body; part = part.parentElement) around.push(part);

  const keep = (): void => {
    const now = document.activeElement;
    if (now !== null && now !== document.body) return;
    // An opener that is there but can't be used takes no focus.
    for (const part of [opener, ...around]) if (part.isConnected && focus(part)) return;
  };
  return () => {
    keep();
    const watch = new MutationObserver(keep);
    const stop = (): void => {
      watch.disconnect();
      clearTimeout(timer);
      for (const act of READER_ACTS) window.removeEventListener(act, stop);
    };
    const timer = setTimeout(stop, WATCHED_MS);
    for (const act of READER_ACTS) window.addEventListener(act, stop);
    watch.observe(document.body, { childList: true, subtree: true });
  };
}

/** Nothing moves under the reader. What takes no focus by itself takes it this once. Says whether the focus is there. */
function focus(part: HTMLElement): boolean {
  part.focus({ preventScroll: true });
  if (document.activeElement === part) return true;
  part.tabIndex = -1;
  part.addEventListener('blur', () => part.removeAttribute('tabindex'), { once: true });
  part.focus({ preventScroll: true });
  return document.activeElement === part;
}
