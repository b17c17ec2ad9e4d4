import { enInstall } from './en-install.js';
import { spoken } from './language.js';

/** What the app says about installing it and about its updates, in the reader's language. */
export const installTexts: typeof enInstall = await spoken(
  enInstall,
  async () => (await import('./de-install.js')).deInstall,
);
