import { spoken } from './language.js';

/** A reason that the server gives as the rest of a sentence, in the reader's language; another program's words are marked as such. */
export const serverReason: (reason: string) => string = await spoken(
  (reason: string) => reason,
  async () => (await import('./de-reasons.js')).germanReason,
);
