import type { Attachment } from 'svelte/attachments';

const STEPS: Readonly<Record<string, (place: number, last: number) => number>> = {
  ArrowRight: (place) => place + 1,
  ArrowLeft: (place) => place - 1,
  Home: () => 0,
  End: (_place, last) => last,
};

/**
 * The arrow keys move along the links of a row, and Tab leaves it: so a keyboard or a remote gets past a long one. The row gives
 * a `tabindex` of 0 to the link at the place that was reached last, and of -1 to all others.
 *
 * @param reached hears of the place of the link that has the focus
 */
export const along =
  (reached: (place: number) => void): Attachment<HTMLElement> =>
  (row) => {
    const links = (): readonly HTMLElement[] => [...row.querySelectorAll('a')];
    const placeOf = (target: EventTarget | null): number => links().findIndex((link) => link === target);
    const focused = ({ target }: FocusEvent): void => {
      const place = placeOf(target);
      if (place >= 0) reached(place);
    };
    const pressed = (event: KeyboardEvent): void => {
      const step = STEPS[event.key];
      const place = placeOf(event.target);
      if (!step || place < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      links()[step(place, links().length - 1)]?.focus();
    };
    row.addEventListener('focusin', focused);
    row.addEventListener('keydown', pressed);
    return () => {
      row.removeEventListener('focusin', focused);
      row.removeEventListener('keydown', pressed);
    };
  };
