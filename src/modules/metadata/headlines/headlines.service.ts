import { Injectable } from '@nestjs/common';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import type { RawJson } from '../../../core/http/raw-answer.js';
import { FilmMetadataService } from '../films/film-metadata.service.js';
import { metadataFailed } from '../metadata.errors.js';
import { ProviderPagesService } from '../provider/provider-pages.service.js';
import type { TitleKind } from '../provider/title-summary.js';
import { SeriesMetadataService } from '../series/series-metadata.service.js';
import { readHeadline, readHeadlines, type HeadlinePage, type HeadlineTitle } from './headline-title.js';

/**
 * Reads the films or series at the top of the start page from the provider's cached lists and details. Pages are 1 to
 * 500.
 *
 * Every method throws AppError 503 without a key, and 502 when the provider fails or its answer can't be read: an
 * unreadable title is not left out.
 */
@Injectable()
export class HeadlinesService {
  constructor(
    private readonly pages: ProviderPagesService,
    private readonly films: FilmMetadataService,
    private readonly series: SeriesMetadataService,
  ) {}

  /** The titles that rose most within a day. */
  async trending(kind: TitleKind, page: number): Promise<HeadlinePage> {
    const key = `trending ${kind} day ${page}`;
    const list = await this.pages.page(key, (client) => client.trending(kind, 'day', page));
    return readable(list, (text) => readHeadlines(kind, text));
  }

  /** The titles that most people look at these days. */
  async popular(kind: TitleKind, page: number): Promise<HeadlinePage> {
    const list = await (kind === 'movie' ? this.films.popularMovies(page) : this.series.popularSeries(page));
    return readable(list, (text) => readHeadlines(kind, text));
  }

  /** One title; null when the provider affirms that there is none. */
  async title(kind: TitleKind, tmdbId: number): Promise<HeadlineTitle | null> {
    const detail = await (kind === 'movie' ? this.films.movieDetail(tmdbId) : this.series.seriesDetail(tmdbId));
    return detail && readable(detail, (text) => readHeadline(kind, text));
  }
}

function readable<T>({ text }: RawJson, read: (text: string) => T): T {
  try {
    return read(text);
  } catch (cause) {
    const reason = 'server answered titles that could not be read';
    const unread = { system: 'tmdb', operation: 'headlines', kind: 'malformed', definitelyNotSent: false } as const;
    throw metadataFailed(new UpstreamError({ ...unread, reason, cause }));
  }
}
