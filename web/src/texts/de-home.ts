import type { HomeTexts } from './en-home.js';

/** What Home says of what has become available, in German. */
export const deHome: HomeTexts = {
  readyToWatch: 'Bereit zum Anschauen',
  ready: 'Bereit für dich',
  coming: (count: number | null) => {
    if (count === null) return 'Sehen, was gerade geladen wird';
    return count === 1 ? 'Ein Download läuft gerade' : `${count} Downloads laufen gerade`;
  },
};
