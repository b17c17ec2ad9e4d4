import type { FakeAnswer, FakeRequest } from '../fake-server.js';
import { ServarrFake, type ServarrProduct } from '../servarr/servarr-fake.js';
import { asFields, found, type Fields } from '../servarr/servarr-fields.js';
import { historyPage, recordPage } from '../servarr/servarr-page.js';
import { queuePage } from '../servarr/servarr-queue.js';
import type { ServarrFakeOptions } from '../servarr/servarr-server.js';
import { additionRefusal, isWatched, type SentAddition, sentAddition, wantsSearch } from './chaptarr-additions.js';
import { FORMATS, type ChaptarrFormat, type ChaptarrWork, isMeant } from './chaptarr-catalog.js';
import type { ChaptarrLibrary } from './chaptarr-library.js';
import { CHAPTARR_NOTIFICATIONS } from './chaptarr-notifications.js';
import { type ChaptarrProfile, metadataProfile, placeRefusals, qualityProfile, rootFolder } from './chaptarr-places.js';
import {
  authorResource,
  bookResource,
  editionResources,
  fileResource,
  importResource,
  localResource,
  lookupResource,
  pathOf,
  queueResource,
  wholeBookResource,
} from './chaptarr-resources.js';
import { type ChaptarrStoredAuthor, type ChaptarrStoredBook, settingsOf } from './chaptarr-stored.js';

const CHAPTARR: ServarrProduct = {
  appName: 'Chaptarr',
  version: '0.9.925.0',
  migrationVersion: 120,
  api: 'v1',
  statusBody: { installationId: 'demo-installation' },
  notifications: CHAPTARR_NOTIFICATIONS,
  commandBody: { isTypeExclusive: false },
  qualityProfile: (profile) => qualityProfile(profile as ChaptarrProfile),
};

/** A search for releases that really ran. */
export interface ChaptarrSearch {
  readonly bookIds: readonly number[];
  /** `add`: by the option of an addition; `command`: by a BookSearch. */
  readonly via: 'add' | 'command';
}

/** An addition that was taken. */
export interface ChaptarrAddition {
  readonly foreignBookId: string;
  readonly format: ChaptarrFormat;
  /** Null for one whose author has to be imported first. */
  readonly bookId: number | null;
}

/** What Chaptarr answers and does, out of a library that somebody else puts in place. */
export abstract class ChaptarrApi extends ServarrFake<ChaptarrLibrary> {
  /** Every search that really ran, in order. */
  readonly searches: ChaptarrSearch[] = [];
  /** Every addition that was taken, in order. */
  readonly additions: ChaptarrAddition[] = [];
  /** How an addition is answered whose author has to be imported first: 202, or with the 400 of versions before. */
  putsOffBy: 202 | 400 = 202;
  /** Ids that mean several things: an addition with one of them is answered 409. */
  readonly ambiguous = new Set<string>();
  /** By the id of a record: members that lists write otherwise, such as nonsense. */
  readonly spoiled = new Map<number, Fields>();

  protected constructor(library: ChaptarrLibrary, options: ServarrFakeOptions) {
    super(CHAPTARR, library, options);
    this.addPlaces();
    this.addReads();
    this.addChanges();
    this.addArt();
  }

  protected override carryOut(name: string, { bookIds }: Fields): void {
    if (name !== 'BookSearch' || !Array.isArray(bookIds)) return;
    const known = bookIds.map(Number).filter((id) => this.library.book(id));
    if (known.length > 0) this.searches.push({ bookIds: known, via: 'command' });
  }

  private addPlaces(): void {
    const { library } = this;
    const of = <T extends { readonly format: string | null }>(all: readonly T[], { mediaType }: FakeRequest['query']) =>
      all.filter(({ format }) => mediaType === undefined || [mediaType, 'general', 'mixed', null].includes(format));
    this.api('GET qualityprofile', ({ query }) => ({ body: of(library.profiles, query).map(qualityProfile) }));
    this.api('GET metadataprofile', ({ query }) => ({
      body: of(library.metadataProfiles, query).map(metadataProfile),
    }));
    this.api('GET rootfolder', ({ query }) => ({ body: of(library.folders, query).map(rootFolder) }));
  }

