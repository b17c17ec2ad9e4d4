import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiCall, ApiClient } from './api-client.js';
import { DemoFailure } from './demo-failure.js';
import { progressBar, type Display } from './display.js';
import type { SeenState } from './verdict.js';

const ASK_EVERY_MS = 1_000;

/** States of a delivery after which nothing happens by itself. */
const ENDED = ['attention', 'cancelled'];

/** What every answer about a request says of where it stands. */
export interface StandAnswer {
  readonly request_id: number;
  readonly status: string;
  /** 0 to 1; answers to asking and approving have none. */
  readonly progress?: number;
  readonly status_known: boolean;
  /** Left out for people who have not asked. */
  readonly delivery?: readonly { readonly state: string; readonly message: string }[];
}

/** The answer to asking and to approving. */
export interface RequestAnswer extends StandAnswer {
  readonly message: string;
}

/** The request that is followed. */
export interface FollowedFilm {
  readonly tmdbId: number;
  readonly libraryId: string;
  readonly requestId: number;
}

/** What to follow, and who is told. */
export interface Following {
  /** The member's. */
  readonly api: ApiClient;
  readonly film: FollowedFilm;
  readonly display: Display;
  /** Told of every answer that knows where the film stands. */
  readonly seen: (state: SeenState) => Promise<void>;
}

/** What an answer says, as it is judged in the end. */
export function stateOf(route: SeenState['route'], { status, progress = 0, delivery = [] }: StandAnswer): SeenState {
  return { route, status, progress, delivered: delivery.some(({ state }) => state === 'complete') };
}

/** Where the film stands in its library. */
export function statusCall({ tmdbId, libraryId }: FollowedFilm): ApiCall {
  return { method: 'GET', path: `/api/requests/${tmdbId}/status?media_type=movie&instance_id=${libraryId}` };
}

/**
 * Asks the server every second where the film stands, by its status and by the member's own list, until both say
 * that it is available.
 *
 * @throws DemoFailure when it can't become available any more
 */
export async function followFilm({ api, film, display, seen }: Following): Promise<void> {
  for (let isAvailable = false; !isAvailable;) {
    const { body: status } = await api.send<StandAnswer>(statusCall(film));
    show(display, status);
    const { body: list } = await api.send<readonly StandAnswer[]>({ method: 'GET', path: '/api/requests' });
    const listed = list.find(({ request_id }) => request_id === film.requestId);
    if (!listed) throw new DemoFailure('the request is not in the list of the one who asked');
    if (status.status_known) await seen(stateOf('GET status', status));
    if (listed.status_known) await seen(stateOf('GET /api/requests', listed));
    isAvailable = status.status === 'available' && listed.status === 'available';
    if (!isAvailable) await sleep(ASK_EVERY_MS);
  }
  display.close();
}

function show(display: Display, { status, progress = 0, status_known: isKnown, delivery = [] }: StandAnswer): void {
  if (!isKnown) return display.state('unknown', 'the library can not be read at the moment');
  if (status === 'available') return display.state('available', `${progressBar(progress)}  it is in the library`);
  if (status === 'downloading') return display.state('downloading', progressBar(progress));
  const [{ state, message } = { state: 'unknown', message: 'nothing is known of its delivery' }] = delivery;
  if (status !== 'requested' || ENDED.includes(state)) {
    throw new DemoFailure(`the request ended as "${status}": ${message}`);
  }
  display.state(state === 'complete' ? 'sent' : 'approved', `${status}: ${message}`);
}
