import { Injectable } from '@nestjs/common';
import { TtlCache } from '../../../core/cache/ttl-cache.js';
import { Clock } from '../../../core/time/clock.js';
import { within } from '../../../core/time/patience.js';
import { FilmMetadata } from '../../metadata/metadata.public.js';

const SIX_HOURS = 6 * 60 * 60_000;
const AT_ONCE = 4;
const PATIENCE_MS = 3_000;

/** Posters for lists: looked up four at a time, kept for six hours, and never worth more than three seconds. */
@Injectable()
export class FilmPosters {
  private readonly known: TtlCache<number, string | null>;

  constructor(
    private readonly metadata: FilmMetadata,
    private readonly clock: Clock,
  ) {
    this.known = new TtlCache({ clock, ttlMs: SIX_HOURS, maxEntries: 2_000 });
  }

  /** Poster paths by TMDB id, as far as they could be had in time. Never throws. Source: doc 4 section 1.3. */
  async of(tmdbIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const found = new Map<number, string>();
    const waiting = [...new Set(tmdbIds)];
    const lookUp = async (): Promise<void> => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
        const path = await this.posterOf(id);
        if (path) found.set(id, path);
      }
    };
    await within(this.clock, PATIENCE_MS, Promise.all(Array.from({ length: AT_ONCE }, lookUp)));
    waiting.length = 0;
    return new Map(found);
  }

  private async posterOf(tmdbId: number): Promise<string | null> {
    try {
      return await this.known.fetch(tmdbId, async () => (await this.metadata.filmSummary(tmdbId))?.posterPath ?? null);
    } catch {
      return null; // A list of decisions is worth more than its pictures.
    }
  }
}
