import { Controller, Get, Query } from '@nestjs/common';
import { RequirePermission } from '../../../core/access/access.decorators.js';
import { CurrentCaller, type Caller } from '../../../core/access/caller.js';
import { KidsUnlimited } from '../../../core/access/kids.decorators.js';
import { AppError, badRequest } from '../../../core/errors/app-error.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { queryWord, type UnvalidatedQuery } from '../../../core/http/query-values.js';
import { BookListsService } from '../books/book-lists.service.js';
import type { SeriesSort } from '../books/book-series.js';
import type { CreatorSort } from '../digests/creators.js';
import {
  bookTitle,
  libraryAuthor,
  librarySeries,
  placedBook,
  recentBook,
  type BookAuthorsView,
  type BookAuthorView,
  type BookLibraryView,
  type BookRecentView,
  type BookSeriesDetailView,
  type BookSeriesView,
} from './book-lists.view.js';
import { ListedLibraryService } from './listed-library.service.js';
import { AlbumListsService } from '../albums/album-lists.service.js';
import {
  libraryArtist,
  musicTitle,
  recentAlbum,
  type MusicArtistsView,
  type LibraryArtistPageView,
  type MusicLibraryView,
  type MusicRecentView,
} from './music-lists.view.js';
import type { ServiceType } from '../../instances/instances.public.js';

/** The parameters of a list of what a library has. */
interface ListedQuery {
  /** The caller's default library when left out. */
  readonly instance_id?: string;
}

/** The parameters of a list of recent arrivals. */
interface RecentQuery extends ListedQuery {
  /** 1 to 50; 20 by default. */
  readonly limit?: number;
}

/** The parameters of a list of artists. */
interface SortedQuery extends ListedQuery {
  /** `albums` by default, and for any other word: those of whom most is on disk first. */
  readonly sort?: 'albums' | 'name' | 'added';
}

/** The parameters of a list of authors. */
interface AuthorsQuery extends ListedQuery {
  /** `books` by default, and for any other word: those of whom most is on disk first. */
  readonly sort?: 'books' | 'name' | 'added';
}

/** The parameters of a list of series. */
interface SeriesQuery extends ListedQuery {
  /** `books` by default, and for any other word: those with most on disk first. */
  readonly sort?: 'books' | 'name';
}

/** The parameters of an author's page. */
interface AuthorQuery extends ListedQuery {
  /** The author's id, as the library names it. */
  readonly foreign_id: string;
}

/** The parameters of a page of a series. */
interface SeriesNameQuery extends ListedQuery {
  /** The whole name, as the library writes it. */
  readonly name: string;
}

/** The parameters of an artist's page. */
interface ArtistQuery extends ListedQuery {
  /** The artist's id. */
  readonly foreign_id: string;
}

const DEFAULT_RECENT = 20;
const MOST_RECENT = 50;

/**
 * How many recent arrivals are wanted; more than 50 are cut to 50.
 *
 * @throws AppError 400 for anything but a positive whole number. Source: doc 4 section 2
 */
function limitOf(value: unknown): number {
  if (value === undefined || value === '') return DEFAULT_RECENT;
  if (typeof value !== 'string' || !/^[1-9]\d{0,8}$/.test(value))
    throw badRequest('not_positive', 'limit must be a positive number', { name: 'limit' });
  return Math.min(Number(value), MOST_RECENT);
}

/** The order of creators; an unknown word means the default. */
const sortOf = (value: unknown): CreatorSort => (value === 'name' || value === 'added' ? value : 'titles');

/** The order of series; an unknown word means the default. */
const seriesSortOf = (value: unknown): SeriesSort => (value === 'name' ? value : 'titles');

const UNREADABLE = 'The library can not be read for now.';
const NOT_GRANTED = 'The caller may not use this library.';

/**
 * What is in a library of books or music. It carries no ratings, so a kids account gets what anybody gets who holds the
 * library. A caller without one gets empty lists; the pages of an author, a series and an artist are refused.
 */
