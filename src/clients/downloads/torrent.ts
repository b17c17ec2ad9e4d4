import { type DownloadItem, type DownloadQueue, type PastDownload, progressOf } from './download-client.js';
import { type ReadList } from './list-reading.js';

/** A torrent as its client reports it. */
export interface Torrent {
  readonly item: DownloadItem;
  /** Has it been loaded as a whole? Left out where the client has no word of its own for it: then {@link isLoaded} says. */
  readonly isFinished?: boolean;
  /** In epoch milliseconds; null where the client doesn't say. */
  readonly completedAt: number | null;
}

type Amounts = Pick<DownloadItem, 'sizeBytes' | 'sizeLeftBytes' | 'progress'>;

/** What clients say of it: null for what they don't. */
interface ReportedAmounts {
  readonly size: number | null;
  readonly left: number | null;
  readonly share: number | null;
}

/** Of version 1, or the first 40 digits of one of version 2. */
const INFO_HASH = /^[0-9a-f]{40}$/i;

export const isInfoHash = (id: string): boolean => INFO_HASH.test(id);

/** Has it been loaded as a whole? So has a failed torrent with nothing left to load; one of unknown size has not. */
export const isLoaded = ({ state, sizeBytes, sizeLeftBytes, progress }: DownloadItem): boolean =>
  state === 'finished' || isWhole({ sizeBytes, sizeLeftBytes, progress });

/** Does it belong to the history, and not to the queue? What the client itself says of it wins. */
export const isPast = ({ item, isFinished }: Torrent): boolean => isFinished ?? isLoaded(item);

/** Is nothing left of something that is known? */
export const isWhole = ({ sizeBytes, sizeLeftBytes, progress }: Amounts): boolean =>
  sizeBytes > 0 && sizeLeftBytes === 0 && progress === 100;

/** What is loaded, from as much as the client says; what it doesn't say follows from the rest. */
export function amountsOf({ size, left, share }: ReportedAmounts): Amounts {
  const sizeBytes = wholeNumber(size ?? 0);
  const loaded = share === null ? null : Math.min(1, Math.max(0, share));
  const sizeLeftBytes = Math.min(sizeBytes, wholeNumber(left ?? sizeBytes * (1 - (loaded ?? 0))));
  const progress = loaded === null ? progressOf(sizeBytes, sizeLeftBytes) : loaded * 100;
  return { sizeBytes, sizeLeftBytes, progress };
}

/** A number of bytes, or of bytes per second, that can be one. */
export const wholeNumber = (value: number | null): number =>
  value !== null && value > 0 ? Math.min(Math.round(value), Number.MAX_SAFE_INTEGER) : 0;

/** What 32 bits without a sign make of -1: some clients write it for a moment that hasn't come. */
const NEVER = 0xffff_ffff;

/** A moment in epoch milliseconds; null for one that is none. */
export const momentOf = (seconds: number | null): number | null =>
  seconds !== null && seconds > 0 && seconds < NEVER ? Math.round(seconds * 1_000) : null;

export function torrentQueue({ rows, lost }: ReadList<Torrent>): DownloadQueue {
  const items = rows.filter((torrent) => !isPast(torrent)).map(({ item }) => item);
  return {
    isPaused: items.length > 0 && items.every(({ state }) => state === 'paused'),
    speedBps: items.reduce((sum, { speedBps }) => sum + speedBps, 0),
    items,
    unread: lost.length,
  };
}

/** What is loaded of a client's torrents, newest first; those whose moment nobody knows come last. */
export function torrentHistory(torrents: readonly Torrent[], limit: number): readonly PastDownload[] {
  return torrents
    .filter(isPast)
    .sort((one, other) => (other.completedAt ?? 0) - (one.completedAt ?? 0))
    .slice(0, limit)
    .map(({ item: { name, status, sizeBytes, category, state }, completedAt }) => ({
      name,
      status,
      sizeBytes,
      completedAt,
      category,
      isFailed: state === 'failed',
    }));
}
