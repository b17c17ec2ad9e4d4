import { z } from 'zod';
import {
  type DownloadItem,
  type DownloadQueue,
  type DownloadState,
  type PastDownload,
  progressOf,
  type StandstillReason,
} from '../downloads/download-client.js';
import { readList, type ReadList } from '../downloads/list-reading.js';
import { shownText } from '../http/legible-text.js';
import { lenient } from '../http/lenient-members.js';

type StateAndReason = readonly [state: DownloadState, reason: StandstillReason | null];

const UNKNOWN: StateAndReason = ['queued', null];

export const SABNZBD_QUEUE_STATES: Readonly<Record<string, StateAndReason>> = {
  Queued: ['queued', 'waiting'],
  Idle: ['queued', 'waiting'],
  Propagating: ['queued', 'waiting'],
  Paused: ['paused', 'paused'],
  Grabbing: ['downloading', null],
  Fetching: ['downloading', null],
  Downloading: ['downloading', null],
  Checking: ['checking', null],
  Deleted: ['finished', null],
};

/** Words of the history. What is worked on there has been loaded and counts as finished; `Fetching` loads more to repair with. */
export const SABNZBD_HISTORY_STATES: Readonly<Record<string, StateAndReason>> = {
  Queued: ['finished', null],
  QuickCheck: ['finished', null],
  Verifying: ['finished', null],
  Repairing: ['finished', null],
  Fetching: ['downloading', null],
  Extracting: ['finished', null],
  Moving: ['finished', null],
  Running: ['finished', null],
  Completed: ['finished', null],
  Failed: ['failed', null],
};

/** Words of the history for what has not come to its end. */
const UNDER_WAY = new Set([
  'Queued',
  'QuickCheck',
  'Verifying',
  'Repairing',
  'Fetching',
  'Extracting',
  'Moving',
  'Running',
]);

/** What a word of the queue means; an unknown one means `queued`, without a reason. In a paused queue what waits is paused. */
export function standingInQueue(word: string, isPaused: boolean): StateAndReason {
  const standing = standingBy(SABNZBD_QUEUE_STATES, word);
  return isPaused && standing[1] === 'waiting' ? [standing[0], 'paused'] : standing;
}

/** What a word of the history means; an unknown one means `queued`, without a reason. */
export const standingInHistory = (word: string): StateAndReason => standingBy(SABNZBD_HISTORY_STATES, word);

/** Is a download of the history still checked, unpacked or moved? */
export const isUnderWay = (word: string): boolean => UNDER_WAY.has(word);

const standingBy = (states: Readonly<Record<string, StateAndReason>>, word: string): StateAndReason =>
  (Object.hasOwn(states, word) ? states[word] : undefined) ?? UNKNOWN;

const ITEM = /^SABnzbd_nzo_[A-Za-z0-9_-]{1,100}$/;
const MIB = 1024 * 1024;
const KIB = 1024;
/** h:mm:ss, with days before it where there are any. */
const TIME_LEFT = /^(?:(\d{1,5}):)?(\d{1,7}):(\d{1,2}):(\d{1,2})$/;

/** Has it the shape of an id of SABnzbd? Nothing else is ever sent as one: `all` would be everything. */
export const isSabnzbdItem = (id: string): boolean => id.length <= 120 && ITEM.test(id);

const itemId = z.string().refine(isSabnzbdItem);
const text = lenient(z.string()).transform((value) => shownText(value ?? ''));
/** Numbers come as decimal text, and as numbers. */
const amount = lenient(
  z.union([
    z.number().nonnegative(),
    z
      .string()
      .regex(/^\d{1,15}(?:\.\d{0,15})?$/)
      .transform(Number),
  ]),
);
/** `*` is the category of what has none. */
const category = text.transform((value) => (value === '*' ? '' : value));
/** Seconds of the epoch, as milliseconds. */
const moment = lenient(z.number().positive().max(1e11)).transform((seconds) =>
  seconds === null ? null : Math.round(seconds * 1_000),
);

const slot = z.object({
  nzo_id: itemId,
  filename: text,
  cat: category,
  status: text,
  mb: amount,
  mbleft: amount,
  percentage: amount,
  timeleft: text,
  time_added: moment,
});

/** What is read of `mode=queue`, its rows aside: {@link slotsOf}. */
export const sabnzbdQueue = z.object({
  queue: z.object({
    paused: lenient(z.boolean()),
    paused_all: lenient(z.boolean()),
    kbpersec: amount,
    slots: z.array(z.unknown()),
  }),
});

