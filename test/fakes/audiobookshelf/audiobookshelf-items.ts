/** What a test says of a book. */
export interface AudiobookshelfBookGiven {
  readonly id?: string;
  readonly title: string;
  readonly author?: string;
  readonly narrators?: readonly string[];
  readonly isbn?: string | null;
  readonly asin?: string | null;
  readonly tags?: readonly string[];
  readonly explicit?: boolean;
  /** How many; 1 where nothing is said, 0 for a book to read. */
  readonly tracks?: number;
  readonly isMissing?: boolean;
}

/** What a test says of a library. */
export interface AudiobookshelfLibraryGiven {
  readonly id: string;
  readonly name: string;
  readonly mediaType?: string;
}

interface StoredBook extends Required<AudiobookshelfBookGiven> {
  readonly libraryId: string;
}

const AT = 1_748_700_000_000;

/** The libraries of a server and their books. */
export class AudiobookshelfItems {
  /** Writes items long, with tracks and lists of names, in place of short. */
  writesLong = false;
  readonly libraries: AudiobookshelfLibraryGiven[] = [];
  private readonly books: StoredBook[] = [];

  add(libraryId: string, given: AudiobookshelfBookGiven): string {
    const id = given.id ?? `a9000000-0000-4d7e-8001-${String(this.books.length + 21).padStart(12, '0')}`;
    this.books.push({
      author: 'Ines Valdor',
      narrators: ['Theo Lund'],
      isbn: null,
      asin: null,
      tags: [],
      explicit: false,
      tracks: 1,
      isMissing: false,
      ...given,
      libraryId,
      id,
    });
    return id;
  }

  /** Source: audiobookshelf examples, libraries.list. */
  list(): Readonly<Record<string, unknown>> {
    const libraries = this.libraries.map(({ id, name, mediaType = 'book' }, at) => ({
      id,
      name,
      folders: [{ id: `${id}-folder`, fullPath: `/${mediaType}s`, libraryId: id, addedAt: AT }],
      displayOrder: at + 1,
      icon: 'audiobookshelf',
      mediaType,
      provider: 'audible',
      settings: {
        coverAspectRatio: 1,
        disableWatcher: false,
        skipMatchingMediaWithAsin: false,
        skipMatchingMediaWithIsbn: false,
        autoScanCronExpression: null,
      },
      lastScan: AT,
      lastScanVersion: '2.36.0',
      createdAt: AT,
      lastUpdate: AT,
    }));
    return { libraries };
  }

  /** What contains a text in its title, ISBN or ASIN. Source: audiobookshelf facts, Search; examples, library.search. */
  search(libraryId: string, text: string, limit: number): Readonly<Record<string, unknown>> {
    const sought = text.toLowerCase();
    const found = this.books.filter(
      (book) =>
        book.libraryId === libraryId &&
        [book.title, book.isbn, book.asin].some((one) => one?.toLowerCase().includes(sought)),
    );
    const book = found.slice(0, limit).map((one) => ({ libraryItem: this.shown(one) }));
    return { book, narrators: [], tags: [], genres: [], series: [], authors: [] };
  }

  private shown(book: StoredBook): Readonly<Record<string, unknown>> {
    const { id, libraryId, title, author, isMissing } = book;
    return {
      id,
      ino: '8801',
      oldLibraryItemId: null,
      libraryId,
      folderId: `${libraryId}-folder`,
      path: `/audiobooks/${author}/${title}`,
      relPath: `${author}/${title}`,
      isFile: false,
      mtimeMs: AT,
      ctimeMs: AT,
      birthtimeMs: 0,
      addedAt: AT,
      updatedAt: AT,
      isMissing,
      isInvalid: false,
      mediaType: 'book',
      media: this.media(book),
      numFiles: 2,
      size: 310_000_000,
    };
  }

  private media({ id, title, author, narrators, isbn, asin, explicit, tags, tracks }: StoredBook) {
    const names = this.writesLong
      ? { authors: [{ id: 'author-1', name: author }], narrators, series: [] }
      : { authorName: author, authorNameLF: author, narratorName: narrators.join(', '), seriesName: '' };
    const audio = Array.from({ length: tracks }, (_, at) => ({ index: at + 1, duration: 60 }));
    const counts = this.writesLong
      ? { audioFiles: audio, tracks: audio, chapters: [], ebookFile: null }
      : { numTracks: tracks, numAudioFiles: tracks, numChapters: 12, ebookFormat: null };
    return {
      id: `${id}-media`,
      metadata: {
        title,
        titleIgnorePrefix: title,
        subtitle: null,
        ...names,
        genres: ['Fantasy'],
        publishedYear: '2023',
        publishedDate: null,
        publisher: 'Demo House',
        description: '',
        isbn,
        asin,
        language: 'English',
        explicit,
        abridged: false,
      },
      coverPath: `/metadata/items/${id}/cover.jpg`,
      tags,
      ...counts,
      duration: 40_123.4,
      size: 310_000_000,
    };
  }
}
