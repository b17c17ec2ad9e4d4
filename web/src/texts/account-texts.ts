import { enAccount, type AccountTexts } from './en-account.js';
import { spoken } from './language.js';

/** What the pages about signing in and one's own account say, in the reader's language. Only those pages load it. */
export const accountTexts: AccountTexts = await spoken(
  enAccount,
  async () => (await import('./de-account.js')).deAccount,
);
