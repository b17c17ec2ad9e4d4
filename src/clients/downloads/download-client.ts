import { UpstreamError } from '../../core/errors/upstream-error.js';

/** The longest list of a client that is read: longer than what 16 MB hold of real ones. A hostile client writes millions. */
export const MOST_ITEMS = 25_000;

/** What a download is doing, in words that all clients share. */
export type DownloadState = 'queued' | 'paused' | 'stalled' | 'checking' | 'downloading' | 'failed' | 'finished';

/** Why a download stands still, as far as its client says it. */
export type StandstillReason = 'no_peers' | 'no_space' | 'paused' | 'waiting';

/** A download as its client reports it. */
export interface DownloadItem {
  /** The client's own id, by which it is paused, resumed and removed. */
  readonly id: string;
  /** The id that a library manager has for it; hashes are compared without case. */
  readonly managerId: string;
  readonly name: string;
  /** 0 or more; 0 where the client doesn't know yet. */
  readonly sizeBytes: number;
  readonly sizeLeftBytes: number;
  /** 0 to 100. */
  readonly progress: number;
  readonly speedBps: number;
  readonly etaSeconds: number | null;
  /** The client's own word. */
  readonly status: string;
  readonly category: string;
  readonly state: DownloadState;
  /** Null while it moves, and where the client doesn't say why it doesn't. */
  readonly reason: StandstillReason | null;
  /** It is a torrent whose list of files isn't known yet. */
  readonly isFetchingMetadata: boolean;
  /** In epoch milliseconds; null where the client doesn't say. */
  readonly addedAt: number | null;
}

export interface DownloadQueue {
  /** Nothing moves until somebody resumes: of torrents, when every unfinished one is paused. */
  readonly isPaused: boolean;
  readonly speedBps: number;
  /** Unfinished ones, in the client's order. */
  readonly items: readonly DownloadItem[];
  /** So many rows of its list can't be read; what they are is unknown. */
  readonly unread: number;
}

export interface DownloadJobs {
  readonly items: readonly DownloadItem[];
  /** So many rows of its lists can't be read. */
  readonly unread: number;
}

/** A download that has come to its end. */
export interface PastDownload {
  readonly name: string;
  /** The client's own word; of NZBGet `Completed` or `Failed`. */
  readonly status: string;
  readonly sizeBytes: number;
  /** In epoch milliseconds; null where the client doesn't say. */
  readonly completedAt: number | null;
  readonly category: string;
  readonly isFailed: boolean;
}

/**
 * Every method throws UpstreamError, with one of fixed texts: nothing that a client writes is repeated. A row that can't be read is lost
 * alone; an action on it is a fault, not `false`. An action reaches its item and no other; an id that fails {@link isItem} is never sent.
 */
export interface DownloadClient {
  /** Can this be the id of one of its items? Anything else may name several, or all of them. */
  readonly isItem: (id: string) => boolean;

  /** Proves the credential, and that the address is such a client's. At most 10 s; redirects are not followed. */
  testConnection(signal?: AbortSignal): Promise<void>;

  queue(signal?: AbortSignal): Promise<DownloadQueue>;

  /** All that the client reports now, finished ones too, of usenet clients the latest of them. */
  jobs(signal?: AbortSignal): Promise<DownloadJobs>;

  /** What has come to its end, newest first, as far as it can be read; `limit` is 1 to 500. */
  history(limit: number, signal?: AbortSignal): Promise<readonly PastDownload[]>;

  /** Pauses everything; torrents that are finished go on seeding. */
  pauseAll(signal?: AbortSignal): Promise<void>;

  /** Resumes everything; torrents that are finished stay as they are. */
  resumeAll(signal?: AbortSignal): Promise<void>;

  /** @returns false, and nothing is sent, when the client has no such item */
  pause(id: string, signal?: AbortSignal): Promise<boolean>;

  /** @returns false, and nothing is sent, when the client has no such item */
  resume(id: string, signal?: AbortSignal): Promise<boolean>;

  /** Removes an item, and what was loaded where the product can. @returns false, and nothing is sent, when there is no such item */
  remove(id: string, deleteData: boolean, signal?: AbortSignal): Promise<boolean>;
}

/** An action was asked for an id that no item can have; nothing was sent. Ids are judged before, so the program is at fault. */
export class ForeignItemId extends Error {
  override readonly name = 'ForeignItemId';

  constructor() {
    super('not the id of an item of this client');
  }
}

/** How much of a download has come, 0 to 100 with two decimals; 0 where nobody knows its size. */
export function progressOf(sizeBytes: number, sizeLeftBytes: number): number {
  if (sizeBytes <= 0) return 0;
  const part = (sizeBytes - sizeLeftBytes) / sizeBytes;
  return Math.round(Math.min(1, Math.max(0, part)) * 10_000) / 100;
}

/** Removes once. Where it may have happened, the list is read, once: gone is success. @throws UpstreamError of the removal */
export async function removeOnce(remove: () => Promise<void>, isGone: () => Promise<boolean>): Promise<void> {
  try {
    await remove();
  } catch (fault) {
    if (!(fault instanceof UpstreamError) || fault.definitelyNotSent || fault.kind === 'aborted') throw fault;
    if (!(await unlessUnreadable(isGone))) throw fault;
  }
}

async function unlessUnreadable(isGone: () => Promise<boolean>): Promise<boolean> {
  try {
    return await isGone();
  } catch (fault) {
    if (fault instanceof UpstreamError) return false;
    throw fault;
  }
}
