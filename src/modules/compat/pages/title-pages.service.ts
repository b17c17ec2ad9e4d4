import { Injectable } from '@nestjs/common';
import { FilmMetadataService, SeriesMetadataService } from '../../metadata/metadata.public.js';
import { titleNotFound } from '../compat.errors.js';
import { TrackerRequestsService } from '../requests/tracker-requests.service.js';
import type { KnownTitle } from '../requests/known-title.js';
import { filmDocument, seasonDocument, seriesDocument, type Given } from '../titles/title-document.js';
import { keptBytesOf, ProviderMemory } from '../../../core/cache/byte-pool.js';
import { TtlCache } from '../../../core/cache/ttl-cache.js';
import type { RawJson } from '../../../core/http/raw-answer.js';
import { Meter } from '../../../core/metrics/meter.js';
import { Clock } from '../../../core/time/clock.js';

const MAX_TEXTS = 2_000;
/** As long as the provider's own answer is kept at most; a text never outlives the answer it was made of. */
const TTL_MS = 3_600_000;

interface KeptText {
  /** It isn't held: its bytes are counted where it is kept, for as long as it is kept there. */
  readonly source: WeakRef<RawJson>;
  readonly text: string;
}

export function withMember(text: string, name: string, value: object): string {
  return `${text.slice(0, -1)},${JSON.stringify(name)}:${JSON.stringify(value)}}`;
}

interface TitlePage {
  /** In the tracker's words: a JSON object. */
  readonly text: string;
  /** Null when nobody has asked for it and no library has it. */
  readonly title: KnownTitle | null;
}

/**
 * Titles as the metadata provider knows them, with their status here. Each method throws AppError 404 when the provider has no
 * such title, 502 when it fails, and 503 without a key.
 */
@Injectable()
export class TitlePagesService {
  /** Each is written once for as long as its source is kept. */
  private readonly texts: TtlCache<string, KeptText>;

  constructor(
    private readonly films: FilmMetadataService,
    private readonly shows: SeriesMetadataService,
    private readonly requests: TrackerRequestsService,
    memory: ProviderMemory,
    clock: Clock,
    meter: Meter,
  ) {
    this.texts = new TtlCache({
      clock,
      ttlMs: TTL_MS,
      maxEntries: MAX_TEXTS,
      pool: memory,
      sizeOf: ({ text }) => keptBytesOf(text),
      meter: meter.cache('compat.titles'),
    });
  }

  /** @throws AppError also as {@link TrackerRequestsService} */
  async film(tmdbId: number): Promise<TitlePage> {
    const detail = await this.films.movieDetail(tmdbId);
    if (!detail) throw titleNotFound();
    const title = await this.requests.title({ mediaType: 'movie', tmdbId }, null);
    return { text: this.textOf(`movie ${tmdbId}`, detail, filmDocument), title };
  }

  /** @throws AppError also as {@link TrackerRequestsService} */
  async series(tmdbId: number): Promise<TitlePage> {
    const detail = await this.shows.seriesDetail(tmdbId);
    const summary = await this.shows.seriesSummary(tmdbId);
    if (!detail || !summary) throw titleNotFound();
    const title = await this.requests.title({ mediaType: 'tv', tmdbId }, summary.tvdbId);
    return { text: this.textOf(`tv ${tmdbId}`, detail, seriesDocument), title };
  }

  /** A season in the tracker's words: a JSON object. No library is asked. */
  async season(tmdbId: number, seasonNumber: number): Promise<string> {
    const detail = await this.shows.seasonDetail(tmdbId, seasonNumber);
    if (!detail) throw titleNotFound();
    return this.textOf(`tv ${tmdbId} season ${seasonNumber}`, detail, seasonDocument);
  }

  /** @param key names what the source is about */
  private textOf(key: string, source: RawJson, write: (given: Given) => object): string {
    const kept = this.texts.get(key);
    if (kept?.source.deref() === source) return kept.text;
    const text = JSON.stringify(write(JSON.parse(source.text) as Given));
    this.texts.set(key, { source: new WeakRef(source), text });
    return text;
  }
}
