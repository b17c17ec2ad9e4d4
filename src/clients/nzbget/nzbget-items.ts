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

/** Words of the queue. What is worked on after it has been loaded counts as finished. */
export const NZBGET_QUEUE_STATES: Readonly<Record<string, StateAndReason>> = {
  QUEUED: ['queued', 'waiting'],
  PAUSED: ['paused', 'paused'],
  DOWNLOADING: ['downloading', null],
  FETCHING: ['downloading', null],
  PP_QUEUED: ['finished', null],
  LOADING_PARS: ['finished', null],
  VERIFYING_SOURCES: ['finished', null],
  REPAIRING: ['finished', null],
  VERIFYING_REPAIRED: ['finished', null],
  RENAMING: ['finished', null],
  UNPACKING: ['finished', null],
  MOVING: ['finished', null],
  POST_UNPACK_RENAMING: ['finished', null],
  EXECUTING_SCRIPT: ['finished', null],
  PP_FINISHED: ['finished', null],
};

/** Words of the history, or their first part. A warning that left nothing to use is a failure; a deleted one is over. */
export const NZBGET_HISTORY_STATES: Readonly<Record<string, StateAndReason>> = {
  SUCCESS: ['finished', null],
  WARNING: ['finished', null],
  'WARNING/SPACE': ['failed', 'no_space'],
  'WARNING/PASSWORD': ['failed', null],
  'WARNING/SKIPPED': ['failed', null],
  FAILURE: ['failed', null],
  DELETED: ['finished', null],
};

/** What a word of the queue means; an unknown one means `queued`, without a reason. In a paused queue what waits is paused. */
export function standingInQueue(word: string, isPaused: boolean): StateAndReason {
  const standing = standingBy(NZBGET_QUEUE_STATES, word) ?? ['queued', null];
  return isPaused && standing[1] === 'waiting' ? [standing[0], 'paused'] : standing;
}

/** What a word of the history means; an unknown one means `finished`, since nothing else gets there. */
export const standingInHistory = (word: string): StateAndReason =>
  standingBy(NZBGET_HISTORY_STATES, word) ?? standingBy(NZBGET_HISTORY_STATES, firstPart(word)) ?? ['finished', null];

/** A word of the history as it is shown: `Completed`, `Failed`, or as it is. */
export function shownWord(word: string): string {
  if (word.startsWith('SUCCESS')) return 'Completed';
  return word.startsWith('FAILURE') ? 'Failed' : word;
}

const firstPart = (word: string): string => word.split('/', 1)[0] ?? '';

const standingBy = (states: Readonly<Record<string, StateAndReason>>, word: string): StateAndReason | undefined =>
  Object.hasOwn(states, word) ? states[word] : undefined;

const HIGHEST_ID = 2_147_483_647;
const MIB = 1024 * 1024;

/** Has it the shape of an id of NZBGet, a positive number of 31 bits? Nothing else is ever sent as one. */
export const isNzbgetItem = (id: string): boolean => /^[1-9][0-9]{0,9}$/.test(id) && Number(id) <= HIGHEST_ID;

const itemId = z.number().int().min(1).max(HIGHEST_ID);
const text = lenient(z.string()).transform((value) => shownText(value ?? ''));
/** 32 bits of a number; some write the upper ones of them as a sign. */
const half = lenient(
  z
    .number()
    .int()
    .min(-(2 ** 31))
    .max(2 ** 32 - 1),
).transform((value) => (value === null ? null : value >>> 0));
const whole = lenient(z.number().nonnegative());
const flag = lenient(z.boolean());
const moment = lenient(z.number().positive().max(1e11)).transform((seconds) =>
  seconds === null ? null : Math.round(seconds * 1_000),
);

const parameter = z.object({ Name: z.string(), Value: z.string() }).nullable().catch(null);
const parameters = lenient(z.array(parameter)).transform((list) => list ?? []);

const group = z.object({
  NZBID: itemId,
  NZBName: text,
  Category: text,
  Status: text,
  FileSizeLo: half,
  FileSizeHi: half,
  FileSizeMB: whole,
  RemainingSizeLo: half,
  RemainingSizeHi: half,
  RemainingSizeMB: whole,
  PausedSizeLo: half,
  PausedSizeHi: half,
  PausedSizeMB: whole,
  Parameters: parameters,
});

const rowsBy =
  <T>(operation: string, schema: z.ZodType<T>) =>
  (list: unknown): ReadList<T> =>
    readList({ system: 'nzbget', operation }, list, {
      read: (row) => schema.safeParse(row).data ?? null,
      idOf: (row) => {
        const named = z.object({ NZBID: itemId }).safeParse(row);
        return named.success ? String(named.data.NZBID) : null;
      },
    });

export const nzbgetGroups = rowsBy('queue.read', group);