const past = z.object({
  nzo_id: itemId,
  name: text,
  category,
  status: text,
  bytes: amount,
  completed: moment,
  time_added: moment,
});

/** What is read of `mode=history`, its rows aside: {@link pastSlotsOf}. */
export const sabnzbdHistory = z.object({ history: z.object({ slots: z.array(z.unknown()) }) });

const rowsBy =
  <T>(operation: string, schema: z.ZodType<T>) =>
  (slots: readonly unknown[]): ReadList<T> =>
    readList({ system: 'sabnzbd', operation }, slots, {
      read: (row) => schema.safeParse(row).data ?? null,
      idOf: (row) => named.safeParse(row).data?.nzo_id ?? null,
    });

const named = z.object({ nzo_id: itemId });

export const slotsOf = rowsBy('queue.read', slot);

export const pastSlotsOf = rowsBy('history.read', past);

type Slot = z.infer<typeof slot>;
type Past = z.infer<typeof past>;

interface ReadQueue extends Pick<ReadList<Slot>, 'lost'> {
  readonly queue: DownloadQueue;
}

/** The queue. It says how fast it loads as a whole: the first that is being loaded has that speed. */
export function queueOf({ queue }: z.infer<typeof sabnzbdQueue>): ReadQueue {
  const isPaused = queue.paused === true || queue.paused_all === true;
  const speedBps = Math.round((queue.kbpersec ?? 0) * KIB);
  const { rows, lost } = slotsOf(queue.slots);
  const fastest = rows.findIndex(({ status }) => status === 'Downloading');
  const items = rows.map((one, index) => itemOf(one, isPaused, index === fastest ? speedBps : 0));
  return { queue: { isPaused, speedBps, items, unread: lost.length }, lost };
}

function itemOf(row: Slot, isPaused: boolean, speedBps: number): DownloadItem {
  const [state, reason] = standingInQueue(row.status, isPaused);
  const sizeBytes = bytesOf(row.mb);
  const sizeLeftBytes = row.mbleft === null ? leftBy(row.percentage, sizeBytes) : bytesOf(row.mbleft);
  return {
    id: row.nzo_id,
    managerId: row.nzo_id,
    name: row.filename,
    sizeBytes,
    sizeLeftBytes,
    progress: progressOf(sizeBytes, sizeLeftBytes),
    speedBps,
    etaSeconds: state === 'paused' || isPaused ? null : secondsOf(row.timeleft),
    status: row.status,
    category: row.cat,
    state,
    reason,
    isFetchingMetadata: false,
    addedAt: row.time_added,
  };
}

/** What the history reports, newest first as it came, as downloads: of a failed one nothing has come. */
export function jobOf(row: Past): DownloadItem {
  const [state, reason] = standingInHistory(row.status);
  const sizeBytes = Math.round(row.bytes ?? 0);
  const sizeLeftBytes = state === 'failed' ? sizeBytes : 0;
  return {
    id: row.nzo_id,
    managerId: row.nzo_id,
    name: row.name,
    sizeBytes,
    sizeLeftBytes,
    progress: progressOf(sizeBytes, sizeLeftBytes),
    speedBps: 0,
    etaSeconds: null,
    status: row.status,
    category: row.category,
    state,
    reason,
    isFetchingMetadata: false,
    addedAt: row.time_added,
  };
}

/** What has come to its end, newest first; those without a moment come last. */
export function pastOf(rows: readonly Past[], limit: number): readonly PastDownload[] {
  return rows
    .filter(({ status }) => !isUnderWay(status))
    .toSorted((a, b) => (b.completed ?? 0) - (a.completed ?? 0))
    .slice(0, limit)
    .map((row) => ({
      name: row.name,
      status: row.status,
      sizeBytes: Math.round(row.bytes ?? 0),
      completedAt: row.completed,
      category: row.category,
      isFailed: standingInHistory(row.status)[0] === 'failed',
    }));
}

const bytesOf = (mebibytes: number | null): number => Math.round((mebibytes ?? 0) * MIB);

const leftBy = (percentage: number | null, sizeBytes: number): number =>
  Math.round(sizeBytes * (1 - Math.min(100, percentage ?? 0) / 100));

/** Null for no time at all too: it is what stands there while nobody knows. */
function secondsOf(timeLeft: string): number | null {
  const found = TIME_LEFT.exec(timeLeft);
  if (!found) return null;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = found.slice(1).map((part) => Number(part ?? 0));
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds || null;
}
