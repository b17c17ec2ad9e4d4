import type { DownloadState, StandstillReason } from '../downloads/download-client.js';

/** What a word of SABnzbd means. */
export type SabnzbdStanding = readonly [state: DownloadState, reason: StandstillReason | null];

const UNKNOWN: SabnzbdStanding = ['queued', null];

/** Words of the queue. Source: download-clients facts, State vocabulary. */
export const SABNZBD_QUEUE_STATES: Readonly<Record<string, SabnzbdStanding>> = {
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

/**
 * Words of the history. Whatever is worked on there has been loaded in full, so it counts as finished: doc 4 §6.4 names most
 * of the words, and no bytes are left for the others. `Fetching` loads more to repair with.
 */
export const SABNZBD_HISTORY_STATES: Readonly<Record<string, SabnzbdStanding>> = {
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

/**
 * What a word of the queue means; an unknown one means `queued`, without a reason.
 *
 * @param isPaused is the queue as a whole paused? What waits then waits for that
 */
export function standingInQueue(word: string, isPaused: boolean): SabnzbdStanding {
  const standing = standingBy(SABNZBD_QUEUE_STATES, word);
  return isPaused && standing[1] === 'waiting' ? [standing[0], 'paused'] : standing;
}

/** What a word of the history means; an unknown one means `queued`, without a reason. */
export const standingInHistory = (word: string): SabnzbdStanding => standingBy(SABNZBD_HISTORY_STATES, word);

/** Is a download of the history still checked, unpacked or moved? */
export const isUnderWay = (word: string): boolean => UNDER_WAY.has(word);

const standingBy = (states: Readonly<Record<string, SabnzbdStanding>>, word: string): SabnzbdStanding =>
  (Object.hasOwn(states, word) ? states[word] : undefined) ?? UNKNOWN;
