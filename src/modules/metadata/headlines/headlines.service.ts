import { Injectable } from '@nestjs/common';
import { sayFrom } from '../../../core/errors/sentence.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import type { RawJson } from '../../../core/http/raw-answer.js';
import { FilmMetadataService } from '../films/film-metadata.service.js';
import { metadataFailed } from '../metadata.errors.js';
import { MetadataProviderService } from '../provider/metadata-provider.service.js';
import type { TitleKind } from '../provider/title-summary.js';
import { SeriesMetadataService } from '../series/series-metadata.service.js';
import { z } from 'zod';

interface TitleFlags {
  readonly adult: boolean;
  /** Genre ids of the provider; empty when it names none. */
  readonly genreIds: readonly number[];
}

/** A film or series as a headline row shows it. */
export interface HeadlineTitle {
  readonly tmdbId: number;
  readonly title: string;
  readonly overview: string;
  /** Path below the provider's image host, with its leading slash; null when there is none. */
  readonly posterPath: string | null;
  readonly backdropPath: string | null;
  /** Day of the first release or episode as the provider writes it, YYYY-MM-DD; empty where unknown. */
  readonly firstDay: string;
  /** 0 to 10; 0 where nobody has voted. */
  readonly voteAverage: number;
  /** ISO 639-1, perhaps with a region; null when the provider names none. */
  readonly originalLanguage: string | null;
  /** The facts that the title is judged by; null when they can't be read. */
  readonly flags: TitleFlags | null;
}

/** A page of titles, and how far its list goes. */
export interface HeadlinePage {
  readonly titles: readonly HeadlineTitle[];
  readonly totalPages: number;
  readonly totalResults: number;
}

const common = z.object({
  id: z.number().int(),
  overview: z.string().nullish(),
  poster_path: z.string().nullish(),
  backdrop_path: z.string().nullish(),
  vote_average: z.number().nullish(),
  original_language: z.string().nullish(),
});

const flags = z
  .object({
    adult: z.boolean().nullish(),
    genre_ids: z.array(z.number().int()).nullish(),
    genres: z.array(z.object({ id: z.number().int() })).nullish(),
  })
  .transform(({ adult, genre_ids, genres }) => ({
    adult: adult ?? false,
    genreIds: [...(genre_ids ?? []), ...(genres ?? []).map(({ id }) => id)],
  }));

const SHAPES = {
  movie: withFlags(
    common
      .extend({ title: z.string(), release_date: z.string().nullish() })
      .transform(({ title, release_date, ...rest }) => headline(title, release_date, rest)),
  ),
  tv: withFlags(
    common
      .extend({ name: z.string(), first_air_date: z.string().nullish() })
      .transform(({ name, first_air_date, ...rest }) => headline(name, first_air_date, rest)),
  ),
};

const PAGES = { movie: pageOf(SHAPES.movie), tv: pageOf(SHAPES.tv) };

/** Reads the flags separately: callers that don't judge by them get the title even when they are unreadable. */
function withFlags(shown: z.ZodType<Omit<HeadlineTitle, 'flags'>>): z.ZodType<HeadlineTitle> {
  return z.unknown().transform((title) => ({ ...shown.parse(title), flags: flags.safeParse(title).data ?? null }));
}

function headline(
  title: string,
  firstDay: string | null | undefined,
  { id, overview, poster_path, backdrop_path, vote_average, original_language }: z.infer<typeof common>,
): Omit<HeadlineTitle, 'flags'> {
  return {
    tmdbId: id,
    title,
    overview: overview ?? '',
    posterPath: poster_path || null,
    backdropPath: backdrop_path || null,
    firstDay: firstDay ?? '',
    voteAverage: vote_average ?? 0,
    originalLanguage: original_language || null,
  };
}

function pageOf(row: z.ZodType<HeadlineTitle>): z.ZodType<HeadlinePage> {
  return z
    .object({ results: z.array(row), total_pages: z.number().int(), total_results: z.number().int() })
    .transform(({ results, total_pages, total_results }) => ({
      titles: results,
      totalPages: total_pages,
      totalResults: total_results,
    }));
}

/**
 * Reads the titles at the top of the start page. Pages are 1 to 500. Every method throws AppError 503 without a key, and 502 when the
 * provider fails or its answer can't be read: an unreadable title is not left out.
 */
@Injectable()
export class HeadlinesService {
  constructor(
    private readonly provider: MetadataProviderService,
    private readonly films: FilmMetadataService,
    private readonly series: SeriesMetadataService,
  ) {}

  async trending(kind: TitleKind, page: number): Promise<HeadlinePage> {
    const key = `trending ${kind} day ${page}`;
    const list = await this.provider.page(key, (client) => client.trending(kind, 'day', page));
    return readable(list, PAGES[kind]);
  }

  async popular(kind: TitleKind, page: number): Promise<HeadlinePage> {
    const list = await (kind === 'movie' ? this.films.popularMovies(page) : this.series.popularSeries(page));
    return readable(list, PAGES[kind]);
  }

  async title(kind: TitleKind, tmdbId: number): Promise<HeadlineTitle | null> {
    const detail = await (kind === 'movie' ? this.films.movieDetail(tmdbId) : this.series.seriesDetail(tmdbId));
    return detail && readable(detail, SHAPES[kind]);
  }
}

const say = sayFrom({ headlines_unreadable: 'server answered titles that could not be read' });

/** What a text holds. @throws AppError 502 for any other text, or when one row of a page is no title */
function readable<T>({ text }: RawJson, schema: z.ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    const reason = say('headlines_unreadable');
    const unread = { system: 'tmdb', operation: 'headlines', kind: 'malformed', definitelyNotSent: false } as const;
    throw metadataFailed(new UpstreamError({ ...unread, reason, cause }));
  }
}
