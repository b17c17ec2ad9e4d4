import { NO_PARTS, readParts, writeParts, type Parts } from './seen-parts.js';

/** What a request has to show for itself, for a title or one format of a book. */
export interface ObservedRequest {
  /** Requests that are made later have larger ids. */
  readonly id: number;
  /** What is looked for in the library. It changes when a request for a series gets another match. */
  readonly target: string;
  /**
   * What counts as seen even where nothing was observed yet: of a series the episodes that the library held before the
   * delivery; null until that is noted, and where nobody knows. A title that counts as a whole has none.
   */
  readonly before: Parts | null;
}

export interface Observation {
  readonly target: string;
  /** Everything that was ever seen on disk, as `writeParts` writes it. */
  readonly seen: string;
  /** The newest baseline that had begun when the library was last read for this. */
  readonly baseline: number;
}

export interface Reading {
  readonly parts: Parts;
  /** The newest baseline that had begun before the library was read. */
  readonly asOf: number;
}

export interface Baseline {
  readonly destination: string;
  /** Larger than that of every baseline that began before it, at any destination. */
  readonly revision: number;
  /** The newest request when it began. */
  readonly newestId: number;
}

export interface Observed {
  /** The same object where nothing has to be stored; null where nothing is known yet. */
  readonly observation: Observation | null;
  readonly destinations: readonly string[];
}

/**
 * What is to be told after a reading, and what is to be remembered of it:
 *
 * | reading | remembered | told |
 * |---|---|---|
 * | the first of a request | what is on disk, and what was before its delivery | what wasn't on disk then, where the request is newer than the baseline; nothing where that isn't known |
 * | the first after another match | what is on disk, in place of what was seen | nobody |
 * | any other | also what is on disk | what was never seen, where there was a reading since the baseline |
 *
 * What was seen stays seen: what is deleted and imported again, or replaced by a better file, is not told again.
 */
export function observe(
  request: ObservedRequest,
  last: Observation | null,
  { parts, asOf }: Reading,
  baselines: readonly Baseline[],
): Observed {
  const { target } = request;
  const isContinued = last?.target === target;
  const before = seenBefore(request, last);
  const fresh = [...parts].filter((part) => !before.has(part));
  const baseline = Math.max(last?.baseline ?? 0, asOf);
  if (isContinued && fresh.length === 0 && baseline === last.baseline) return { observation: last, destinations: [] };
  const seen = isContinued && fresh.length === 0 ? last.seen : writeParts(new Set([...before, ...fresh]));
  const observation = { target, seen, baseline };
  const told = fresh.length === 0 ? [] : baselines.filter((one) => isPast(one, request, last));
  return { observation, destinations: told.map(({ destination }) => destination) };
}

/** What counts as seen under this target; what was seen under another one says nothing. */
function seenBefore({ target, before }: ObservedRequest, last: Observation | null): Parts {
  if (last) return last.target === target ? readParts(last.seen) : NO_PARTS;
  return before ?? NO_PARTS;
}

/** Is the baseline of a destination over for a request, so that what is new is told there? */
function isPast({ revision, newestId }: Baseline, request: ObservedRequest, last: Observation | null): boolean {
  if (last) return last.target === request.target && last.baseline >= revision;
  return request.id > newestId && request.before !== null;
}
