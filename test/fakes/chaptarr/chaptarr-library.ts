import { asFields, type Fields } from '../servarr/servarr-fields.js';
import type { ServarrRowGiven } from '../servarr/servarr-queue.js';
import { ServarrStore } from '../servarr/servarr-store.js';
import {
  type ChaptarrFormat,
  type ChaptarrWork,
  type ChaptarrWorkGiven,
  type ChaptarrWriter,
  isMeant,
  workIdsOf,
  workOf,
} from './chaptarr-catalog.js';
import {
  type ChaptarrFolder,
  type ChaptarrProfile,
  FIRST_FOLDERS,
  FIRST_METADATA_PROFILES,
  FIRST_PROFILES,
} from './chaptarr-places.js';
import {
  type ChaptarrStoredAuthor,
  type ChaptarrStoredBook,
  type ChaptarrStoredFile,
  type ChaptarrStoredImport,
  type ChaptarrStoredQueueRow,
  settingsOf,
} from './chaptarr-stored.js';

const BYTES: Readonly<Record<ChaptarrFormat, number>> = { ebook: 2_400_000, audiobook: 310_000_000 };

/** What the fake remembers: the titles that lookups know, its own library, its download queue, authors to be imported. */
export class ChaptarrLibrary extends ServarrStore {
  declare profiles: readonly ChaptarrProfile[];
  declare folders: readonly ChaptarrFolder[];
  metadataProfiles = FIRST_METADATA_PROFILES;
  catalog: readonly ChaptarrWork[] = [];
  authors: readonly ChaptarrStoredAuthor[] = [];
  books: readonly ChaptarrStoredBook[] = [];
  queue: readonly ChaptarrStoredQueueRow[] = [];
  imports: readonly ChaptarrStoredImport[] = [];
  /** Ids of authors whom the metadata service doesn't have yet. */
  readonly late = new Set<string>();
  private used = 100;

  /** @param now epoch milliseconds */
  constructor(now: () => number) {
    super(now, FIRST_PROFILES, FIRST_FOLDERS);
  }

  know(given: ChaptarrWorkGiven): ChaptarrWork {
    const work = workOf(given);
    this.catalog = [...this.catalog.filter((one) => one.foreignBookId !== work.foreignBookId), work];
    return work;
  }

  work(foreignBookId: string): ChaptarrWork | undefined {
    return this.catalog.find((one) => workIdsOf(one).includes(foreignBookId));
  }

  /** The records that an id means in a format: of a work, an edition or an ISBN, aliases of old among them. */
  meant(term: string, format: ChaptarrFormat): readonly ChaptarrStoredBook[] {
    return this.books.filter(
      (book) => book.format === format && (book.foreignBookId === term || isMeant(book.work, format, term)),
    );
  }

  book(id: unknown): ChaptarrStoredBook | undefined {
    return this.books.find((book) => book.id === Number(id));
  }

  author(id: unknown): ChaptarrStoredAuthor | undefined {
    return this.authors.find((author) => author.id === Number(id));
  }

  authorOf({ foreignAuthorId }: ChaptarrWriter): ChaptarrStoredAuthor | undefined {
    return this.authors.find(({ writer }) => writer.foreignAuthorId === foreignAuthorId);
  }

  storeAuthor(writer: ChaptarrWriter, settings: Fields, id = this.newId()): ChaptarrStoredAuthor {
    const author = { id, writer, added: this.moment(), settings: settingsOf(settings) };
    this.authors = [...this.authors, author];
    return author;
  }

  /** Puts a record into the library, under its canonical id. The first edition is watched where none is named. */
  storeBook(
    work: ChaptarrWork,
    format: ChaptarrFormat,
    author: ChaptarrStoredAuthor,
    { monitored = false, editions, id = this.newId() }: BookParts = {},
  ): ChaptarrStoredBook {
    const sent = new Map((editions ?? []).map((one) => [one.foreignEditionId, one]));
    const book: ChaptarrStoredBook = {
      id,
      work,
      format,
      author,
      foreignBookId: work.canonicalId,
      monitored,
      editions: work.editions[format].map((print, at) => ({
        ...print,
        id: this.newId(),
        monitored: editions ? sent.get(print.foreignEditionId)?.monitored === true : at === 0,
        manualAdd: sent.get(print.foreignEditionId)?.manualAdd === true,
      })),
      files: [],
      grabs: [],
    };
    this.books = [...this.books, book];
    return book;
  }

