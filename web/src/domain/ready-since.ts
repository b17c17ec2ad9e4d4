import type { TitleState } from './title-state.js';

/** A request of the reader's own, and what it has come to. */
export interface SeenRequest {
  readonly id: number;
  readonly state: TitleState;
}

/** What was seen of the reader's requests at a moment: those that weren't there yet, and those that were. */
interface Look {
  readonly waiting: readonly number[];
  readonly there: readonly number[];
}

/** What is kept of the reader's visits: how things stood when the last one ended, and how they stood when they were last looked at. */
export interface Visits {
  /** When somebody last looked, in milliseconds since 1970. */
  readonly at: number;
  readonly before: Look;
  readonly latest: Look;
}

/** How long a visit goes on after its last look, in milliseconds: a reload is no new visit. */
export const SAME_VISIT_MS = 30 * 60_000;

/** So many requests are kept of a look, the newest: far more than are shown. */
const MOST = 200;

const isThere = (state: TitleState): boolean => state === 'available' || state === 'partial';

/**
 * Somebody looks at their requests; these are the newest. A request whose state is unknown right now stays as it was.
 *
 * @param kept of the visits until now; undefined for the first one, at which nothing has become available since
 */
export function looked(kept: Visits | undefined, requests: readonly SeenRequest[], now: number): Visits {
  const latest = lookAt(requests, kept?.latest);
  if (kept === undefined) return { at: now, before: latest, latest };
  // A clock that was set back says nothing of how long nobody has looked.
  const isNewVisit = now - kept.at > SAME_VISIT_MS;
  return { at: now, before: isNewVisit ? kept.latest : kept.before, latest };
}

function lookAt(requests: readonly SeenRequest[], last: Look = { waiting: [], there: [] }): Look {
  const was = new Set(last.there);
  const isThereNow = ({ id, state }: SeenRequest): boolean => (state === 'unknown' ? was.has(id) : isThere(state));
  const newest = requests.slice(0, MOST);
  return {
    waiting: newest.filter((one) => !isThereNow(one)).map(({ id }) => id),
    there: newest.filter(isThereNow).map(({ id }) => id),
  };
}

/** Those of the requests that have become available since the last visit, in their order: new ones too. */
export function readySince({ before }: Visits, requests: readonly SeenRequest[]): readonly number[] {
  const [were, waited] = [new Set(before.there), new Set(before.waiting)];
  // What is older than everything that was looked at then was there before anybody knows.
  const oldest = Math.min(...were, ...waited);
  return requests
    .filter(
      ({ id, state }) => isThere(state) && !were.has(id) && (waited.has(id) || id > oldest || oldest === Infinity),
    )
    .map(({ id }) => id);
}

/** The kept text read; undefined where there is none, or where it is something else. */
export function visitsIn(text: string | null): Visits | undefined {
  try {
    const value = JSON.parse(text ?? '') as Partial<Visits> | null;
    const isWhole = typeof value?.at === 'number' && isLook(value.before) && isLook(value.latest);
    return isWhole ? (value as Visits) : undefined;
  } catch {
    return undefined;
  }
}

const isLook = (look: unknown): boolean =>
  typeof look === 'object' &&
  look !== null &&
  ['waiting', 'there'].every((part) => {
    const ids: unknown = (look as Readonly<Record<string, unknown>>)[part];
    return Array.isArray(ids) && ids.length <= MOST && ids.every(Number.isSafeInteger);
  });
