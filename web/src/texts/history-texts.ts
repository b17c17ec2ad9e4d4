import { enHistory, type HistoryTexts } from './en-history.js';

/** What the history of requests says, in the reader's language. */
export const historyTexts: HistoryTexts = enHistory;
