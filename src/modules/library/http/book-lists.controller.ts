import { Controller, Get, Query } from '@nestjs/common';
import { RequirePermission } from '../../../core/access/access.decorators.js';
import { CurrentCaller, type Caller } from '../../../core/access/caller.js';
import { KidsUnlimited } from '../../../core/access/kids.decorators.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { queryWord, type UnvalidatedQuery } from '../../../core/http/query-values.js';
import { BookListsService } from '../books/book-lists.service.js';
import { authorNotFound, seriesNotFound } from '../library.errors.js';
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
import {
  limitOf,
  seriesSortOf,
  sortOf,
  type AuthorQuery,
  type AuthorsQuery,
  type ListedQuery,
  type RecentQuery,
  type SeriesNameQuery,
  type SeriesQuery,
} from './lists-query.js';

const UNREADABLE = 'The library can not be read for now.';
const NOT_GRANTED = 'The caller may not use this library.';

/**
 * What is in a book library. It carries no ratings, so a kids account gets what anybody gets who holds the library. A
 * caller without one gets empty lists; the pages of an author and of a series are refused. Source: doc 4 section 2.
 */
@Controller('api/requests')
export class BookListsController {
  constructor(
    private readonly libraries: ListedLibraryService,
    private readonly lists: BookListsService,
  ) {}

  /** List the titles of a book library, and their authors. When only the authors can't be read, they are null. */
  @RequirePermission('media:request')
  @KidsUnlimited()
  @Get('book-library')
  @Answers({ 503: UNREADABLE })
  async library(
    @CurrentCaller() caller: Caller,
    @Query() query: UnvalidatedQuery<ListedQuery>,
  ): Promise<BookLibraryView> {
    const id = await this.find(caller, query);
    if (id === null) return { titles: [], authors: [] };
    const { titles, authors } = await this.lists.library(id);
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
  async recent(
    @CurrentCaller() caller: Caller,
    @Query() query: UnvalidatedQuery<RecentQuery>,
  ): Promise<BookRecentView> {
    const limit = limitOf(query.limit);
    const id = await this.find(caller, query);
    if (id === null) return { items: [] };
    return { items: (await this.lists.recent(id, limit)).map((book) => recentBook(book, id)) };
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
    const id = await this.find(caller, query);
    if (id === null) return { authors: [], total: 0 };
    const { creators, total } = await this.lists.authors(id, sortOf(query.sort));
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
    if (foreignId === undefined) throw badRequest('foreign_id required');
    const id = await this.require(caller, query);
    const found = await this.lists.author(id, foreignId);
    if (!found) throw authorNotFound();
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
    const id = await this.find(caller, query);
    if (id === null) return { series: [], total: 0 };
    const { series, total } = await this.lists.series(id, seriesSortOf(query.sort));
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
    if (name === undefined) throw badRequest('name required');
    const id = await this.require(caller, query);
    const found = await this.lists.seriesNamed(id, name);
    if (!found) throw seriesNotFound();
    return { series: librarySeries(found.series, id), titles: found.titles.map((book) => placedBook(book, id)) };
  }

  private find(caller: Caller, { instance_id }: UnvalidatedQuery<ListedQuery>): Promise<string | null> {
    return this.libraries.find(caller, 'book_manager', queryWord('instance_id', instance_id));
  }

  private require(caller: Caller, { instance_id }: UnvalidatedQuery<ListedQuery>): Promise<string> {
    return this.libraries.require(caller, 'book_manager', queryWord('instance_id', instance_id));
  }
}