@Controller('api/requests')
export class LibraryListsController {
  constructor(
    private readonly libraries: ListedLibraryService,
    private readonly books: BookListsService,
    private readonly music: AlbumListsService,
  ) {}

  /** List the titles of a book library, and their authors. When only the authors can't be read, they are null. */
  @RequirePermission('media:request')
  @KidsUnlimited()
  @Get('book-library')
  @Answers({ 503: UNREADABLE })
  async bookLibrary(
    @CurrentCaller() caller: Caller,
    @Query() query: UnvalidatedQuery<ListedQuery>,
  ): Promise<BookLibraryView> {
    const id = await this.find(caller, 'book_manager', query);
    if (id === null) return { titles: [], authors: [] };
    const { titles, authors } = await this.books.library(id);
    return {
      titles: titles.map((book) => bookTitle(book, id)),
      authors: authors?.map((author) => libraryAuthor(author, id)) ?? null,
    };
  }

  /** List the titles whose files came last. Both formats of a title are one entry. */
  @RequirePermission('media:request')
  @KidsUnlimited()
  @Get('book-recent')
  @Answers({ 503: UNREADABLE })
  async bookRecent(
    @CurrentCaller() caller: Caller,
    @Query() query: UnvalidatedQuery<RecentQuery>,
  ): Promise<BookRecentView> {
    const limit = limitOf(query.limit);
    const id = await this.find(caller, 'book_manager', query);
    if (id === null) return { items: [] };
    return { items: (await this.books.recent(id, limit)).map((book) => recentBook(book, id)) };
  }

  /** List the authors of a book library who have a title in it. */
  @RequirePermission('media:request')
  @KidsUnlimited()
  @Get('book-authors')
  @Answers({ 503: UNREADABLE })
  async authors(
    @CurrentCaller() caller: Caller,
    @Query() query: UnvalidatedQuery<AuthorsQuery>,
  ): Promise<BookAuthorsView> {
    const id = await this.find(caller, 'book_manager', query);
    if (id === null) return { authors: [], total: 0 };
    const { creators, total } = await this.books.authors(id, sortOf(query.sort));
    return { authors: creators.map((author) => libraryAuthor(author, id)), total };
  }

  /** Get an author with the titles that the library knows of. */
  @RequirePermission('media:request')
  @KidsUnlimited()
  @Get('book-author')
  @Answers({ 403: NOT_GRANTED, 404: 'The library has no such author.', 503: UNREADABLE })
  async author(
    @CurrentCaller() caller: Caller,
    @Query() query: UnvalidatedQuery<AuthorQuery>,
  ): Promise<BookAuthorView> {
    const foreignId = queryWord('foreign_id', query.foreign_id);
    if (foreignId === undefined) throw badRequest('required', 'foreign_id required', { name: 'foreign_id' });
    const id = await this.require(caller, 'book_manager', query);
    const found = await this.books.author(id, foreignId);
    if (!found) throw new AppError('author_not_found', 404, 'no author with this foreign_id');
    return { author: libraryAuthor(found.author, id), titles: found.titles.map((book) => bookTitle(book, id)) };
  }

  /** List the series of a book library with something on disk. */
  @RequirePermission('media:request')
  @KidsUnlimited()
  @Get('book-series')
  @Answers({ 503: UNREADABLE })
  async series(
    @CurrentCaller() caller: Caller,
    @Query() query: UnvalidatedQuery<SeriesQuery>,
  ): Promise<BookSeriesView> {
    const id = await this.find(caller, 'book_manager', query);
    if (id === null) return { series: [], total: 0 };
    const { series, total } = await this.books.series(id, seriesSortOf(query.sort));
    return { series: series.map((one) => librarySeries(one, id)), total };
  }

