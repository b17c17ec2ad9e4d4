import { enLibraries, type LibraryTexts } from './en-libraries.js';
import { spoken } from './language.js';

/** What the dialogs about a library or a media server say, in the reader's language. */
export const libraryTexts: LibraryTexts = await spoken(
  enLibraries,
  async () => (await import('./de-libraries.js')).deLibraries,
);