  private addReads(): void {
    const { library } = this;
    this.api('GET author', () => ({ body: library.authors.map((one) => this.authorAnswer(one)) }));
    this.api('GET author/lookup', () => ({ body: library.authors.map((one) => this.authorAnswer(one)) }));
    this.api('GET author/:id', ({ params }) => {
      const author = library.author(params.id);
      return found(author && this.authorAnswer(author));
    });
    this.api('GET book', ({ query }) => ({ body: this.listed(query).map((one) => this.bookAnswer(one)) }));
    this.api('GET book/lookup', ({ query }) => this.lookedUp(query));
    this.api('GET book/:id', ({ params }) => {
      const book = library.book(params.id);
      return found(book && wholeBookResource(book));
    });
    this.api('GET edition', ({ query }) => ({
      body: this.listed({ bookIds: query.bookId }).flatMap(editionResources),
    }));
    this.api('GET bookfile', ({ query }) => {
      const books = this.listed({ ...query, bookIds: query.bookId });
      return { body: books.flatMap((book) => book.files.map((file) => fileResource(book, file))) };
    });
    this.api('GET bookfile/:id', ({ params }) => {
      const all = library.books.flatMap((book) => book.files.map((file) => ({ book, file })));
      const one = all.find(({ file }) => file.id === Number(params.id));
      return found(one && fileResource(one.book, one.file));
    });
    this.api('GET pendingauthorimport', () => ({ body: library.imports.map(importResource) }));
    this.api('GET queue', ({ query }) => {
      const unknownToo = query.includeUnknownAuthorItems === 'true';
      return {
        body: queuePage(
          library.queue.filter(({ book }) => book !== null || unknownToo),
          query,
          (row) => queueResource(row, query),
        ),
      };
    });
    this.api('GET calendar', () => ({ body: library.books.map(bookResource) }));
    const page = (key: string, rows: () => readonly Fields[]): void =>
      this.api(`GET ${key}`, ({ query }) => ({ body: recordPage(rows(), query, 'date', (row) => row) }));
    this.api('GET history', ({ query }) => ({ body: historyPage(library.books.flatMap(historyOf), query) }));
    page('wanted/missing', () => library.books.filter((one) => one.files.length === 0).map(bookResource));
    page('wanted/cutoff', () => library.books.filter((one) => one.files.length > 0).map(bookResource));
  }

  private addChanges(): void {
    const { library } = this;
    this.api('POST book', ({ query, body }) => this.add(sentAddition(query.mediaType, asFields(body))));
    this.api('PUT book/monitor', ({ body }) => {
      const { bookIds, monitored } = asFields(body);
      const chosen = library.books.filter(({ id }) => Array.isArray(bookIds) && bookIds.includes(id));
      for (const book of chosen) book.monitored = monitored === true;
      return { status: 202, body: chosen.map(bookResource) };
    });
    this.api('PUT book/:id', ({ params, body }) => {
      const book = library.book(params.id);
      return book ? replaceBook(book, asFields(body)) : found(undefined);
    });
    this.api('PUT author/:id', ({ params, body }) => {
      const author = library.author(params.id);
      return author ? this.replaceAuthor(author, asFields(body)) : found(undefined);
    });
    this.api('DELETE book/:id', ({ params }) => {
      const book = library.book(params.id);
      if (book) library.removeBook(book);
      return found(book && {});
    });
  }

  private addArt(): void {
    const art = { headers: { 'content-type': 'image/jpeg' }, body: Buffer.from([0xff, 0xd8, 0xff, 0x7b, 0x22]) };
    this.route('GET /MediaCover/:id/:file', () => art);
    this.route('GET /MediaCover/Books/:id/:file', () => art);
    this.route('GET /MediaCover/Books/:id/:folder/:file', () => art);
    this.api('GET mediacover/books/:id/:file', () => art);
    this.api('GET MediaCover/Books/:id/:file', () => art);
    this.api('GET mediacover/book/:id/:file', () => art);
    this.api('GET mediacover/:id/:file', () => art);
    this.api('GET mediacover/author/:id/:file', () => art);
  }

  private listed({ authorId, mediaType, bookIds }: FakeRequest['query'] | Fields): readonly ChaptarrStoredBook[] {
    const ids = bookIds === undefined ? null : [bookIds].flat().map(Number);
    return this.library.books.filter(
      (book) =>
        (authorId === undefined || book.author.id === Number(authorId)) &&
        (mediaType === undefined || book.format === mediaType) &&
        (ids === null || ids.includes(book.id)),
    );
  }

  private bookAnswer(book: ChaptarrStoredBook): Fields {
    return { ...bookResource(book), ...this.spoiled.get(book.id) };
  }

  private authorAnswer(author: ChaptarrStoredAuthor): Fields {
    return authorResource(author.writer, author, this.listed({ authorId: author.id }));
  }

  /**
   * Records of the library where an id means some; else what the metadata service finds. A call that names no term at all
   * is given everything, so that a proxy that only passes answers on has one.
   */
  private lookedUp({ term, mediaType }: FakeRequest['query']): FakeAnswer {
    const asked = term === undefined ? '' : String(term).trim();
    if (term !== undefined && asked === '') return { status: 400, body: { error: 'term is required' } };
    if (/^\d+$/.test(asked)) return { status: 400, body: { error: 'term must have a provider prefix' } };
    const formats = FORMATS.filter((format) => mediaType === undefined || format === mediaType);
    const isId = /^(?:hc|gr|ol|gb|az|isbn):/i.test(asked);
    const local = isId ? formats.flatMap((format) => this.library.meant(asked, format)) : [];
    if (local.length > 0) {
      return {
        body: local.map((book) => ({ ...wholeBookResource(book), ...this.aroundLookup(book.work, book.author) })),
      };
    }
    const fits = (work: ChaptarrWork, format: ChaptarrFormat): boolean =>
      work.editions[format].length > 0 &&
      (isId ? isMeant(work, format, asked) : work.title.toLowerCase().includes(asked.toLowerCase()));
    const remote = this.library.catalog.flatMap((work) =>
      formats
        .filter((format) => fits(work, format))
        .map((format) => ({ ...lookupResource(work, format), ...this.aroundLookup(work, null) })),
    );
    return { body: remote };
  }

