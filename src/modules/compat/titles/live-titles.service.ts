import { Injectable } from '@nestjs/common';
import { CachedReadings } from '../../../core/database/cached-reading.js';
import { Database } from '../../../core/database/database.js';
import { InstanceDirectoryService, InstanceMissing } from '../../instances/instances.public.js';
import { FilmLibraryService, SeriesLibraryService } from '../../library/library.public.js';
import { LibraryUnreadable } from '../compat.errors.js';
import { type LibraryTitles, LiveTitles, type UnsettledSeries, seriesKey } from './live-titles.js';
import type { TitleKind } from './media-id.js';

const SERVICES = { movie: 'movie_manager', tv: 'tv_manager' } as const;

/** So many at once, so that a call that wants one list doesn't wait behind a call that wants hundreds. */
const PART = 32;

@Injectable()
export class LiveTitlesService {
  private readonly libraries: CachedReadings<TitleKind, readonly string[]>;

  constructor(
    database: Database,
    directory: InstanceDirectoryService,
    private readonly films: FilmLibraryService,
    private readonly series: SeriesLibraryService,
  ) {
    this.libraries = new CachedReadings(database, async (kind) => {
      const instances = await database.readOne((tx) => directory.ofKind(tx, SERVICES[kind]));
      return instances.map(({ id }) => id);
    });
  }

  /**
   * Each library at most 120 seconds old. They are read side by side, for they may be slow; no library of another kind is
   * touched.
   * @throws AppError 503 when a library can't be read, or has just been removed: the others alone would be incomplete
   */
  async read(kinds: readonly TitleKind[]): Promise<LiveTitles> {
    await this.snapshots(kinds);
    // The slowest has been read; now all come from memory, of one moment.
    return this.snapshots(kinds);
  }

  /**
   * What was read while its series changed is not kept, and is worth another try.
   * @returns those whose list can't be read
   * @throws AppError 503 when a library can't be read
   */
  async settle(unsettled: readonly UnsettledSeries[]): Promise<readonly UnsettledSeries[]> {
    const libraries = [...new Set(unsettled.map(({ instanceId }) => instanceId))];
    const unreadable = await Promise.all(
      libraries.map((library) =>
        this.settleIn(
          library,
          unsettled.filter(({ instanceId }) => instanceId === library),
        ),
      ),
    );
    return unreadable.flat();
  }

  private async snapshots(kinds: readonly TitleKind[]): Promise<LiveTitles> {
    const [films, series] = await Promise.all([
      kinds.includes('movie') ? this.libraries.get('movie') : [],
      kinds.includes('tv') ? this.libraries.get('tv') : [],
    ]);
    const [ofFilms, ofSeries] = await Promise.all([
      Promise.all(films.map((id) => titlesOf(id, this.films.snapshot(id)))),
      Promise.all(series.map((id) => titlesOf(id, this.series.snapshot(id)))),
    ]);
    return new LiveTitles(ofFilms, ofSeries);
  }

  private async settleIn(
    instanceId: string,
    unsettled: readonly UnsettledSeries[],
  ): Promise<readonly UnsettledSeries[]> {
    const unreadable: UnsettledSeries[] = [];
    for (let first = 0; first < unsettled.length; first += PART) {
      const part = unsettled.slice(first, first + PART);
      const settling = this.series.settle(
        instanceId,
        part.map(({ tvdbId }) => tvdbId),
      );
      const { snapshot: judged } = await titlesOf(instanceId, settling);
      unreadable.push(...part.filter(({ tvdbId }) => judged.get(tvdbId)?.settled === false));
    }
    return unreadable;
  }
}

async function titlesOf<T>(id: string, reading: Promise<T | null>): Promise<LibraryTitles<T>> {
  try {
    const snapshot = await reading;
    if (snapshot !== null) return { id, snapshot };
  } catch (fault) {
    if (!(fault instanceof InstanceMissing)) throw fault;
  }
  throw new LibraryUnreadable();
}

/** Past so many rounds a library moves faster than it can be read. */
const MOST_ROUNDS = 5;

/** A list that can't be read is not tried again while its library says the same of the series. One that was not kept is. */
export class ListTries {
  private readonly unreadable = new Map<string, UnsettledSeries['entry']>();
  private rounds = 0;

  next(unsettled: readonly UnsettledSeries[]): readonly UnsettledSeries[] {
    if (unsettled.length === 0 || this.rounds === MOST_ROUNDS) return [];
    this.rounds += 1;
    return unsettled.filter((one) => this.unreadable.get(seriesKey(one)) !== one.entry);
  }

  noteUnreadable(unreadable: readonly UnsettledSeries[]): void {
    for (const one of unreadable) this.unreadable.set(seriesKey(one), one.entry);
  }
}
