import { Injectable } from '@nestjs/common';
import { BookCacheService } from '../books/book-cache.service.js';
import { FilmCacheService } from '../films/film-cache.service.js';
import { SeriesCacheService } from '../series/series-cache.service.js';

/** Ids of libraries, by their kind. */
interface LibrariesByKind {
  readonly films: readonly string[];
  readonly series: readonly string[];
  readonly books: readonly string[];
}

/** Keeps libraries polled for people who wait for events without asking. */
@Injectable()
export class FollowedLibrariesService {
  constructor(
    private readonly films: FilmCacheService,
    private readonly series: SeriesCacheService,
    private readonly books: BookCacheService,
  ) {}

  /** Marks these libraries as watched now. */
  note({ films, series, books }: LibrariesByKind): void {
    for (const instanceId of films) this.films.watched.note(instanceId);
    for (const instanceId of series) this.series.watched.note(instanceId);
    for (const instanceId of books) this.books.watched.note(instanceId);
  }
}
