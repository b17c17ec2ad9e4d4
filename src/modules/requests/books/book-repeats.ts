import { isOpenStatus } from '../kinds/request-status.js';
import type { SavedRequest } from '../saved/dispatches.repository.js';
import { type BookFormat, type DispatchRow, OPEN_STATES } from '../saved/job-rows.js';
import { formatsOfRequest } from './book-status.js';

export interface AlreadyRequested {
  readonly waiting: ReadonlyMap<BookFormat, number>;
  readonly delivered: ReadonlyMap<BookFormat, number>;
}

/** @param requests the account's part of its requests for the book in one library, newest first */
export function alreadyRequested(requests: readonly SavedRequest[]): AlreadyRequested {
  const accepted = requests.filter(({ request }) => isOpenStatus(request)).flatMap(formatsOfRequest);
  const having = (fits: (job: DispatchRow) => boolean): ReadonlyMap<BookFormat, number> =>
    new Map(
      accepted
        .flatMap(({ format, saved }) => (saved && fits(saved.job) ? [[format, saved.request.id] as const] : []))
        .reverse(),
    );
  return {
    waiting: having(({ state }) => OPEN_STATES.includes(state)),
    delivered: having(({ state }) => state === 'complete'),
  };
}

export interface SubmissionPlan {
  readonly joined: ReadonlyMap<number, readonly BookFormat[]>;
  readonly repeated: readonly number[];
  readonly fresh: readonly BookFormat[];
}

/**
 * A delivered format is asked for again only when the library affirms that it is gone or the account waits for it anew,
 * whoever else waits.
 * @param open the request whose job for a format is open
 * @param gone the formats that the library affirms not to have
 */
export function planSubmission(
  wanted: readonly BookFormat[],
  {
    open,
    waiting,
    delivered,
    gone,
  }: AlreadyRequested & {
    readonly open: ReadonlyMap<BookFormat, number>;
    readonly gone: readonly BookFormat[];
  },
): SubmissionPlan {
  const joined = new Map<number, readonly BookFormat[]>();
  const repeated: number[] = [];
  const fresh: BookFormat[] = [];
  for (const format of wanted) {
    const [covering, earlier] = [open.get(format), delivered.get(format)];
    const isRepeat = earlier !== undefined && !waiting.has(format) && !gone.includes(format);
    if (isRepeat) repeated.push(earlier);
    else if (covering !== undefined) joined.set(covering, [...(joined.get(covering) ?? []), format]);
    else fresh.push(format);
  }
  return { joined, repeated, fresh };
}

/** Those that would cost something: the account neither waits for them, nor were they delivered for it. */
export function newFormats(
  wanted: readonly BookFormat[],
  { waiting, delivered }: AlreadyRequested,
  gone: readonly BookFormat[],
): readonly BookFormat[] {
  return wanted.filter((format) => !waiting.has(format) && (!delivered.has(format) || gone.includes(format)));
}
