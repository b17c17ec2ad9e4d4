import { collapseFormats } from '../../library/library.public.js';
import type { TvMatchProblem } from '../../series-matching/series-matching.public.js';
import type { Deliveries, SavedRequest } from '../saved/dispatches.repository.js';
import type { BookFormat, DispatchRow, DispatchState } from '../saved/job-rows.js';
import type { SavedStatus } from '../saved/rows.js';
import { formatsIn, isOfProvider } from '../saved/work.js';

export type ShownStatus = 'unavailable' | 'requested' | 'downloading' | 'partial' | 'available' | 'pending' | 'denied';

export type StatusUnknownReason =
  | 'library_unavailable'
  | 'identity_ambiguous'
  | 'format_unresolved'
  | 'tv_seasons_unmapped'
  | TvMatchProblem;

export type LiveState =
  | {
      readonly known: true;
      readonly status: 'available' | 'partial' | 'downloading' | 'requested' | 'unavailable';
      readonly progress: number;
      readonly releases?: Releases;
    }
  | { readonly known: false; readonly reason: StatusUnknownReason };

interface Releases {
  readonly inCinemas?: string;
  readonly digital?: string;
}

export interface SeasonNow {
  readonly seasonNumber: number;
  /** Episodes that have a file; 0 where the library can't be read. */
  readonly files: number;
  /** Episodes that have aired, or all when the air dates weren't read; 0 when the library can't be read. */
  readonly episodes: number;
  readonly status: ShownStatus;
  readonly progress: number;
}

export interface StatusNow {
  readonly status: ShownStatus;
  readonly progress: number;
  /** False when the library can't be read: the saved status is shown then. */
  readonly statusKnown: boolean;
  readonly statusUnknownReason?: StatusUnknownReason;
  readonly releases?: Releases;
  readonly seasons?: readonly SeasonNow[];
  readonly formats?: ReadonlyMap<BookFormat, ShownStatus>;
  readonly waits?: ReadonlyMap<BookFormat, FormatWait>;
  /** A book or an album: the id under which the library files it, where it differs from the requested one. */
  readonly canonicalForeignId?: string;
  /** A book or an album that is not out yet: the day on which it comes out, `YYYY-MM-DD`. */
  readonly comesOutOn?: string;
  /** A book: the formats that are not out yet, and the day on which each comes out, `YYYY-MM-DD`. */
  readonly formatsComeOutOn?: ReadonlyMap<BookFormat, string>;
}

export interface FormatWait {
  readonly reason: 'author_import';
  /** Epoch milliseconds, as below. */
  readonly waitingSince: number;
  readonly lastAttemptAt: number | null;
}

export interface SavedState {
  readonly status: SavedStatus;
  readonly delivery: DispatchState;
}

const ON_ITS_WAY: readonly DispatchState[] = ['queued', 'processing', 'retry', 'waiting_library', 'attention'];

export function isOpenStatus({ status }: Pick<SavedState, 'status'>): boolean {
  return status === 'pending' || status === 'requested';
}

/** Is the request accepted and not delivered yet? The library can't know of it then. */
export function isOnItsWay({ status, delivery }: SavedState): boolean {
  return status === 'requested' && ON_ITS_WAY.includes(delivery);
}

/**
 * Combines the live state of a library with the saved state. The result is not stored.
 *
 * | saved | live | shown |
 * |---|---|---|
 * | pending | any | pending |
 * | denied | unavailable | denied |
 * | accepted, not delivered yet | unavailable | requested: the library can't know of it yet |
 * | any other | known | live |
 * | any other | unreadable | the saved status, marked as unknown |
 *
 * @param saved null when there is no request
 */
export function statusNow(saved: SavedState | null, live: LiveState): StatusNow {
  if (saved?.status === 'pending') return { status: 'pending', progress: 0, statusKnown: true };
  if (!live.known) return statusUnknown(saved, live.reason);
  const { status, progress, releases } = live;
  return { status: status === 'unavailable' ? whenAbsent(saved) : status, progress, statusKnown: true, releases };
}

