import type { Fields } from '../servarr/servarr-fields.js';
import type { ServarrStoredRow } from '../servarr/servarr-queue.js';
import type { ChaptarrFormat, ChaptarrPrint, ChaptarrWork, ChaptarrWriter } from './chaptarr-catalog.js';

/** An author of the fake's library. */
export interface ChaptarrStoredAuthor {
  readonly id: number;
  readonly writer: ChaptarrWriter;
  readonly added: string;
  /** What a caller decides that adds or changes an author: the watch, twin profiles, twin roots, what to watch of new titles. */
  settings: Fields;
}

/** An edition of a record. */
export interface ChaptarrStoredEdition extends ChaptarrPrint {
  readonly id: number;
  monitored: boolean;
  manualAdd: boolean;
}

/** A file of a record. */
export interface ChaptarrStoredFile {
  readonly id: number;
  readonly size: number;
  readonly dateAdded: string;
  /** The download that brought it; absent for one that came another way. */
  readonly downloadId?: string;
}

/** A release that was taken for a record. */
export interface ChaptarrStoredGrab {
  readonly id: number;
  readonly downloadId: string;
  readonly date: string;
}

/** A record of the fake's library: one title in one format. */
export interface ChaptarrStoredBook {
  readonly id: number;
  readonly work: ChaptarrWork;
  readonly format: ChaptarrFormat;
  readonly author: ChaptarrStoredAuthor;
  /** The id that it is filed under. */
  foreignBookId: string;
  monitored: boolean;
  editions: readonly ChaptarrStoredEdition[];
  files: readonly ChaptarrStoredFile[];
  grabs: readonly ChaptarrStoredGrab[];
}

/** A row of the fake's download queue. */
export interface ChaptarrStoredQueueRow extends ServarrStoredRow {
  /** Null for a download that Chaptarr can't match with a record. */
  readonly book: ChaptarrStoredBook | null;
  /** What is otherwise in the row as it is written: a warning, another state, a message. */
  more: Fields;
}

/** An author whose import was put off. */
export interface ChaptarrStoredImport {
  readonly id: number;
  readonly writer: ChaptarrWriter;
  readonly createdAt: string;
  readonly settings: Fields;
  /** The titles that were asked for, and whether each is to be watched. */
  wanted: readonly { readonly work: ChaptarrWork; readonly format: ChaptarrFormat; readonly monitored: boolean }[];
  status: 'Pending' | 'Retrying' | 'Failed';
  lastError: string | null;
}

const SETTING = /^(?:monitored|monitorNewItems|syncMonitoredAcrossFormats|tags|(?:ebook|audiobook)(?!Statistics).+)$/;

const UNSET: Fields = {
  monitored: false,
  monitorNewItems: 'none',
  syncMonitoredAcrossFormats: false,
  tags: [],
  ebookTags: [],
  audiobookTags: [],
};

/** What a body says of an author's settings. What it leaves out is unset: it takes the place of a whole record. */
export const settingsOf = (author: Fields): Fields => ({
  ...UNSET,
  ...Object.fromEntries(Object.entries(author).filter(([name]) => SETTING.test(name))),
});
