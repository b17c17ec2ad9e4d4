import { enAdmin, type AdminTexts } from './en-admin.js';
import { spoken } from './language.js';

/** What the pages of administrators say, in the reader's language. Only those pages load it. */
export const adminTexts: AdminTexts = await spoken(enAdmin, async () => (await import('./de-admin.js')).deAdmin);
