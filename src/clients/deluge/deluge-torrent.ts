import { z } from 'zod';
import type { DownloadState, StandstillReason } from '../downloads/download-client.js';
import { isInfoHash, momentOf, type Torrent, wholeNumber } from '../downloads/torrent.js';
import { shownText } from '../http/legible-text.js';
import { lenient } from '../http/lenient-members.js';

/**
 * What a torrent is asked for. The last four are beside the example: a client that doesn't know a key leaves it out, as it
 * does with `label` where the plugin is missing.
 */
export const DELUGE_KEYS = [
  'hash',
  'name',
  'state',
  'progress',
  'total_size',
  'total_done',
  'eta',
  'download_payload_rate',
  'message',
  'label',
  'save_path',
  'is_finished',
  'time_added',
  'completed_time',
  'num_peers',
  'num_seeds',
] as const;

/** What the client's own word says of a torrent that isn't finished. */
export const DELUGE_STATES: Readonly<
  Record<string, { readonly state: DownloadState; readonly reason: StandstillReason | null }>
> = {
  Allocating: { state: 'queued', reason: 'waiting' },
  Checking: { state: 'checking', reason: null },
  Downloading: { state: 'downloading', reason: null },
  Seeding: { state: 'finished', reason: null },
  Paused: { state: 'paused', reason: 'paused' },
  Error: { state: 'failed', reason: null },
  Queued: { state: 'queued', reason: 'waiting' },
  Moving: { state: 'downloading', reason: null },
};

/** A word that we don't know is of no use to say that anything moves. */
const UNKNOWN = { state: 'queued', reason: null } as const;

const number = lenient(z.number());

const row = z.object({
  hash: lenient(z.string()),
  name: lenient(z.string()),
  state: z.string(),
  is_finished: z.boolean(),
  progress: number,
  total_size: number,
  total_done: number,
  eta: number,
  download_payload_rate: number,
  label: lenient(z.string()),
  time_added: number,
  completed_time: number,
  num_peers: number,
  num_seeds: number,
});

type Row = z.infer<typeof row>;

/**
 * A torrent of the list. Its message and its path are never read.
 *
 * @param hash the key that it has in the list
 * @returns null for a row without a hash, a state or a word whether it is finished, and one of another hash than its key
 */
export function delugeTorrent(hash: string, value: unknown): Torrent | null {
  const judged = row.safeParse(value);
  if (!isInfoHash(hash) || !judged.success) return null;
  const { data } = judged;
  if (data.hash !== null && data.hash.toLowerCase() !== hash.toLowerCase()) return null;
  const sizeBytes = wholeNumber(data.total_size);
  const { state, reason } = stateOf(data);
  return {
    isFinished: data.is_finished,
    completedAt: momentOf(data.completed_time),
    item: {
      id: hash,
      managerId: hash.toUpperCase(),
      name: shownText(data.name ?? ''),
      sizeBytes,
      sizeLeftBytes: data.is_finished ? 0 : Math.max(0, sizeBytes - wholeNumber(data.total_done)),
      progress: progressOf(data),
      speedBps: wholeNumber(data.download_payload_rate),
      etaSeconds: data.eta !== null && data.eta > 0 ? Math.ceil(data.eta) : null,
      status: shownText(data.state),
      category: shownText(data.label ?? ''),
      state,
      reason,
      isFetchingMetadata: data.state === 'Downloading' && !data.is_finished && data.total_size === 0,
      addedAt: momentOf(data.time_added),
    },
  };
}

/** Finished is finished, whether it seeds, waits or is checked again; but not where the client reports an error. */
function stateOf(data: Row): { readonly state: DownloadState; readonly reason: StandstillReason | null } {
  const said = Object.hasOwn(DELUGE_STATES, data.state) ? (DELUGE_STATES[data.state] ?? UNKNOWN) : UNKNOWN;
  if (data.is_finished && said.state !== 'failed') return { state: 'finished', reason: null };
  const isAlone = data.num_peers === 0 && data.num_seeds === 0 && wholeNumber(data.download_payload_rate) === 0;
  return data.state === 'Downloading' && isAlone ? { state: 'stalled', reason: 'no_peers' } : said;
}

/** The client counts a torrent with an error as begun anew: what is there is told by its bytes. Source: doc 4 §6.3. */
function progressOf({ state, progress, total_size, total_done }: Row): number {
  const size = wholeNumber(total_size);
  if (state === 'Error') return size > 0 ? Math.min(100, (wholeNumber(total_done) / size) * 100) : 0;
  return Math.min(100, Math.max(0, progress ?? 0));
}
