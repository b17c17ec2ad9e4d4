import type { ChaptarrFake } from '../../test/fakes/chaptarr/chaptarr-fake.js';
import { DOWNLOAD_MS, FOUND_AFTER_MS } from './download-pace.js';

/** How long the import of an author takes. */
const IMPORT_MS = 8_000;

interface Download {
  /** Epoch milliseconds. */
  readonly searchedAt: number;
  /** Its id in the queue; undefined until it is there. */
  downloadId?: string;
}

/**
 * Makes the imports of authors and the downloads of the simulated book library move. An author comes with every book in
 * both formats, and what happens is reported by webhook, where there is one.
 */
export class BookDownloads {
  /** By the id of an import: when it was first seen, in epoch milliseconds. */
  private readonly importing = new Map<number, number>();
  /** By the library's id of the record, from its search to its import. */
  private readonly underWay = new Map<number, Download>();
  private searchesSeen = 0;

  constructor(private readonly chaptarr: ChaptarrFake) {}

  /** Brings every import and download to where it is at a moment, in epoch milliseconds. */
  moveTo(now: number): void {
    for (const pending of this.chaptarr.imports) {
      const since = this.importing.get(pending.id) ?? now;
      this.importing.set(pending.id, since);
      if (now - since >= IMPORT_MS) this.bringAuthor(pending);
    }
    this.noticeSearches(now);
    for (const [bookId, download] of this.underWay) {
      const fraction = (now - download.searchedAt - FOUND_AFTER_MS) / DOWNLOAD_MS;
      const isWanted = this.chaptarr.books.some(({ id }) => id === bookId);
      if (isWanted && fraction >= 0) this.advance(bookId, download, fraction);
      if (!isWanted || fraction >= 1) this.underWay.delete(bookId);
    }
  }

  private bringAuthor({ writer: { foreignAuthorId } }: ChaptarrFake['imports'][number]): void {
    const { chaptarr } = this;
    chaptarr.finishImport(foreignAuthorId);
    const arrived = chaptarr.books.filter(({ author }) => author.writer.foreignAuthorId === foreignAuthorId);
    for (const { foreignBookId, format } of arrived) {
      const other = format === 'ebook' ? 'audiobook' : 'ebook';
      if (!chaptarr.book(foreignBookId, other)) chaptarr.given.book({ foreignBookId, format: other });
    }
    void chaptarr.sendWebhook('AuthorAdded', arrived[0]?.id);
  }

  private noticeSearches(now: number): void {
    const searched = this.chaptarr.searches.slice(this.searchesSeen).flatMap(({ bookIds }) => bookIds);
    this.searchesSeen = this.chaptarr.searches.length;
    for (const bookId of searched) {
      const book = this.chaptarr.books.find(({ id }) => id === bookId);
      if (!book || book.files.length > 0 || this.underWay.has(bookId)) continue;
      this.underWay.set(bookId, { searchedAt: now });
    }
  }

  private advance(bookId: number, download: Download, fraction: number): void {
    if (download.downloadId === undefined) {
      download.downloadId = this.chaptarr.startDownload(bookId);
      void this.chaptarr.sendWebhook('Grab', bookId);
    }
    if (fraction < 1) return this.chaptarr.advanceDownload(download.downloadId, fraction);
    this.chaptarr.finishDownload(download.downloadId);
    void this.chaptarr.sendWebhook('Download', bookId);
  }
}
