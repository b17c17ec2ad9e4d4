/** What a manager says of a row of its download queue. Words are compared without their case. */
export interface TrackedRow {
  /** queued, paused, downloading, completed, failed, warning, delay, … */
  readonly status: string;
  /** ok, warning, error; null or empty where the manager says nothing. */
  readonly trackedStatus: string | null;
  /** downloading, importPending, importing, importBlocked, failed, …; null or empty where the manager says nothing. */
  readonly trackedState: string | null;
  /** Is there a message for the manager's administrator, or an error of the download client? */
  readonly hasMessages: boolean;
}

export type DownloadStage =
  | 'waiting' // found, and not handed to the download client yet: the manager waits on purpose
  | 'downloading'
  | 'paused' // somebody has paused it
  | 'stalled' // it doesn't get on, or its client can't be reached
  | 'failed'
  | 'importing' // all of it has arrived
  | 'import_blocked'; // all of it has arrived, and a person has to look

const FAILED = new Set(['failed', 'failedpending', 'downloadfailed', 'downloadfailedpending']);
const BLOCKED = new Set(['importblocked', 'importfailed', 'ignored']);
const ARRIVED = new Set(['importpending', 'importing', 'imported']);
const STALLED = new Set(['warning', 'downloadclientunavailable']);
const WAITING = new Set(['delay', 'fallback']);
const FINE = new Set(['', 'ok']);

/**
 * The first test that is true decides. Words are compared without their case.
 *
 * | test | stage |
 * |---|---|
 * | it failed | failed |
 * | its import is blocked, has failed or was ignored; or it has arrived and the manager complains | import_blocked |
 * | it has arrived | importing |
 * | paused | paused |
 * | the client warns or can't be reached, or the manager reports an error | stalled |
 * | the manager waits before it starts | waiting |
 * | otherwise | downloading |
 *
 * Source: upstream arr-common, queue vocabulary.
 */
export function downloadStage({ status, trackedStatus, trackedState, hasMessages }: TrackedRow): DownloadStage {
  const [word, state] = [status.toLowerCase(), (trackedState ?? '').toLowerCase()];
  const health = (trackedStatus ?? '').toLowerCase();
  if (word === 'failed' || FAILED.has(state)) return 'failed';
  if (BLOCKED.has(state)) return 'import_blocked';
  if (ARRIVED.has(state)) return hasMessages || !FINE.has(health) ? 'import_blocked' : 'importing';
  if (word === 'paused') return 'paused';
  if (STALLED.has(word) || health === 'error') return 'stalled';
  return WAITING.has(word) ? 'waiting' : 'downloading';
}

const ACTIVE = new Set(['queued', 'downloading', 'importing']);
const IMPORTING = new Set(['importpending', 'importing']);
const GETS_ON = new Set(['', 'downloading', ...IMPORTING]);

/**
 * Does the download get on by itself? It does while it is queued, downloading or importing, or completed and about to be
 * imported, and nobody complains. Any other needs a person or more time, and says only that the title is wanted. A word that we
 * don't know is none of the healthy ones.
 * Source: doc 4 section 4.3, healthy row; doc 2 section 3, book title rows; upstream arr-common, queue vocabulary.
 */
export function isHealthy({ status, trackedStatus, trackedState, hasMessages }: TrackedRow): boolean {
  const state = (trackedState ?? '').toLowerCase();
  if (hasMessages || !FINE.has((trackedStatus ?? '').toLowerCase()) || !GETS_ON.has(state)) return false;
  const word = status.toLowerCase();
  return ACTIVE.has(word) || (word === 'completed' && IMPORTING.has(state));
}

/** The stage as a queue keeps it: the usual one takes no memory. */
export const keptStage = (row: TrackedRow): { readonly stage?: DownloadStage } => {
  const stage = downloadStage(row);
  return stage === 'downloading' ? {} : { stage };
};
