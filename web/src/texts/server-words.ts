import { spoken } from './language.js';

/** What the server says, in the reader's language; in the server's English where nobody has translated it. */
export const serverWords: (sentence: string) => string = await spoken(
  (sentence: string) => sentence,
  async () => (await import('./de-server.js')).fromServer,
);
