import { Injectable } from '@nestjs/common';
import type { TmdbAnswer, TmdbClient, TrendingWindow } from '../../../clients/tmdb/tmdb-client.js';
import { SingleFlight } from '../../../core/cache/single-flight.js';
import { TtlCache } from '../../../core/cache/ttl-cache.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import { RawJson } from '../../../core/http/raw-json.js';
import { InjectLog } from '../../../core/core.module.js';
import type { Log } from '../../../core/logging/log.js';
import { Clock } from '../../../core/time/clock.js';
import { MetadataConnection } from '../connection/metadata-connection.js';
import { metadataFailed, metadataNotConfigured } from '../metadata.errors.js';
import { type FilmSummary, summariseFilm } from './film-summary.js';

const MINUTE_MS = 60_000;
/** Source: doc 4 §3.1. */
const LIST_TTL_MS = 5 * MINUTE_MS;
/** Source: doc 4 §3.1. */
const DETAIL_TTL_MS = 60 * MINUTE_MS;
/** A film that the provider doesn't know yet may be entered any moment, so absence is believed for less long. */
const ABSENCE_TTL_MS = LIST_TTL_MS;

const MAX_LISTS = 1_000;
const MAX_LIST_BYTES = 16 * 1024 * 1024;
const MAX_DETAILS = 1_000;
const MAX_DETAIL_BYTES = 32 * 1024 * 1024;
const MAX_ABSENCES = 10_000;

interface FilmDetail {
  readonly json: RawJson;
  readonly summary: FilmSummary;
}

/**
 * What does the metadata provider say about films? Its answers are kept for the times of doc 4 §3.1, and callers who
 * want the same at the same time share one call.
 *
 * Lists and details are the provider's JSON verbatim, the same for everyone: what a caller may see of them is for
 * the caller's module to judge. Pages are 1 to 500.
 *
 * Every method throws AppError 503 when there is no key (and asks nothing of the provider), and 502 when the provider
 * fails; failures are not kept.
 */
@Injectable()
export class FilmMetadata {
  private readonly lists: TtlCache<string, RawJson>;
  private readonly details: TtlCache<number, FilmDetail>;
  private readonly absences: TtlCache<number, true>;
  private readonly lookups = new SingleFlight<number, FilmDetail | null>();

  constructor(
    private readonly connection: MetadataConnection,
    clock: Clock,
    @InjectLog() private readonly log: Log,
  ) {
    this.lists = new TtlCache({
      clock,
      ttlMs: LIST_TTL_MS,
      maxEntries: MAX_LISTS,
      maxBytes: MAX_LIST_BYTES,
      sizeOf: bytesOf,
    });
    this.details = new TtlCache({
      clock,
      ttlMs: DETAIL_TTL_MS,
      maxEntries: MAX_DETAILS,
      maxBytes: MAX_DETAIL_BYTES,
      sizeOf: ({ json }) => bytesOf(json),
    });
    this.absences = new TtlCache({ clock, ttlMs: ABSENCE_TTL_MS, maxEntries: MAX_ABSENCES });
  }

  /** Films, series and people whose name matches, best match first. */
  searchMulti(query: string, page: number): Promise<RawJson> {
    return this.list(`search ${page} ${query}`, (client) => client.searchMulti(query, page));
  }

  /** Films that most people look at these days. */
  popularMovies(page: number): Promise<RawJson> {
    return this.list(`popular ${page}`, (client) => client.popularMovies(page));
  }

  /** Films, series and people that rose the most within the window. */
  trending(window: TrendingWindow, page: number): Promise<RawJson> {
    return this.list(`trending ${window} ${page}`, (client) => client.trendingAll(window, page));
  }

  /** A film with its videos, credits and release dates per country; null when the provider affirms its absence. */
  async movieDetail(tmdbId: number): Promise<RawJson | null> {
    return (await this.film(tmdbId))?.json ?? null;
  }

  /** Title, year and poster of a film; null when the provider affirms that there is no such film. */
  async filmSummary(tmdbId: number): Promise<FilmSummary | null> {
    return (await this.film(tmdbId))?.summary ?? null;
  }

  private list(key: string, call: (client: TmdbClient) => Promise<TmdbAnswer<unknown>>): Promise<RawJson> {
    return this.lists.fetch(key, async () => new RawJson((await this.ask(call)).text));
  }

  private async film(tmdbId: number): Promise<FilmDetail | null> {
    const kept = this.details.get(tmdbId);
    if (kept) return kept;
    if (this.absences.get(tmdbId)) return null;
    return this.lookups.run(tmdbId, () => this.lookUp(tmdbId));
  }

  private async lookUp(tmdbId: number): Promise<FilmDetail | null> {
    const answer = await this.ask((client) => client.movie(tmdbId));
    if (!answer) {
      this.absences.set(tmdbId, true);
      return null;
    }
    const detail = { json: new RawJson(answer.text), summary: summariseFilm(answer.parsed) };
    this.details.set(tmdbId, detail);
    return detail;
  }

  private async ask<T>(call: (client: TmdbClient) => Promise<T>): Promise<T> {
    const client = await this.connection.current();
    if (!client) throw metadataNotConfigured();
    try {
      return await call(client);
    } catch (fault) {
      if (!(fault instanceof UpstreamError)) throw fault;
      const { operation, kind, status, reason } = fault;
      this.log.warn('metadata provider failed', { operation, kind, status, reason });
      throw metadataFailed(fault);
    }
  }
}

/** An upper bound: the engine keeps at most two bytes per character. */
function bytesOf(json: RawJson): number {
  return json.text.length * 2;
}
