import type { TrackedRow } from './queue-health.js';

/** How a download gets on. */
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

/**
 * Judges how a download gets on. The first test that is true decides:
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
 * Words are compared without their case. Source: upstream arr-common, queue vocabulary.
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

const FINE = new Set(['', 'ok']);

/** The stage as a queue keeps it: the usual one takes no memory. */
export const keptStage = (row: TrackedRow): { readonly stage?: DownloadStage } => {
  const stage = downloadStage(row);
  return stage === 'downloading' ? {} : { stage };
};
