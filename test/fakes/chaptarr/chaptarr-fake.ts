import type { Fields } from '../servarr/servarr-fields.js';
import type { Delivery } from '../servarr/servarr-notifications.js';
import type { ServarrRowGiven } from '../servarr/servarr-queue.js';
import type { ServarrFakeOptions } from '../servarr/servarr-server.js';
import { ChaptarrApi } from './chaptarr-api.js';
import type { ChaptarrFormat, ChaptarrWork, ChaptarrWorkGiven, ChaptarrWriter } from './chaptarr-catalog.js';
import { ChaptarrLibrary } from './chaptarr-library.js';
import { chaptarrEvent, type ChaptarrEvent } from './chaptarr-notifications.js';
import type { ChaptarrFolder, ChaptarrMetadataProfile, ChaptarrProfile } from './chaptarr-places.js';
import { fillFromExamples } from './chaptarr-examples.js';
import type { ChaptarrStoredAuthor, ChaptarrStoredBook, ChaptarrStoredImport } from './chaptarr-stored.js';

/** What `given.book` takes; a title that the catalog doesn't know is put there too. */
export type ChaptarrBookGiven = ChaptarrWorkGiven & {
  readonly format: ChaptarrFormat;
  /** False where nothing is said. */
  readonly monitored?: boolean;
  readonly hasFile?: boolean;
};

/** What `given.queueRow` takes; without a record it is a download that Chaptarr can't match. */
export type ChaptarrRowGiven = ServarrRowGiven & {
  readonly bookId?: number;
  /** What is otherwise in the row: `{ trackedDownloadStatus: 'warning' }`. */
  readonly more?: Fields;
};

/** The places of both formats, by the profiles and folders that the fake has from the start. */
export const BOTH_PLACES: Fields = {
  monitored: true,
  ebookQualityProfileId: 1,
  ebookMetadataProfileId: 1,
  ebookRootFolderPath: '/books',
  audiobookQualityProfileId: 2,
  audiobookMetadataProfileId: 2,
  audiobookRootFolderPath: '/audiobooks',
};

/**
 * Chaptarr, API v1, with a state: a catalog for lookups, authors and records, a download queue, authors who are imported
 * late. From the start it has what the published examples have; `given.nothing()` clears that.
 */
export class ChaptarrFake extends ChaptarrApi {
  /** Puts the state in place. */
  readonly given = {
    /** These profiles, in place of those it has from the start. */
    qualityProfiles: (profiles: readonly ChaptarrProfile[]): void => void (this.library.profiles = profiles),
    /** These metadata profiles, in place of those it has from the start. */
    metadataProfiles: (profiles: readonly ChaptarrMetadataProfile[]): void =>
      void (this.library.metadataProfiles = profiles),
    /** These folders, in place of those it has from the start. */
    rootFolders: (folders: readonly ChaptarrFolder[]): void => void (this.library.folders = folders),
    /** An empty library and an empty catalog. */
    nothing: (): void => this.library.clear(),
    /** Titles that a lookup finds. */
    catalog: (works: readonly ChaptarrWorkGiven[]): void => {
      for (const work of works) this.library.know(work);
    },
    /** An author in the library without any title, with the places of both formats where nothing else is said. */
    author: (writer: ChaptarrWriter, settings: Fields = BOTH_PLACES): ChaptarrStoredAuthor =>
      this.library.storeAuthor(writer, settings),
    /** A record in the library, and its author where they aren't there yet. */
    book: ({ format, monitored = false, hasFile = false, ...given }: ChaptarrBookGiven): ChaptarrStoredBook => {
      const work = this.library.work(given.foreignBookId) ?? this.library.know(given);
      const author = this.library.authorOf(work.author) ?? this.library.storeAuthor(work.author, BOTH_PLACES);
      const book = this.library.storeBook(work, format, author, { monitored });
      if (hasFile) this.library.importFile(book);
      return book;
    },
    /** The metadata service doesn't have this author yet: an addition of theirs is put off. */
    lateAuthor: (foreignAuthorId: string): void => void this.library.late.add(foreignAuthorId),
    /** A row of the download queue; the id of its download is returned. */
    queueRow: ({ bookId, more, ...given }: ChaptarrRowGiven = {}): string =>
      this.library.enqueue(bookId === undefined ? null : this.wantedBook(bookId), given, more).downloadId,
  };

