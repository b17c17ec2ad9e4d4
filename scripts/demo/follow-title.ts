import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from './api-client.js';
import { DemoFailure } from './demo-failure.js';
import { type Display, progressBar } from './display.js';

const ASK_EVERY_MS = 1_000;

/** States of a delivery after which nothing happens by itself. */
const ENDED = ['attention', 'cancelled'];

/** The status that every answer about a request has. */
export interface StatusAnswer {
  readonly request_id: number;
  readonly status: string;
  /** 0 to 1; answers to asking and approving have none. */
  readonly progress?: number;
  readonly status_known: boolean;
  /** Left out for people who have not asked. */
  readonly delivery?: readonly { readonly state: string; readonly code?: string; readonly message: string }[];
  /** Of a title that is a book: the status of each format. */
  readonly book_formats?: Readonly<Partial<Record<'ebook' | 'audiobook', string>>>;
  /** Of a series: each of its seasons. */
  readonly seasons?: readonly { readonly season_number: number; readonly status: string; readonly progress: number }[];
}

/** The answer to asking and to approving. */
export interface RequestAnswer extends StatusAnswer {
  readonly message: string;
}

/** The request that is followed. */
export interface FollowedTitle {
  readonly requestId: number;
  /** The route that answers the status of the title. */
  readonly statusPath: string;
  /** The season that was asked for, where it is one. */
  readonly season?: number;
  /** The format that was asked for, where it is a book. */
  readonly format?: 'ebook' | 'audiobook';
}

/**
 * Asks the server every second for the status of a title, by its status and by the member's own list, until both say that
 * what was asked for is available.
 *
 * @param api the member's
 * @throws DemoFailure when it can't become available any more
 */
export async function followTitle(display: Display, api: ApiClient, followed: FollowedTitle): Promise<void> {
  const { requestId, statusPath } = followed;
  for (let isAvailable = false; !isAvailable;) {
    const status = partOf((await api.send<StatusAnswer>({ method: 'GET', path: statusPath })).body, followed);
    const { body: list } = await api.send<readonly StatusAnswer[]>({ method: 'GET', path: '/api/requests' });
    const listed = list.find(({ request_id }) => request_id === requestId);
    if (!listed) throw new DemoFailure('the request is not in the list of the one who asked');
    show(display, listed);
    isAvailable = status.status === 'available' && listed.status === 'available';
    if (!isAvailable) await sleep(ASK_EVERY_MS);
  }
  display.close();
}

/** The part of an answer about a whole title that was asked for. */
function partOf(answer: StatusAnswer, { season, format }: FollowedTitle): StatusAnswer {
  if (format !== undefined) return { ...answer, status: answer.book_formats?.[format] ?? 'missing' };
  if (season === undefined) return answer;
  const found = answer.seasons?.find(({ season_number }) => season_number === season);
  if (!found) throw new DemoFailure(`the status of the series does not name season ${season}`);
  return { ...answer, status: found.status, progress: found.progress };
}

function show(display: Display, { status, progress = 0, status_known: isKnown, delivery = [] }: StatusAnswer): void {
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