export function statusUnknown(saved: SavedState | null, reason: StatusUnknownReason): StatusNow {
  return { status: saved?.status ?? 'unavailable', progress: 0, statusKnown: false, statusUnknownReason: reason };
}

export function statusSaved(saved: SavedState): StatusNow {
  return { status: saved.status, progress: 0, statusKnown: true };
}

/**
 * The status when no library is read. That of a book or an album is known only as long as no library can know better: a
 * completed delivery says nothing of what became of it.
 */
export function statusOfSaved(one: SavedRequest): StatusNow {
  const { request, deliveries } = one;
  const plain = statusSaved(savedStateOf(one));
  if (isOfProvider(request)) return plain;
  const shown = formatsIn(request.bookFormat);
  const jobs = deliveries.flatMap((job) =>
    job.format !== '' && shown.includes(job.format) ? [[job.format, job] as const] : [],
  );
  const waits = jobs.flatMap(([format, job]) => {
    const wait = waitOf(job);
    return wait ? [[format, wait] as const] : [];
  });
  const filedAs = deliveries.find(({ canonicalForeignId }) => canonicalForeignId !== null)?.canonicalForeignId;
  return {
    ...plain,
    statusKnown: deliveries.every(({ state }) => state === 'approval' || isOnItsWay({ ...request, delivery: state })),
    ...(shown.length === 0
      ? {}
      : { formats: new Map(jobs.map(([format]) => [format, plain.status])), waits: new Map(waits) }),
    ...(filedAs ? { canonicalForeignId: filedAs } : {}),
  };
}

/** The status of a title whose formats several requests cover. */
export function jointStatus(first: StatusNow, others: readonly StatusNow[]): StatusNow {
  return others.reduce((joint, one) => {
    const formats = new Map([...(one.formats ?? []), ...(joint.formats ?? [])]);
    const unknown = [joint, one].find(({ statusKnown }) => !statusKnown);
    return {
      ...joint,
      ...unknown,
      status: collapseFormats([...formats.values()].filter((status) => status !== 'partial')),
      progress: (joint.progress + one.progress) / 2,
      formats,
      waits: new Map([...(one.waits ?? []), ...(joint.waits ?? [])]),
      formatsComeOutOn: new Map([...(one.formatsComeOutOn ?? []), ...(joint.formatsComeOutOn ?? [])]),
    };
  }, first);
}

/** Why this job waits for its library, also while a worker looks; null when it doesn't. */
export function waitOf({ state, waitingSince, lastAttemptAt }: DispatchRow): FormatWait | null {
  if ((state !== 'waiting_library' && state !== 'processing') || waitingSince === null) return null;
  return { reason: 'author_import', waitingSince, lastAttemptAt };
}

function whenAbsent(saved: SavedState | null): ShownStatus {
  if (saved?.status === 'denied') return 'denied';
  return saved && isOnItsWay(saved) ? 'requested' : 'unavailable';
}

export interface TrackedRequest extends SavedRequest {
  readonly now: StatusNow;
}

export function savedStateOf({ request, deliveries }: SavedRequest): SavedState {
  return { status: request.status, delivery: deliveries[0].state };
}

/** The library's record to which the newest delivery of these requests was bound; null where none was. */
export const keptRecord = (requests: readonly SavedRequest[]): number | null =>
  requests.flatMap(({ deliveries }) => deliveries).find(({ recordId }) => recordId !== null)?.recordId ?? null;

const BY_WEIGHT: readonly DispatchState[] = [
  'attention',
  'processing',
  'retry',
  'waiting_library',
  'queued',
  'approval',
  'complete',
  'cancelled',
];

/** The delivery that stands for all deliveries of a request, where only one is shown. */
export function jointDelivery(deliveries: Deliveries): DispatchRow {
  const [first, ...others] = deliveries;
  const weight = ({ state }: DispatchRow): number => BY_WEIGHT.indexOf(state);
  return others.reduce((heaviest, one) => (weight(one) < weight(heaviest) ? one : heaviest), first);
}