  /** Get a series with every title that the library knows of. */
  @RequirePermission('media:request')
  @KidsUnlimited()
  @Get('book-series-detail')
  @Answers({ 403: NOT_GRANTED, 404: 'No title of the library names such a series.', 503: UNREADABLE })
  async seriesNamed(
    @CurrentCaller() caller: Caller,
    @Query() query: UnvalidatedQuery<SeriesNameQuery>,
  ): Promise<BookSeriesDetailView> {
    const name = queryWord('name', query.name);
    if (name === undefined) throw badRequest('required', 'name required', { name: 'name' });
    const id = await this.require(caller, 'book_manager', query);
    const found = await this.books.seriesNamed(id, name);
    if (!found) throw new AppError('book_series_not_found', 404, 'no series of this name');
    return { series: librarySeries(found.series, id), titles: found.titles.map((book) => placedBook(book, id)) };
  }

  /** List the albums of a music library. */
  @RequirePermission('media:request')
  @KidsUnlimited()
  @Get('music-library')
  @Answers({ 503: UNREADABLE })
  async musicLibrary(
    @CurrentCaller() caller: Caller,
    @Query() query: UnvalidatedQuery<ListedQuery>,
  ): Promise<MusicLibraryView> {
    const id = await this.find(caller, 'music_manager', query);
    if (id === null) return { titles: [] };
    const albums = await this.music.albums(id);
    return { titles: albums.map((album) => musicTitle(album, id)) };
  }

  /** List the albums whose files came last. */
  @RequirePermission('media:request')
  @KidsUnlimited()
  @Get('music-recent')
  @Answers({ 503: UNREADABLE })
  async musicRecent(
    @CurrentCaller() caller: Caller,
    @Query() query: UnvalidatedQuery<RecentQuery>,
  ): Promise<MusicRecentView> {
    const limit = limitOf(query.limit);
    const id = await this.find(caller, 'music_manager', query);
    if (id === null) return { items: [] };
    return { items: (await this.music.recent(id, limit)).map((one) => recentAlbum(one, id)) };
  }

  /** List the artists of a music library. */
  @RequirePermission('media:request')
  @KidsUnlimited()
  @Get('music-artists')
  @Answers({ 503: UNREADABLE })
  async artists(
    @CurrentCaller() caller: Caller,
    @Query() query: UnvalidatedQuery<SortedQuery>,
  ): Promise<MusicArtistsView> {
    const sort = sortOf(query.sort);
    const id = await this.find(caller, 'music_manager', query);
    if (id === null) return { artists: [], total: 0 };
    const { creators, total } = await this.music.artists(id, sort);
    return { artists: creators.map((artist) => libraryArtist(artist, id)), total };
  }

  /** Get an artist with the albums that the library knows of. */
  @RequirePermission('media:request')
  @KidsUnlimited()
  @Get('music-artist')
  @Answers({
    403: NOT_GRANTED,
    404: 'The library has no such artist.',
    503: UNREADABLE,
  })
  async artist(
    @CurrentCaller() caller: Caller,
    @Query() query: UnvalidatedQuery<ArtistQuery>,
  ): Promise<LibraryArtistPageView> {
    const foreignId = queryWord('foreign_id', query.foreign_id);
    if (foreignId === undefined) throw badRequest('required', 'foreign_id required', { name: 'foreign_id' });
    const id = await this.require(caller, 'music_manager', query);
    const found = await this.music.artist(id, foreignId);
    if (!found) throw new AppError('artist_not_found', 404, 'no artist with this foreign_id');
    const { artist, albums } = found;
    return { artist: libraryArtist(artist, id), titles: albums.map((album) => musicTitle(album, id)) };
  }

  private find(caller: Caller, kind: ServiceType, query: UnvalidatedQuery<ListedQuery>): Promise<string | null> {
    return this.libraries.find(caller, kind, queryWord('instance_id', query.instance_id));
  }

  private require(caller: Caller, kind: ServiceType, query: UnvalidatedQuery<ListedQuery>): Promise<string> {
    return this.libraries.require(caller, kind, queryWord('instance_id', query.instance_id));
  }
}
