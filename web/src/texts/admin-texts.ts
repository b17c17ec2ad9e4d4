import { enAdmin, type AdminTexts } from './en-admin.js';

/** What the pages of administrators say, in the reader's language. Only those pages load it. */
export const adminTexts: AdminTexts = enAdmin;
