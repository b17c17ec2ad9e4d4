import { enLibraries, type LibraryTexts } from './en-libraries.js';

/** What the dialogs about a library or a media server say, in the reader's language. */
export const libraryTexts: LibraryTexts = enLibraries;
