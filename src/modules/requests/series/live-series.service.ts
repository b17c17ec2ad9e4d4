import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/time/clock.js';
import { InstanceAccessService } from '../../instances/instances.public.js';
import { SeriesLibraryService, UNKNOWN_SERIES, type SeriesAvailability } from '../../library/library.public.js';
import { LiveTitles } from '../kinds/live-titles.js';

/** A series in a library; null once that library has been removed. */
export interface SeriesPlace {
  readonly instanceId: string | null;
  readonly tvdbId: number;
  /** Must the monitoring of the first episode be known? Finding out may need another read. */
  readonly pilot?: boolean;
}

/** Reads the live state of series, as far as the caller may see it. */
@Injectable()
export class LiveSeriesService extends LiveTitles<SeriesPlace, SeriesAvailability> {
  constructor(
    access: InstanceAccessService,
    private readonly library: SeriesLibraryService,
    clock: Clock,
  ) {
    super(access, clock, {
      availabilities: (instanceId, places) =>
        library.availabilities(instanceId, places.map(tvdbIdOf), places.filter(({ pilot }) => pilot).map(tvdbIdOf)),
      idOf: tvdbIdOf,
      unknown: UNKNOWN_SERIES,
    });
  }

  /**
   * The cached state of a series; unknown when there is none. The library is not asked. It may prove that the library
   * holds the series.
   */
  warm({ instanceId, tvdbId }: SeriesPlace): SeriesAvailability {
    const known = instanceId === null ? undefined : this.library.warm(instanceId, tvdbId);
    return known ?? UNKNOWN_SERIES;
  }
}

function tvdbIdOf({ tvdbId }: SeriesPlace): number {
  return tvdbId;
}
