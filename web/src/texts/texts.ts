import { en, type Texts } from './en.js';
import { spoken } from './language.js';

export { LANGUAGE } from './language.js';

/** What the app says, in the reader's language. */
export const texts: Texts = await spoken(en, async () => (await import('./de.js')).de);
