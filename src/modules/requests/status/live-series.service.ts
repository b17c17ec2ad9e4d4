import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/time/clock.js';
import { InstanceAccessService } from '../../instances/instances.public.js';
import { SeriesLibraryService, UNKNOWN_SERIES, type SeriesAvailability } from '../../library/library.public.js';
import { LiveTitles } from './live-titles.js';

/** A series in a library; null once that library has been removed. */
export interface SeriesPlace {
  readonly instanceId: string | null;
  readonly tvdbId: number;
  /** Does it matter whether the library looks for a first episode? That may cost a reading. */
  readonly pilot?: boolean;
}

/** What the libraries say of series, as far as somebody may know it. */
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

  /** What is known of a series without asking its library; unknown when nothing is. It may prove that it is there. */
  warm({ instanceId, tvdbId }: SeriesPlace): SeriesAvailability {
    const known = instanceId === null ? undefined : this.library.warm(instanceId, tvdbId);
    return known ?? UNKNOWN_SERIES;
  }
}

function tvdbIdOf({ tvdbId }: SeriesPlace): number {
  return tvdbId;
}
