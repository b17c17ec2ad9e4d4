import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { InstanceAccess } from '../../instances/instances.public.js';
import { Dispatches, type SavedRequest } from '../delivery/dispatches.js';
import { foreignReceipt, unknownRequest } from '../requests.errors.js';
import { SavedRequests } from '../saved/saved-requests.js';
import { LiveFilms } from './live-films.js';
import { statusNow, statusSaved, type StatusNow } from './request-status.js';
import type { TrackedRequest } from './tracked-request.js';

/** The most of an account's requests that one list holds. */
const LIST_LIMIT = 1000;

/** A title's state for one account in one library, with the request that stands for it, if any. */
export interface FilmState {
  readonly saved: SavedRequest | null;
  readonly now: StatusNow;
}

/** Answers where requests stand: what is saved is read first, then the live library is laid over it. */
@Injectable()
export class ReadRequests {
  constructor(
    private readonly database: Database,
    private readonly access: InstanceAccess,
    private readonly live: LiveFilms,
    private readonly saved: SavedRequests,
    private readonly dispatches: Dispatches,
  ) {}

  /**
   * The caller's own requests, newest first, at most a thousand. A library that the caller may no longer use tells
   * them nothing any more: what is saved is shown then.
   */
  async own(caller: Caller): Promise<readonly TrackedRequest[]> {
    const { saved, places } = await this.database.read(async (tx) => {
      const saved = await this.dispatches.joined(tx, await this.saved.ofAccount(tx, caller.userId, LIST_LIMIT));
      return { saved, places: await this.live.within(tx, caller, saved.map(placeOf)) };
    });
    const states = await this.live.read(places);
    return saved.map((one) => ({ ...one, now: statusNow(stateOf(one), states(placeOf(one))) }));
  }

  /**
   * Where a film stands for the caller.
   *
   * @param instanceId the library; undefined for the caller's default
   * @throws AppError 400 or 403 when the library is unknown or not the caller's. Source: doc 4 section 1.10
   */
  async film(caller: Caller, tmdbId: number, instanceId: string | undefined): Promise<FilmState> {
    const { place, saved } = await this.database.read(async (tx) => {
      const library = await this.access.resolveDestination(tx, caller, 'movie_manager', instanceId);
      const place = { instanceId: library.id, tmdbId };
      const newest = await this.saved.newest(tx, { userId: caller.userId, mediaType: 'movie', ...place });
      const [one] = newest ? await this.dispatches.joined(tx, [newest]) : [];
      return { place, saved: one ?? null };
    });
    const states = await this.live.read([place]);
    return { saved, now: statusNow(saved && stateOf(saved), states(place)) };
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
      return { one, places: includeLive ? await this.live.within(tx, caller, [placeOf(one)]) : [] };
    });
    if (!includeLive) return { ...one, now: statusSaved(stateOf(one)) };
    const states = await this.live.read(places);
    return { ...one, now: statusNow(stateOf(one), states(placeOf(one))) };
  }

  /**
   * Where any request stands, for whoever has just acted on it: what their action has saved. No library is asked, so
   * that an action on one that hangs is answered at once.
   */
  async afterAction(requestId: number): Promise<TrackedRequest> {
    const one = await this.database.read((tx) => this.one(tx, requestId));
    if (!one) throw unknownRequest();
    return { ...one, now: statusSaved(stateOf(one)) };
  }

  private async one(tx: ReadTx, requestId: number): Promise<SavedRequest | undefined> {
    const row = await this.saved.byId(tx, requestId);
    return row ? (await this.dispatches.joined(tx, [row]))[0] : undefined;
  }
}

function stateOf({ request, delivery }: SavedRequest) {
  return { status: request.status, delivery: delivery.state };
}

function placeOf({ request }: SavedRequest) {
  return { instanceId: request.instanceId, tmdbId: request.tmdbId };
}
