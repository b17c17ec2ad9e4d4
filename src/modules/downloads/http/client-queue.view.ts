import type { DownloadItem, DownloadQueue, PastDownload } from '../../../clients/downloads/download-client.js';
import { sayFrom } from '../../../core/errors/sentence.js';
import { sentenceView, type SentenceView } from '../../../core/http/view-members.js';

/** A download as its client reports it. */
interface DownloadItemView {
  readonly id: string;
  readonly name: string;
  readonly size_bytes: number;
  readonly size_left_bytes: number;
  /** 0 to 100. */
  readonly progress: number;
  readonly speed_bps: number;
  /** 0 where nobody knows. */
  readonly eta_seconds: number;
  /** The client's own word. */
  readonly status: string;
  /** Empty for none. */
  readonly category: string;
}

/** What a download client has before it. */
export interface ClientQueueView {
  readonly paused: boolean;
  readonly speed_bps: number;
  readonly items: readonly DownloadItemView[];
  /** So many of its downloads can't be read, and are not among the items; left out for none. */
  readonly unread?: number;
}

/** What has come to its end. */
interface PastDownloadView {
  readonly name: string;
  readonly status: string;
  readonly size_bytes: number;
  /** Empty where the client doesn't say. */
  readonly completed_at: string;
  readonly category: string;
  /** Empty where it succeeded. Never the client's own text. */
  readonly error: string;
  /** The error as a code; left out where it succeeded. */
  readonly sentence?: SentenceView;
}

export interface ClientHistoryView {
  readonly items: readonly PastDownloadView[];
}

const PAST_DOWNLOAD_SENTENCES = { past_download_failed: 'the download failed' } as const;

const FAILED = sayFrom(PAST_DOWNLOAD_SENTENCES)('past_download_failed');

/** The longest name, and the longest word or category, of an item, in characters: clients may write megabytes. */
const LONGEST_NAME = 300;
const LONGEST_WORD = 100;

/** Not through the middle of a character of two units: what is left of it would be none. */
const shorten = (text: string, most: number): string =>
  text.length <= most ? text : text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');

export const clientQueueView = ({ isPaused, speedBps, items, unread }: DownloadQueue): ClientQueueView => ({
  paused: isPaused,
  speed_bps: speedBps,
  items: items.map(itemView),
  ...(unread > 0 && { unread }),
});

export const clientHistoryView = (past: readonly PastDownload[]): ClientHistoryView => ({
  items: past.map(({ name, status, sizeBytes, completedAt, category, isFailed }) => ({
    name: shorten(name, LONGEST_NAME),
    status: shorten(status, LONGEST_WORD),
    size_bytes: sizeBytes,
    completed_at: completedAt === null ? '' : new Date(completedAt).toISOString(),
    category: shorten(category, LONGEST_WORD),
    ...(isFailed ? { error: FAILED.text, sentence: sentenceView(FAILED) } : { error: '' }),
  })),
});

const itemView = (item: DownloadItem): DownloadItemView => ({
  id: item.id,
  name: shorten(item.name, LONGEST_NAME),
  size_bytes: item.sizeBytes,
  size_left_bytes: item.sizeLeftBytes,
  progress: item.progress,
  speed_bps: item.speedBps,
  eta_seconds: item.etaSeconds ?? 0,
  status: shorten(item.status, LONGEST_WORD),
  category: shorten(item.category, LONGEST_WORD),
});
