import { z, type ZodType } from 'zod';
import { lenient, objectRows, readableRows } from '../http/lenient-members.js';
import type { Secret } from '../../core/secrets/secret.js';
import { type ClientOptions, type HttpCall, HttpTransport } from '../http/http-transport.js';
import { type PassedOn, readPassedOn } from '../http/json-answer.js';

/** The provider's name in errors and logs. */
export const TRAKT = 'trakt';

/** Artwork is on hosts below this domain, under `images/`. */
export const TRAKT_DOMAIN = 'trakt.tv';

/** Any but trakt and slug may be null. */
const traktTitle = z.object({ ids: z.object({ tmdb: lenient(z.number().int()) }) });

/** Rows that name the film or the series that they are about; null where they name none that could be read. */
export const traktTitleRows = readableRows(z.object({ movie: lenient(traktTitle), show: lenient(traktTitle) }));

type TraktRows = z.infer<typeof objectRows>;
type TraktTitleRows = z.infer<typeof traktTitleRows>;

const DEADLINE_MS = 10_000;
/** The calendar of everything is the largest: some thousand rows. */
const MAX_BYTES = 8 * 1024 * 1024;
const API_VERSION = '2';
/** Everything that is known of a title, its artwork too, which comes no other way. */
const FULL = 'full,images';
/** What a list may hold beside them (seasons, episodes, people) is nothing that can be discovered by itself. */
const TITLES = 'movie,show';

interface TraktClientOptions extends ClientOptions {
  readonly clientId: Secret;
}

/** Films or series, as paths name them. */
export type TraktKind = 'movies' | 'shows';

/** Which part of a list: the pages count from 1, and have `limit` entries each. */
interface TraktPage {
  readonly page: number;
  readonly limit: number;
}

/** Trakt v2, without a user's token. Every list is a bare array. Methods throw UpstreamError for everything but that list. */
export class TraktClient {
  private readonly transport: HttpTransport;

  constructor({ clientId, ...options }: TraktClientOptions) {
    this.transport = new HttpTransport({
      ...options,
      system: TRAKT,
      headers: {
        'trakt-api-key': clientId,
        'trakt-api-version': API_VERSION,
        'Content-Type': 'application/json',
      },
      deadlineMs: DEADLINE_MS,
      maxBytes: MAX_BYTES,
    });
  }

  /** Resolves when Trakt takes the client id; one that it refuses is thrown as `unauthorized`. */
  async validateKey(): Promise<void> {
    await this.rows('key.validate', ['movies', 'trending'], { page: 1, limit: 1 });
  }

  /** What most people watch right now: `[{watchers, movie or show}]`. */
  trending(kind: TraktKind, { page, limit }: TraktPage): Promise<PassedOn<TraktRows>> {
    return this.rows(`${kind}.trending`, [kind, 'trending'], { extended: FULL, page, limit });
  }

  /** The same, with what the titles are known by and no more. */
  async trendingTitles(kind: TraktKind, { page, limit }: TraktPage): Promise<TraktTitleRows> {
    return (await this.read(`${kind}.trending`, [kind, 'trending'], { page, limit }, traktTitleRows)).parsed;
  }

  /** What is rated the best by the most: `[movie or show]`. */
  popular(kind: TraktKind, { page, limit }: TraktPage): Promise<PassedOn<TraktRows>> {
    return this.rows(`${kind}.popular`, [kind, 'popular'], { extended: FULL, page, limit });
  }

  /** What most people wait for: `[{list_count, movie or show}]`. */
  anticipated(kind: TraktKind, { page, limit }: TraktPage): Promise<PassedOn<TraktRows>> {
    return this.rows(`${kind}.anticipated`, [kind, 'anticipated'], { extended: FULL, page, limit });
  }

  /** Lists that people have made and many like: `[{like_count, comment_count, list}]`. */
  popularLists({ page, limit }: TraktPage): Promise<PassedOn<TraktRows>> {
    return this.rows('lists.popular', ['lists', 'popular'], { page, limit });
  }

  /** Films and series: `[{rank, id, listed_at, notes, type, movie or show}]`. `not_found` where the list isn't public. */
  listItems(user: string, list: string, { page, limit }: TraktPage): Promise<PassedOn<TraktRows>> {
    const path = ['users', user, 'lists', list, 'items', TITLES];
    return this.rows('list.items', path, { extended: FULL, page, limit });
  }

  /** What comes out from a day (`YYYY-MM-DD`) on: `[{released, movie}]` or `[{first_aired, episode, show}]`. */
  calendar(kind: TraktKind, from: string, days: number): Promise<PassedOn<TraktRows>> {
    return this.rows(`calendar.${kind}`, ['calendars', 'all', kind, from, days], {});
  }

  /** What Trakt recommends to whom a token belongs: `[movie or show]`. Without one it refuses as `unauthorized`. */
  recommendations(kind: TraktKind, limit: number): Promise<PassedOn<TraktRows>> {
    return this.rows(`${kind}.recommended`, ['recommendations', kind], { limit });
  }

  private rows(operation: string, path: HttpCall['path'], query: HttpCall['query']): Promise<PassedOn<TraktRows>> {
    return this.read(operation, path, query, objectRows);
  }

  private async read<T>(
    operation: string,
    path: HttpCall['path'],
    query: HttpCall['query'],
    schema: ZodType<T>,
  ): Promise<PassedOn<T>> {
    return readPassedOn(TRAKT, operation, await this.transport.send({ operation, method: 'GET', path, query }), schema);
  }
}
