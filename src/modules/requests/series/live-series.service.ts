import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/time/clock.js';
import { InstanceAccessService } from '../../instances/instances.public.js';
import {
  SeriesLibraryService,
  TitleArrivalsService,
  UNKNOWN_SERIES,
  type ArrivalReading,
  type SeriesAvailability,
} from '../../library/library.public.js';
import { countedSeasons, type AskedSeasons } from './series-request-status.js';
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
    private readonly arrivals: TitleArrivalsService,
    clock: Clock,
  ) {
    super(access, clock, {
      availabilities: (instanceId, places) =>
        library.availabilities(instanceId, places.map(tvdbIdOf), places.filter(({ pilot }) => pilot).map(tvdbIdOf)),
      idOf: tvdbIdOf,
      unknown: UNKNOWN_SERIES,
    });
  }

  /** How far the requested seasons of a series have come. */
  arrival({ instanceId, tvdbId }: SeriesPlace, asked: AskedSeasons): Promise<ArrivalReading> {
    const pilot = asked.seasonScope === 'pilot';
    const seasonsOf = (series: SeriesAvailability) => countedSeasons(asked, series);
    return this.arrivalIn(instanceId, (id) => this.arrivals.series(id, tvdbId, { seasonsOf, pilot }));
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
