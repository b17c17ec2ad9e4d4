import { enInstall } from './en-install.js';

/** What the app says about installing it and about its updates, in the reader's language. */
export const installTexts: typeof enInstall = enInstall;
