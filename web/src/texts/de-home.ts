import type { HomeTexts } from './en-home.js';

/** What Home says of what has become available, in German. */
export const deHome: HomeTexts = {
  readyToWatch: 'Bereit zum Anschauen',
  ready: 'Bereit für dich',
};
