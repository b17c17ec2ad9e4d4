import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { DispatchesRepository, type SavedRequest } from '../jobs/dispatches.repository.js';
import { foreignReceipt, unknownRequest } from '../requests.errors.js';
import { RequestsRepository } from '../saved/requests.repository.js';
import { LiveFilmsService, LiveSeriesService, type FilmPlace, type SeriesPlace } from './live-titles.service.js';
import {
  savedStateOf,
  statusNow,
  statusSaved,
  statusUnknown,
  type StatusNow,
  type TrackedRequest,
} from './request-status.js';
import { seriesRequestNow } from './series-request-status.js';

/** The most requests of an account in one list. */
const LIST_LIMIT = 1000;

/** The titles of requests in the libraries that the caller may use. */
interface RequestPlaces {
  readonly films: readonly FilmPlace[];
  readonly series: readonly SeriesPlace[];
}

/** Reads the status of requests: first the saved state, then the live state of the libraries on top. */
@Injectable()
export class RequestStatusService {
  constructor(
    private readonly database: Database,
    private readonly films: LiveFilmsService,
    private readonly series: LiveSeriesService,
    private readonly saved: RequestsRepository,
    private readonly dispatches: DispatchesRepository,
  ) {}

  /**
   * The caller's own requests, newest first, at most a thousand. For a library that the caller may no longer use, the
   * saved status is shown.
   */
  async own(caller: Caller): Promise<readonly TrackedRequest[]> {
    const { saved, places } = await this.database.read(async (tx) => {
      const saved = await this.dispatches.joined(tx, await this.saved.ofAccount(tx, caller.userId, LIST_LIMIT));
      return { saved, places: await this.placesOf(tx, caller, saved) };
    });
    const now = await this.read(places);
    return saved.map((one) => ({ ...one, now: now(one) }));
  }

  /**
   * The status of one of the caller's own requests.
   *
   * @param includeLive false returns the saved status and reads no library. Source: doc 4 section 1.6
   * @throws AppError 403 for an unknown request or another account's
   */
  async receipt(caller: Caller, requestId: number, includeLive: boolean): Promise<TrackedRequest> {
    const { one, places } = await this.database.read(async (tx) => {
      const one = await this.one(tx, requestId);
      if (one?.request.userId !== caller.userId) throw foreignReceipt();
      return { one, places: await this.placesOf(tx, caller, includeLive ? [one] : []) };
    });
    if (!includeLive) return { ...one, now: statusSaved(savedStateOf(one)) };
    const now = await this.read(places);
    return { ...one, now: now(one) };
  }

  /**
   * The saved status of any request, after an action on it. No library is asked, so that the answer comes at once even
   * when the library hangs.
   */
  async afterAction(requestId: number): Promise<TrackedRequest> {
    const one = await this.database.read((tx) => this.one(tx, requestId));
    if (!one) throw unknownRequest();
    return { ...one, now: statusSaved(savedStateOf(one)) };
  }

  private async one(tx: ReadTx, requestId: number): Promise<SavedRequest | undefined> {
    const row = await this.saved.remembered(tx, requestId);
    return row ? (await this.dispatches.joined(tx, [row]))[0] : undefined;
  }

  /** The titles of these requests that are in libraries which the caller may use now. */
  private async placesOf(tx: ReadTx, caller: Caller, requests: readonly SavedRequest[]): Promise<RequestPlaces> {
    const films = requests.filter(({ request }) => request.mediaType === 'movie').map(filmPlace);
    const series = requests.filter(({ request }) => request.mediaType === 'tv').map(seriesPlace);
    return {
      films: await this.films.within(tx, caller, films),
      series: await this.series.within(tx, caller, series),
    };
  }

  /** Reads each library once, in parallel. The status of a title that is not among the places is unknown. */
  private async read({ films, series }: RequestPlaces): Promise<(one: SavedRequest) => StatusNow> {
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

/** A series is looked up by the id that its request was made for, whatever its current match. */
function seriesPlace({ request }: SavedRequest): SeriesPlace {
  const { instanceId, tvdbId, seasonScope, status } = request;
  const pilot = seasonScope === 'pilot' && status !== 'pending';
  return { instanceId: tvdbId === null ? null : instanceId, tvdbId: tvdbId ?? 0, pilot };
}
