import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import type { ReadTx } from '../../../core/database/database.js';
import type { SavedRequest } from '../jobs/dispatches.repository.js';
import { LiveFilmsService, type FilmPlace } from './live-films.service.js';
import { LiveSeriesService, type SeriesPlace } from './live-series.service.js';
import { statusNow, statusUnknown, type StatusNow } from './request-status.js';
import { seriesRequestNow } from './series-request-status.js';
import { savedStateOf } from './tracked-request.js';

/** The titles of some requests in the libraries that somebody may look at. */
export interface RequestPlaces {
  readonly films: readonly FilmPlace[];
  readonly series: readonly SeriesPlace[];
}

/** Where requests stand, of whichever kind, by what their libraries say at this moment. */
@Injectable()
export class LiveRequestsService {
  constructor(
    private readonly films: LiveFilmsService,
    private readonly series: LiveSeriesService,
  ) {}

  /** The titles of these requests that are in libraries which the caller may use at this moment. */
  async within(tx: ReadTx, caller: Caller, requests: readonly SavedRequest[]): Promise<RequestPlaces> {
    const films = requests.filter(({ request }) => request.mediaType === 'movie').map(filmPlace);
    const series = requests.filter(({ request }) => request.mediaType === 'tv').map(seriesPlace);
    return {
      films: await this.films.within(tx, caller, films),
      series: await this.series.within(tx, caller, series),
    };
  }

  /** Reads each library once, all of them side by side. A request whose title is not among the places is not known. */
  async read({ films, series }: RequestPlaces): Promise<(one: SavedRequest) => StatusNow> {
    const [filmStates, seriesStates] = await Promise.all([this.films.read(films), this.series.read(series)]);
    return (one) => {
      const saved = savedStateOf(one);
      if (one.request.mediaType === 'movie') return statusNow(saved, filmStates(filmPlace(one)));
      if (one.request.tvdbId === null) return statusUnknown(saved, 'tv_target_missing');
      return seriesRequestNow(one.request, saved, seriesStates(seriesPlace(one)));
    };
  }
}

function filmPlace({ request }: SavedRequest): FilmPlace {
  return { instanceId: request.instanceId, tmdbId: request.tmdbId };
}

/** A series is looked for by the id that its request was made for, whatever its match says today. */
function seriesPlace({ request }: SavedRequest): SeriesPlace {
  const { instanceId, tvdbId, seasonScope, status } = request;
  const pilot = seasonScope === 'pilot' && status !== 'pending';
  return { instanceId: tvdbId === null ? null : instanceId, tvdbId: tvdbId ?? 0, pilot };
}
