import type { DownloadState, StandstillReason } from '../downloads/download-client.js';

/** What a word of NZBGet means. */
export type NzbgetStanding = readonly [state: DownloadState, reason: StandstillReason | null];

/**
 * Words of the queue. What is worked on after it has been loaded counts as finished: doc 4 §6.4 names most of the words, and
 * for the others no bytes are left to load. Source: download-clients facts, State vocabulary.
 */
export const NZBGET_QUEUE_STATES: Readonly<Record<string, NzbgetStanding>> = {
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
export const NZBGET_HISTORY_STATES: Readonly<Record<string, NzbgetStanding>> = {
  SUCCESS: ['finished', null],
  WARNING: ['finished', null],
  'WARNING/SPACE': ['failed', 'no_space'],
  'WARNING/PASSWORD': ['failed', null],
  'WARNING/SKIPPED': ['failed', null],
  FAILURE: ['failed', null],
  DELETED: ['finished', null],
};

/**
 * What a word of the queue means; an unknown one means `queued`, without a reason.
 *
 * @param isPaused is the queue as a whole paused? What waits then waits for that
 */
export function standingInQueue(word: string, isPaused: boolean): NzbgetStanding {
  const standing = standingBy(NZBGET_QUEUE_STATES, word) ?? ['queued', null];
  return isPaused && standing[1] === 'waiting' ? [standing[0], 'paused'] : standing;
}

/** What a word of the history means; an unknown one means `finished`, since nothing else gets there. */
export const standingInHistory = (word: string): NzbgetStanding =>
  standingBy(NZBGET_HISTORY_STATES, word) ?? standingBy(NZBGET_HISTORY_STATES, firstPart(word)) ?? ['finished', null];

/** A word of the history as it is shown: `Completed`, `Failed`, or as it is. Source: doc 4 §6.3. */
export function shownWord(word: string): string {
  if (word.startsWith('SUCCESS')) return 'Completed';
  return word.startsWith('FAILURE') ? 'Failed' : word;
}

const firstPart = (word: string): string => word.split('/', 1)[0] ?? '';

const standingBy = (states: Readonly<Record<string, NzbgetStanding>>, word: string): NzbgetStanding | undefined =>
  Object.hasOwn(states, word) ? states[word] : undefined;
