import { enHome, type HomeTexts } from './en-home.js';
import { spoken } from './language.js';

/** What Home says of what has become available, in the reader's language. Only that part of it loads it. */
export const homeTexts: HomeTexts = await spoken(enHome, async () => (await import('./de-home.js')).deHome);