const past = z.object({
  NZBID: itemId,
  Name: text,
  NZBName: text,
  Category: text,
  Status: text,
  FileSizeLo: half,
  FileSizeHi: half,
  FileSizeMB: whole,
  HistoryTime: moment,
  Parameters: parameters,
});

export const nzbgetHistory = rowsBy('history.read', past);

/** What is read of `status`. Whether the queue is paused must be said; older versions have other names for it. */
export const nzbgetStatus = z
  .object({
    DownloadPaused: flag,
    Download2Paused: flag,
    ServerPaused: flag,
    DownloadRate: whole,
    DownloadRateLo: half,
    DownloadRateHi: half,
  })
  .transform((status, context) => {
    const isPaused = status.DownloadPaused ?? status.Download2Paused ?? status.ServerPaused;
    if (isPaused === null) context.addIssue('whether it is paused is not said');
    const speedBps = joined(status.DownloadRateHi, status.DownloadRateLo) ?? Math.round(status.DownloadRate ?? 0);
    return { isPaused: isPaused === true, speedBps };
  });

type Group = z.infer<typeof group>;
type Past = z.infer<typeof past>;
type Status = z.infer<typeof nzbgetStatus>;

/** The queue. NZBGet says how fast it loads as a whole: the first that is being loaded has that speed. */
export function queueOf({ rows: groups, lost }: ReadList<Group>, { isPaused, speedBps }: Status): DownloadQueue {
  const fastest = groups.findIndex(({ Status: word }) => word === 'DOWNLOADING');
  const items = groups.map((one, index) => itemOf(one, isPaused, index === fastest ? speedBps : 0));
  return { isPaused, speedBps, items, unread: lost.length };
}

function itemOf(row: Group, isPaused: boolean, speedBps: number): DownloadItem {
  const [state, reason] = standingInQueue(row.Status, isPaused);
  const sizeBytes = bytesOf(row.FileSizeHi, row.FileSizeLo, row.FileSizeMB) ?? 0;
  const sizeLeftBytes = bytesOf(row.RemainingSizeHi, row.RemainingSizeLo, row.RemainingSizeMB) ?? sizeBytes;
  const pausedBytes = bytesOf(row.PausedSizeHi, row.PausedSizeLo, row.PausedSizeMB) ?? 0;
  // What is paused of a download that is being loaded is not waited for: it is there for repairs.
  const awaited = Math.max(0, sizeLeftBytes - pausedBytes);
  return {
    ...common(row, row.NZBName, row.Status),
    sizeBytes,
    sizeLeftBytes,
    progress: progressOf(sizeBytes, sizeLeftBytes),
    speedBps,
    etaSeconds: speedBps > 0 && !isPaused ? Math.ceil(awaited / speedBps) : null,
    state,
    reason,
  };
}

/** A row of the history as a download: of a failed one nothing has come. */
export function jobOf(row: Past): DownloadItem {
  const [state, reason] = standingInHistory(row.Status);
  const sizeBytes = bytesOf(row.FileSizeHi, row.FileSizeLo, row.FileSizeMB) ?? 0;
  const sizeLeftBytes = state === 'failed' ? sizeBytes : 0;
  return {
    ...common(row, row.Name || row.NZBName, shownWord(row.Status)),
    sizeBytes,
    sizeLeftBytes,
    progress: progressOf(sizeBytes, sizeLeftBytes),
    speedBps: 0,
    etaSeconds: null,
    state,
    reason,
  };
}

/** The latest rows of the history, newest first; those without a moment come last. */
export const latestOf = (rows: readonly Past[], limit: number): readonly Past[] =>
  rows.toSorted((a, b) => (b.HistoryTime ?? 0) - (a.HistoryTime ?? 0)).slice(0, limit);

export const pastOf = (row: Past): PastDownload => ({
  name: row.Name || row.NZBName,
  status: shownWord(row.Status),
  sizeBytes: bytesOf(row.FileSizeHi, row.FileSizeLo, row.FileSizeMB) ?? 0,
  completedAt: row.HistoryTime,
  category: row.Category,
  isFailed: standingInHistory(row.Status)[0] === 'failed',
});

/** Managers that add a download give it an id of their own, in the parameter `drone`. When it was added nobody says. */
function common(row: Group | Past, name: string, status: string) {
  const id = String(row.NZBID);
  const given = row.Parameters.find((one) => one?.Name === 'drone')?.Value;
  return { id, managerId: given || id, name, status, category: row.Category, isFetchingMetadata: false, addedAt: null };
}

const joined = (high: number | null, low: number | null): number | null =>
  high === null || low === null ? null : high * 2 ** 32 + low;

const bytesOf = (high: number | null, low: number | null, mebibytes: number | null): number | null =>
  joined(high, low) ?? (mebibytes === null ? null : Math.round(mebibytes * MIB));
