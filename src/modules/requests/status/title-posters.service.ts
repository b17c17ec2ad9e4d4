import { Injectable } from '@nestjs/common';
import { TtlCache } from '../../../core/cache/ttl-cache.js';
import { Meter } from '../../../core/metrics/meter.js';
import { Clock } from '../../../core/time/clock.js';
import { within } from '../../../core/time/waiting.js';
import { FilmMetadataService, SeriesMetadataService, type TitleKind } from '../../metadata/metadata.public.js';
import type { RequestRow } from '../saved/rows.js';
import { isOfProvider } from '../saved/work.js';

const SIX_HOURS = 6 * 60 * 60_000;
const AT_ONCE = 4;
const PATIENCE_MS = 3_000;

type Title = Pick<RequestRow, 'mediaType' | 'tmdbId'>;

type ProviderTitle = Title & { readonly mediaType: TitleKind };

/** Finds posters for lists: looks up four at a time, waits at most three seconds, and caches for six hours. */
@Injectable()
export class TitlePostersService {
  private readonly known: TtlCache<string, string | null>;

  constructor(
    private readonly films: FilmMetadataService,
    private readonly series: SeriesMetadataService,
    private readonly clock: Clock,
    meter: Meter,
  ) {
    this.known = new TtlCache({ clock, ttlMs: SIX_HOURS, maxEntries: 2_000, meter: meter.cache('requests.posters') });
  }

  /** The poster paths that were found in time, null for the others. Never throws. */
  async of(titles: readonly Title[]): Promise<(title: Title) => string | null> {
    const found = new Map<string, string | null>();
    const waiting = [...new Map(titles.filter(isOfProvider).map((title) => [keyOf(title), title])).values()];
    const lookUp = async (): Promise<void> => {
      for (let title = waiting.shift(); title !== undefined; title = waiting.shift())
        found.set(keyOf(title), await this.posterOf(title));
    };
    await within(this.clock, PATIENCE_MS, Promise.all(Array.from({ length: AT_ONCE }, lookUp)));
    waiting.length = 0;
    const inTime = new Map(found);
    return (title) => inTime.get(keyOf(title)) ?? null;
  }

  private async posterOf(title: ProviderTitle): Promise<string | null> {
    try {
      return await this.known.fetch(keyOf(title), async () => (await this.summary(title))?.posterPath ?? null);
    } catch {
      return null; // The list is shown without this poster.
    }
  }

  private summary({ mediaType, tmdbId }: ProviderTitle): Promise<{ readonly posterPath: string | null } | null> {
    const summaries = { movie: () => this.films.filmSummary(tmdbId), tv: () => this.series.seriesSummary(tmdbId) };
    return summaries[mediaType]();
  }
}

function keyOf({ mediaType, tmdbId }: Title): string {
  return `${mediaType}:${tmdbId}`;
}
