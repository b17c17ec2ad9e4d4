import { enTv, type TvTexts } from './en-tv.js';
import { spoken } from './language.js';

/** What the pages of films and series say about showing them on a TV, in the reader's language. */
export const tvTexts: TvTexts = await spoken(enTv, async () => (await import('./de-tv.js')).deTv);
