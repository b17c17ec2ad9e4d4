import { enSetboxes, type SetboxTexts } from './en-setboxes.js';
import { spoken } from './language.js';

/** What the page of administrators says about set-top boxes, in the reader's language. */
export const setboxTexts: SetboxTexts = await spoken(
  enSetboxes,
  async () => (await import('./de-setboxes.js')).deSetboxes,
);
