import { Injectable } from '@nestjs/common';
import { AlbumCacheService } from '../albums/album-cache.service.js';
import { BookCacheService } from '../books/book-cache.service.js';
import { FilmCacheService } from '../films/film-cache.service.js';
import { SeriesCacheService } from '../series/series-cache.service.js';

/** Ids of libraries, by their kind. */
interface LibrariesByKind {
  readonly films: readonly string[];
  readonly series: readonly string[];
  readonly books: readonly string[];
  readonly albums: readonly string[];
}

/** Keeps libraries polled for people who wait for events without asking. */
@Injectable()
export class FollowedLibrariesService {
  constructor(
    private readonly films: FilmCacheService,
    private readonly series: SeriesCacheService,
    private readonly books: BookCacheService,
    private readonly albums: AlbumCacheService,
  ) {}

  /** Marks these libraries as watched now. */
  note({ films, series, books, albums }: LibrariesByKind): void {
    for (const instanceId of films) this.films.reader.watched.note(instanceId);
    for (const instanceId of series) this.series.reader.watched.note(instanceId);
    for (const instanceId of books) this.books.reader.watched.note(instanceId);
    for (const instanceId of albums) this.albums.reader.watched.note(instanceId);
  }
}