  /**
   * The author comes into the library with every title that the metadata service knows of them in a format. None of them is
   * watched, unless the settings want all that there are.
   */
  importAuthor(writer: ChaptarrWriter, settings: Fields, format: ChaptarrFormat): ChaptarrStoredAuthor {
    const author = this.authorOf(writer) ?? this.storeAuthor(writer, settings);
    const monitored = settings[`${format}MonitorExisting`] === 1 || asFields(settings.addOptions).monitor === 'all';
    for (const work of this.catalog) {
      if (work.author.foreignAuthorId !== writer.foreignAuthorId || work.editions[format].length === 0) continue;
      if (this.meant(work.foreignBookId, format).length === 0) this.storeBook(work, format, author, { monitored });
    }
    return author;
  }

  /** An author's import is put off; what else is asked of the same author goes into the same row while it waits. */
  putOff(
    writer: ChaptarrWriter,
    settings: Fields,
    wanted: ChaptarrStoredImport['wanted'][number],
  ): ChaptarrStoredImport {
    const waiting = this.imports.find(
      (one) => one.writer.foreignAuthorId === writer.foreignAuthorId && one.status !== 'Failed',
    );
    if (waiting) {
      const isThere = waiting.wanted.some((one) => one.work === wanted.work && one.format === wanted.format);
      if (!isThere) waiting.wanted = [...waiting.wanted, wanted];
      return waiting;
    }
    const pending: ChaptarrStoredImport = {
      id: this.newId(),
      writer,
      createdAt: this.moment(),
      settings,
      wanted: [wanted],
      status: 'Pending',
      lastError: null,
    };
    this.imports = [...this.imports, pending];
    return pending;
  }

  /** The author is there at last, with the titles that were asked for. */
  finishImport(pending: ChaptarrStoredImport): void {
    this.late.delete(pending.writer.foreignAuthorId);
    for (const { work, format, monitored } of pending.wanted) {
      this.importAuthor(pending.writer, pending.settings, format);
      for (const book of this.meant(work.foreignBookId, format)) book.monitored = monitored;
    }
    this.imports = this.imports.filter((one) => one !== pending);
  }

  importFile(
    book: ChaptarrStoredBook,
    { size = BYTES[book.format], id = this.newId(), downloadId }: Partial<ChaptarrStoredFile> = {},
  ): ChaptarrStoredFile {
    const file = { id, size, dateAdded: this.moment(), ...(downloadId !== undefined && { downloadId }) };
    book.files = [...book.files, file];
    return file;
  }

  /** A row of the queue; of no record it is a download of unknown matter. */
  enqueue(book: ChaptarrStoredBook | null, given: ServarrRowGiven, more: Fields = {}): ChaptarrStoredQueueRow {
    const form = book?.format === 'audiobook' ? 'M4B' : 'EPUB';
    const title = book ? `${book.author.writer.name} - ${book.work.title} ${form}` : 'Unknown.Release-DEMO';
    const row = { ...this.newRow(title, BYTES[book?.format ?? 'ebook'], given), book, more };
    if (book) book.grabs = [...book.grabs, { id: this.newId(), downloadId: row.downloadId, date: this.moment() }];
    this.queue = [...this.queue, row];
    return row;
  }

  removeBook(book: ChaptarrStoredBook): void {
    this.books = this.books.filter((one) => one !== book);
    this.queue = this.queue.filter((row) => row.book !== book);
  }

  /** Nothing is there but profiles and folders. */
  clear(): void {
    this.catalog = [];
    this.authors = [];
    this.books = [];
    this.queue = [];
    this.imports = [];
    this.late.clear();
  }

  private newId(): number {
    return ++this.used;
  }
}

/** What may be said of a new record. */
export interface BookParts {
  readonly monitored?: boolean;
  /** As a body names them. */
  readonly editions?: readonly Fields[];
  readonly id?: number;
}