  /** The author of a title, and the records that there are of it. What the metadata service finds has an author without id. */
  private aroundLookup(work: ChaptarrWork, author: ChaptarrStoredAuthor | null): Fields {
    const known = this.library.authorOf(work.author);
    const resource = known ? this.authorAnswer(known) : authorResource(work.author, null, []);
    const local = (format: ChaptarrFormat): readonly Fields[] =>
      this.library.meant(work.foreignBookId, format).map(localResource);
    return {
      localEbookBooks: local('ebook'),
      localAudiobookBooks: local('audiobook'),
      author: { ...resource, id: author?.id ?? 0 },
    };
  }

  /** The search of an addition runs for a watched record alone. */
  private add(sent: SentAddition | FakeAnswer): FakeAnswer {
    if (!('format' in sent)) return sent;
    const refused = additionRefusal(this.library, sent, this.ambiguous);
    const work = this.library.work(String(sent.body.foreignBookId));
    if (refused || !work) return refused ?? { status: 400, body: [] };
    const known = this.library.authorOf(work.author);
    const monitored = isWatched(sent, !known);
    const { format, author, editions } = sent;
    if (!known && this.library.late.has(work.author.foreignAuthorId)) {
      return this.putOff(sent, work, monitored);
    }
    if (!known) this.library.importAuthor(work.author, author, format);
    const there = this.library.authorOf(work.author);
    const [arrived] = this.library.meant(work.foreignBookId, format);
    const book = arrived ?? (there && this.library.storeBook(work, format, there, { editions }));
    if (!book) throw new Error('the fake lost an author');
    book.monitored = monitored;
    this.additions.push({ foreignBookId: work.foreignBookId, format, bookId: book.id });
    if (monitored && wantsSearch(sent)) this.searches.push({ bookIds: [book.id], via: 'add' });
    return { status: 201, body: wholeBookResource(book) };
  }

  private putOff({ format, author }: SentAddition, work: ChaptarrWork, monitored: boolean): FakeAnswer {
    const { id } = this.library.putOff(work.author, author, { work, format, monitored });
    this.additions.push({ foreignBookId: work.foreignBookId, format, bookId: null });
    const words = `Author '${work.author.name}' isn't available yet on our metadata server.`;
    if (this.putsOffBy === 202) return { status: 202, body: { pendingId: id, message: words } };
    const errorMessage = `${words} It has been queued for import (pending ID: ${id}) and will be imported automatically.`;
    return { status: 400, body: [{ propertyName: 'Author', errorMessage, severity: 'error' }] };
  }

  private replaceAuthor(author: ChaptarrStoredAuthor, body: Fields): FakeAnswer {
    const settings = settingsOf(body);
    const failures = FORMATS.flatMap((format) => placeRefusals(this.library, settings, format, false));
    if (failures.length > 0) return { status: 400, body: failures };
    author.settings = settings;
    return { status: 202, body: this.authorAnswer(author) };
  }
}

/** A whole record in place of the present one: what it watches, and which of its editions. */
function replaceBook(book: ChaptarrStoredBook, body: Fields): FakeAnswer {
  book.monitored = body[`${book.format}Monitored`] === true || body.monitored === true;
  const sent = Array.isArray(body.editions) ? body.editions.map(asFields) : [];
  for (const edition of book.editions) {
    const same = sent.find(({ id }) => id === edition.id);
    if (same) Object.assign(edition, { monitored: same.monitored === true, manualAdd: same.manualAdd === true });
  }
  return { status: 202, body: wholeBookResource(book) };
}

/** The releases that were taken for it, and the imports of its files. */
function historyOf(book: ChaptarrStoredBook): readonly Fields[] {
  const said = {
    bookId: book.id,
    authorId: book.author.id,
    sourceTitle: `${book.author.writer.name} - ${book.work.title}`,
  };
  const grabs = book.grabs.map(({ id, downloadId, date }) => ({ ...said, id, date, downloadId, eventType: 'grabbed' }));
  const imports = book.files.map(({ id, dateAdded: date, downloadId }) => ({
    ...said,
    id: id + 10,
    date,
    ...(downloadId !== undefined && { downloadId }),
    eventType: 'bookFileImported',
    data: { importedPath: pathOf(book) },
  }));
  return [...grabs, ...imports];
}
