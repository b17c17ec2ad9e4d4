import { setTimeout as sleep } from 'node:timers/promises';
import { DemoFailure } from './demo-failure.js';
import { type Display, progressBar } from './display.js';
import type { Person } from './scene.js';

const ASK_EVERY_MS = 1_000;

/** States of a delivery after which nothing happens by itself. */
const ENDED = ['attention', 'cancelled'];

/** The answer to asking for a title and to approving it. */
export interface RequestAnswer {
  readonly request_id: number;
  readonly status: string;
  readonly message: string;
}

/** A row of the list of one's own requests. */
interface OwnRequest {
  readonly request_id: number;
  readonly status: string;
  /** 0 to 1. */
  readonly progress: number;
  readonly status_known: boolean;
  readonly delivery?: readonly { readonly state: string; readonly code?: string; readonly message: string }[];
}

/** Somebody's request for a title. */
export interface FollowedRequest {
  readonly who: Person;
  readonly title: string;
  readonly requestId: number;
}

/**
 * Asks the server every second for somebody's own requests, until what this one asked for is available.
 *
 * @throws DemoFailure when it can't become available any more
 */
export async function followRequest(display: Display, { who, requestId }: FollowedRequest): Promise<void> {
  for (;;) {
    const { body } = await who.api.send<readonly OwnRequest[]>('GET /api/requests');
    const request = body.find(({ request_id }) => request_id === requestId);
    if (!request) throw new DemoFailure('the request is not in the list of the one who asked');
    show(display, request);
    if (request.status === 'available') break;
    await sleep(ASK_EVERY_MS);
  }
  display.close();
}

function show(display: Display, { status, progress, status_known: isKnown, delivery = [] }: OwnRequest): void {
  if (!isKnown) return display.state('unknown', 'the library can not be read at the moment');
  if (status === 'available') return display.state('available', `${progressBar(progress)}  it is in the library`);
  if (status === 'downloading') return display.state('downloading', progressBar(progress));
  if (status === 'partial') return display.state('partial', `${progressBar(progress)}  some of its episodes are there`);
  const [
    { state, code, message } = { state: 'unknown', code: undefined, message: 'nothing is known of its delivery' },
  ] = delivery;
  if (status !== 'requested' || ENDED.includes(state)) {
    throw new DemoFailure(`the request ended as "${status}": ${message}`);
  }
  const awaitsAuthor = code === 'author_import';
  display.state(state === 'complete' ? 'sent' : awaitsAuthor ? 'waiting' : 'approved', `${status}: ${message}`);
}
