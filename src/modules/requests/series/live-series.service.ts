import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/time/clock.js';
import { TOO_LATE, within } from '../../../core/time/waiting.js';
import { InstanceAccessService, InstanceMissing } from '../../instances/instances.public.js';
import {
  judgeSeasons,
  SeriesLibraryService,
  TitleArrivalsService,
  UNKNOWN_SERIES,
  type ArrivalReading,
  type SeriesAvailability,
  type SeriesSnapshot,
} from '../../library/library.public.js';
import { countedSeasons, type AskedSeasons } from './series-request-status.js';
import { LiveTitles } from '../kinds/live-titles.js';
import type { LiveState } from '../kinds/request-status.js';

const PATIENCE_MS = 2_000;

/** The library is null once it has been removed. */
export interface SeriesInLibrary {
  readonly instanceId: string | null;
  readonly tvdbId: number;
  /** Must the monitoring of the first episode be known? Finding out may need another read. */
  readonly pilot?: boolean;
}

@Injectable()
export class LiveSeriesService extends LiveTitles<SeriesInLibrary, SeriesAvailability> {
  constructor(
    access: InstanceAccessService,
    private readonly library: SeriesLibraryService,
    private readonly arrivals: TitleArrivalsService,
    private readonly patience: Clock,
  ) {
    super(access, patience, {
      availabilities: (instanceId, titles) =>
        library.availabilities(instanceId, titles.map(tvdbIdOf), titles.filter(({ pilot }) => pilot).map(tvdbIdOf)),
      idOf: tvdbIdOf,
      unknown: UNKNOWN_SERIES,
    });
  }

  arrival({ instanceId, tvdbId }: SeriesInLibrary, asked: AskedSeasons): Promise<ArrivalReading> {
    const pilot = asked.seasonScope === 'pilot';
    const seasonsOf = (series: SeriesAvailability) => countedSeasons(asked, series);
    return this.arrivalIn(instanceId, (id) => this.arrivals.series(id, tvdbId, { seasonsOf, pilot }));
  }

  /** By the provider's ids in the library's own records. What none names is absent only where every record can be read and names one. */
  async inDigest(instanceId: string, tmdbIds: readonly number[]): Promise<ReadonlyMap<number, LiveState>> {
    const snapshot = await this.snapshot(instanceId);
    if (!snapshot) return new Map(tmdbIds.map((tmdbId) => [tmdbId, UNKNOWN_SERIES]));
    const wanted = new Set(tmdbIds);
    const tvdbIds = new Map<number, number>();
    let areAllNamed = !snapshot.lacksTitles;
    for (const [tvdbId, { tmdbId }] of snapshot.series) {
      if (tmdbId === undefined) areAllNamed = false;
      else if (wanted.has(tmdbId)) tvdbIds.set(tmdbId, tvdbId);
    }
    const absent: LiveState = areAllNamed ? { known: true, status: 'unavailable', progress: 0 } : UNKNOWN_SERIES;
    return new Map(
      tmdbIds.map((tmdbId) => {
        const tvdbId = tvdbIds.get(tmdbId);
        return [tmdbId, tvdbId === undefined ? absent : judgeSeasons(snapshot.judge(tvdbId).series)];
      }),
    );
  }

  /** Null when the library has been removed, or can't be read in time. */
  private async snapshot(instanceId: string): Promise<SeriesSnapshot | null> {
    try {
      const snapshot = await within(this.patience, PATIENCE_MS, this.library.snapshot(instanceId));
      return snapshot === TOO_LATE ? null : snapshot;
    } catch (fault) {
      if (fault instanceof InstanceMissing) return null;
      throw fault;
    }
  }

  /** The cached state of a series; unknown when there is none. The library is not asked. */
  warm({ instanceId, tvdbId }: SeriesInLibrary): SeriesAvailability {
    const known = instanceId === null ? undefined : this.library.warm(instanceId, tvdbId);
    return known ?? UNKNOWN_SERIES;
  }
}

function tvdbIdOf({ tvdbId }: SeriesInLibrary): number {
  return tvdbId;
}
