import { enHistory, type HistoryTexts } from './en-history.js';
import { spoken } from './language.js';

/** What the history of requests says, in the reader's language. */
export const historyTexts: HistoryTexts = await spoken(
  enHistory,
  async () => (await import('./de-history.js')).deHistory,
);
