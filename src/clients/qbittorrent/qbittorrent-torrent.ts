import { shownText } from '../http/legible-text.js';
import { lenientNumber, lenientText } from '../http/lenient-members.js';
import { fieldsOf, readBy } from '../servarr/plain-values.js';
import type { DownloadItem, DownloadState, StandstillReason } from '../downloads/download-client.js';
import { amountsOf, isInfoHash, isWhole, momentOf, type Torrent, wholeNumber } from '../downloads/torrent.js';

/** What a word of qBittorrent means. Source: download-clients facts, State vocabulary. */
const STATES: Readonly<Record<string, readonly [DownloadState, StandstillReason | null]>> = {
  error: ['failed', null],
  missingFiles: ['failed', null],
  stoppedDL: ['paused', 'paused'],
  pausedDL: ['paused', 'paused'],
  queuedDL: ['queued', 'waiting'],
  checkingDL: ['checking', null],
  checkingResumeData: ['checking', null],
  metaDL: ['downloading', null],
  forcedMetaDL: ['downloading', null],
  downloading: ['downloading', null],
  forcedDL: ['downloading', null],
  moving: ['downloading', null],
  stalledDL: ['stalled', 'no_peers'],
  uploading: ['finished', null],
  stalledUP: ['finished', null],
  queuedUP: ['finished', null],
  checkingUP: ['finished', null],
  forcedUP: ['finished', null],
  stoppedUP: ['finished', null],
  pausedUP: ['finished', null],
};

/** `unknown` is a word of its own. It, and a word that isn't in the table, say of no activity: such a torrent waits. */
const UNKNOWN = ['queued', null] as const;

const METADATA: ReadonlySet<string> = new Set(['metaDL', 'forcedMetaDL']);

/** From so many seconds on nobody knows when. Source: download-clients facts. */
const ENDLESS = 8_640_000;

/** A row of `torrents/info`. Without its hash it is none; the rest may be missing. Read by hand: there are thousands of rows. */
export const qbittorrentTorrent = readBy((value): Torrent | null => {
  const row = fieldsOf(value);
  const id = hashOf(value);
  if (!row || id === null) return null;
  const status = lenientText(row.state) ?? 'unknown';
  const [word, reason] = (Object.hasOwn(STATES, status) && STATES[status]) || UNKNOWN;
  const amounts = amountsOf({
    size: lenientNumber(row.size),
    left: lenientNumber(row.amount_left),
    share: lenientNumber(row.progress),
  });
  // What is loaded as a whole is moved and checked as well.
  const state = word !== 'failed' && isWhole(amounts) ? 'finished' : word;
  const isFinished = state === 'finished';
  const item: DownloadItem = {
    id,
    managerId: id.toUpperCase(),
    name: shownText(lenientText(row.name) ?? id),
    sizeBytes: amounts.sizeBytes,
    sizeLeftBytes: isFinished ? 0 : amounts.sizeLeftBytes,
    progress: isFinished ? 100 : amounts.progress,
    speedBps: wholeNumber(lenientNumber(row.dlspeed)),
    etaSeconds: isFinished ? null : etaOf(lenientNumber(row.eta)),
    status,
    category: shownText(lenientText(row.category) ?? ''),
    state,
    reason: state === word ? reason : null,
    isFetchingMetadata: METADATA.has(status),
    addedAt: momentOf(lenientNumber(row.added_on)),
  };
  return { item, completedAt: momentOf(lenientNumber(row.completion_on)) };
});

/** The hash of a row, in lower case; null where it has none. */
export function hashOf(row: unknown): string | null {
  const hash = lenientText(fieldsOf(row)?.hash)?.toLowerCase();
  return hash !== undefined && isInfoHash(hash) ? hash : null;
}

const etaOf = (seconds: number | null): number | null =>
  seconds !== null && seconds >= 0 && seconds < ENDLESS ? Math.round(seconds) : null;
