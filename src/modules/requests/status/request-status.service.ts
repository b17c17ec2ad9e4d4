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

/** The most of an account's requests that one list holds. */
const LIST_LIMIT = 1000;

/** The titles of some requests in the libraries that somebody may look at. */
interface RequestPlaces {
  readonly films: readonly FilmPlace[];
  readonly series: readonly SeriesPlace[];
}

/** Answers where requests stand: what is saved is read first, then the live library is laid over it. */
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
   * The caller's own requests, newest first, at most a thousand. A library that the caller may no longer use tells
   * them nothing any more: what is saved is shown then.
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
   * Where one of the caller's own requests stands.
   *
   * @param includeLive false answers from what is saved and touches no library. Source: doc 4 section 1.6
   * @throws AppError 403 for a request that isn't the caller's, or isn't there
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
   * Where any request stands, for the account that has just acted on it: what their action has saved. No library is asked, so
   * that an action on one that hangs is answered at once.
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

  /** The titles of these requests that are in libraries which the caller may use at this moment. */
  private async placesOf(tx: ReadTx, caller: Caller, requests: readonly SavedRequest[]): Promise<RequestPlaces> {
    const films = requests.filter(({ request }) => request.mediaType === 'movie').map(filmPlace);
    const series = requests.filter(({ request }) => request.mediaType === 'tv').map(seriesPlace);
    return {
      films: await this.films.within(tx, caller, films),
      series: await this.series.within(tx, caller, series),
    };
  }

  /** Reads each library once, all of them side by side. A request whose title is not among the places is not known. */
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

/** A series is looked for by the id that its request was made for, whatever its match says today. */
function seriesPlace({ request }: SavedRequest): SeriesPlace {
  const { instanceId, tvdbId, seasonScope, status } = request;
  const pilot = seasonScope === 'pilot' && status !== 'pending';
  return { instanceId: tvdbId === null ? null : instanceId, tvdbId: tvdbId ?? 0, pilot };
}
