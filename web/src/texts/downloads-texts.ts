import { enDownloads, type DownloadsTexts } from './en-downloads.js';
import { spoken } from './language.js';

/** What the page about downloads says, in the reader's language. */
export const downloadsTexts: DownloadsTexts = await spoken(
  enDownloads,
  async () => (await import('./de-downloads.js')).deDownloads,
);
