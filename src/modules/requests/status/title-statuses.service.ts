import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { InstanceAccessService } from '../../instances/instances.public.js';
import type { TvMatch } from '../../series-matching/series-matching.public.js';
import type { DispatchRow } from '../jobs/dispatch-row.entity.js';
import { DispatchesRepository, type SavedRequest } from '../jobs/dispatches.repository.js';
import { LIBRARY_KINDS } from '../saved/request-subject.js';
import type { MediaType } from '../saved/request-row.entity.js';
import { RequestsRepository } from '../saved/requests.repository.js';
import { LiveFilmsService } from './live-titles.service.js';
import { isOpenStatus, statusNow, type StatusNow, savedStateOf } from './request-status.js';
import { openRequest } from './series-title-status.js';
import { SeriesTitlesService } from './series-titles.service.js';

/** The most of an account's requests for one title that are looked at. */
const REQUESTS_LIMIT = 500;

/** The most jobs that a title shows. */
const DELIVERIES_LIMIT = 20;

/** Which title is asked about, and where. */
export interface TitleQuestion {
  readonly mediaType: MediaType;
  readonly tmdbId: number;
  /** The library; undefined for the caller's default. */
  readonly instanceId: string | undefined;
}

/** A title's state for one account in one library, with the request that stands for it, if any. */
export interface TitleState {
  readonly saved: SavedRequest | null;
  /** The jobs of all requests that stand for it, and of `saved`, newest first; at most twenty. */
  readonly deliveries: readonly DispatchRow[];
  readonly now: StatusNow;
  /** A series: how it was found in the library's catalog, where that is known. */
  readonly match: TvMatch | null;
}

/** A title in one library, and in the others that the caller may use, where there are others. */
export interface TitleStates extends TitleState {
  /** By instance id; empty unless they were asked for and there is more than one. */
  readonly everywhere: ReadonlyMap<string, StatusNow>;
}

/** Where do titles stand for somebody, asked for or not? */
@Injectable()
export class TitleStatusesService {
  constructor(
    private readonly database: Database,
    private readonly access: InstanceAccessService,
    private readonly saved: RequestsRepository,
    private readonly dispatches: DispatchesRepository,
    private readonly films: LiveFilmsService,
    private readonly series: SeriesTitlesService,
  ) {}

  /**
   * Where a title stands for the caller.
   *
   * @param everywhere also in every other library of its kind that the caller may use
   * @throws AppError 400 or 403 when the library is unknown or not the caller's; 404 for a series that the metadata
   *   provider affirms not to have. Source: doc 4 section 1.10
   */
  async of(caller: Caller, title: TitleQuestion, everywhere: boolean): Promise<TitleStates> {
    const { here, places } = await this.database.read(async (tx) => {
      const { id } = await this.access.resolveDestination(tx, caller, LIBRARY_KINDS[title.mediaType], title.instanceId);
      const others = everywhere ? await this.access.usable(tx, caller, LIBRARY_KINDS[title.mediaType]) : [];
      return { here: id, places: await this.places(tx, caller, title, [id, ...others.map((other) => other.id)]) };
    });
    const states = await Promise.all(places.map(async (place) => [place.id, await this.at(title, place)] as const));
    const [state] = states.flatMap(([id, state]) => (id === here ? [state] : []));
    if (!state) throw new Error('a library that was looked at has no answer');
    const nowIn = states.map(([id, { now }]) => [id, now] as const);
    return { ...state, everywhere: new Map(nowIn.length > 1 ? nowIn : []) };
  }

  /**
   * The caller's newest request for a title in a library, whatever became of it.
   *
   * @throws AppError 400 or 403 as {@link of}
   */
  newestRequest(caller: Caller, { mediaType, tmdbId, instanceId }: TitleQuestion): Promise<number | null> {
    return this.database.read(async (tx) => {
      const { id } = await this.access.resolveDestination(tx, caller, LIBRARY_KINDS[mediaType], instanceId);
      const input = { userId: caller.userId, mediaType, tmdbId, instanceId: id };
      return (await this.saved.newest(tx, input))?.id ?? null;
    });
  }

  private async places(tx: ReadTx, caller: Caller, { mediaType, tmdbId }: TitleQuestion, ids: readonly string[]) {
    const rows = await this.saved.ofTitle(tx, { userId: caller.userId, mediaType, tmdbId }, REQUESTS_LIMIT);
    const requests = await this.dispatches.joined(tx, rows);
    return [...new Set(ids)].map((id) => ({
      id,
      requests: requests.filter(({ request }) => request.instanceId === id),
    }));
  }

  private async at(
    { mediaType, tmdbId }: TitleQuestion,
    { id, requests }: { readonly id: string; readonly requests: readonly SavedRequest[] },
  ): Promise<TitleState> {
    const standing = openRequest(requests.map((one) => ({ ...savedStateOf(one), one })))?.one ?? null;
    if (mediaType === 'tv') {
      const deliveries = deliveriesOf(requests, standing);
      return { saved: standing, deliveries, ...(await this.series.at(id, tmdbId, requests)) };
    }
    const [saved = null] = requests;
    const place = { instanceId: id, tmdbId };
    const states = await this.films.read([place]);
    const deliveries = deliveriesOf(requests, saved);
    return { saved, deliveries, now: statusNow(saved && savedStateOf(saved), states(place)), match: null };
  }
}

/** What can be acted on from the title: a retry of an older request is as good as one of the newest. */
function deliveriesOf(requests: readonly SavedRequest[], shown: SavedRequest | null): readonly DispatchRow[] {
  const others = requests.filter((one) => one !== shown && isOpenStatus(one.request));
  const listed = new Set([shown, ...others.slice(0, DELIVERIES_LIMIT - 1)]);
  return requests.filter((one) => listed.has(one)).map(({ delivery }) => delivery);
}