  constructor({ now = Date.now, ...options }: ServarrFakeOptions = {}) {
    super(new ChaptarrLibrary(now), { now, ...options });
    fillFromExamples(this.library);
  }

  /** The library as it is. */
  get books(): readonly ChaptarrStoredBook[] {
    return this.library.books;
  }

  get authors(): readonly ChaptarrStoredAuthor[] {
    return this.library.authors;
  }

  /** Authors whose import waits, or ended without them. */
  get imports(): readonly ChaptarrStoredImport[] {
    return this.library.imports;
  }

  /** The record of a title in a format, by any id that means it. */
  book(foreignBookId: string, format: ChaptarrFormat): ChaptarrStoredBook | undefined {
    return this.library.meant(foreignBookId, format)[0];
  }

  author(foreignAuthorId: string): ChaptarrStoredAuthor | undefined {
    return this.library.authors.find(({ writer }) => writer.foreignAuthorId === foreignAuthorId);
  }

  /** The metadata service files a title under another id from now on, and its records follow. */
  mergeInto(foreignBookId: string, canonicalId: string): void {
    const work = this.library.work(foreignBookId);
    if (!work) throw new Error(`the fake's catalog has no ${foreignBookId}`);
    const merged: ChaptarrWork = { ...work, canonicalId };
    this.library.catalog = this.library.catalog.map((one) => (one === work ? merged : one));
    for (const book of this.library.books) if (book.work === work) book.foreignBookId = canonicalId;
  }

  /** The author arrives, with the titles that were asked for. */
  finishImport(foreignAuthorId: string): void {
    this.library.finishImport(this.wantedImport(foreignAuthorId));
  }

  /** The author's import ends without them, for good. */
  failImport(foreignAuthorId: string, lastError = 'Author was not found on the metadata server'): void {
    Object.assign(this.wantedImport(foreignAuthorId), { status: 'Failed', lastError });
  }

  /** Somebody cancels the author's import in Chaptarr. */
  cancelImport(foreignAuthorId: string): void {
    this.failImport(foreignAuthorId, 'Cancelled by user');
  }

  /** A download of a record begins, at nothing. Its id is returned. */
  startDownload(bookId: number): string {
    return this.library.enqueue(this.wantedBook(bookId), {}).downloadId;
  }

  /** @param fraction how much of the download has come, 0 to 1 */
  advanceDownload(downloadId: string, fraction: number): void {
    for (const row of this.library.queue) {
      if (row.downloadId === downloadId) row.sizeLeft = Math.round(row.size * (1 - fraction));
    }
  }

  /** The download is imported: its records have a file, and its rows are gone from the queue. */
  finishDownload(downloadId: string): void {
    const rows = this.library.queue.filter((row) => row.downloadId === downloadId);
    for (const { book } of rows) if (book) this.library.importFile(book, { downloadId });
    this.library.queue = this.library.queue.filter((row) => !rows.includes(row));
  }

  /** A record gets a file. */
  importFile(bookId: number): void {
    this.library.importFile(this.wantedBook(bookId));
  }

  /** The files of a record are deleted. */
  removeFiles(bookId: number): void {
    this.wantedBook(bookId).files = [];
  }

  /** The record leaves the library, as if its owner had deleted it there. */
  removeBook(bookId: number): void {
    this.library.removeBook(this.wantedBook(bookId));
  }

  /**
   * Sends every webhook that subscribes to the event what happened to a record.
   *
   * @param bookId the first record of the library where nothing is said; events about an author are about its author
   */
  sendWebhook(event: ChaptarrEvent, bookId?: number): Promise<readonly Delivery[]> {
    const book = bookId === undefined ? this.library.books[0] : this.wantedBook(bookId);
    return this.notifications.send(chaptarrEvent(event, book));
  }

  private wantedBook(id: number): ChaptarrStoredBook {
    const book = this.library.book(id);
    if (!book) throw new Error(`the fake's library has no record ${id}`);
    return book;
  }

  private wantedImport(foreignAuthorId: string): ChaptarrStoredImport {
    const pending = this.library.imports.find(
      ({ writer, status }) => writer.foreignAuthorId === foreignAuthorId && status !== 'Failed',
    );
    if (!pending) throw new Error(`no import of ${foreignAuthorId} waits`);
    return pending;
  }
}
