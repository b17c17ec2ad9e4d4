import type { ServarrHappening } from '../../../clients/servarr/history.js';
import { downloadProgress, type QueueRow } from '../cache/download-queue.js';
import type { DownloadStage } from '../cache/download-stage.js';

/** A download of a title. It names no release, client, indexer or folder. */
export interface ArrivingDownload {
  readonly stage: DownloadStage;
  /** Epoch milliseconds, as below; null where the manager doesn't say. */
  readonly addedAt: number | null;
  readonly finishesAt: number | null;
}

/** What the title's record says, apart from downloads. */
export interface TitleRecord {
  /** False when the library affirms that it has none. */
  readonly inLibrary: boolean;
  /** Is everything that was asked for there? */
  readonly isWhole: boolean;
  /** How many parts are there, and of how many: episodes that have aired, tracks, formats; of a film, 1. */
  readonly files: number;
  readonly total: number;
  /** Is what is missing searched for? */
  readonly monitored: boolean;
  /** Set while what is missing is not out; the day is null where nobody says it, else `YYYY-MM-DD`. */
  readonly unreleased: { readonly expectedOn: string | null } | null;
  /** Epoch milliseconds, as below; null where the manager doesn't say. */
  readonly lastSearchedAt: number | null;
  readonly fileAddedAt: number | null;
}

/** How far a title has come in a library that could be read. */
export interface TitleArrival extends TitleRecord {
  /** Null when the queue can't be read. */
  readonly downloads: readonly ArrivingDownload[] | null;
  /** The share of the downloads that has arrived, 0 to 1; 0 without any. */
  readonly progress: number;
  /** What has become of its downloads and files, newest first; null when the history can't be read. */
  readonly happened: readonly Happening[] | null;
}

/** Something that has become of a title. */
export type Happening = Pick<ServarrHappening, 'kind' | 'at' | 'fromDownload'>;

/**
 * How far a title has come. Where that is unknown, `unreadable` says that the library can't be read, with the time at
 * which it last could, in epoch milliseconds; `unclear` that it can be read, and says nothing certain of this title.
 */
export type ArrivalReading =
  | { readonly known: true; readonly arrival: TitleArrival }
  | { readonly known: false; readonly reason: 'unreadable' | 'unclear'; readonly lastReadAt: number | null };

/** A title whose library can't be read, and never could. */
export const UNREAD_ARRIVAL: ArrivalReading = { known: false, reason: 'unreadable', lastReadAt: null };

/** The records of a title in a library, and which rows of them count. */
export interface FoundRecords {
  readonly record: TitleRecord;
  /** The manager's own ids; empty without a record. */
  readonly recordIds: readonly number[];
  /** Selects the downloads and happenings of the parts that were asked for; all of them when left out. */
  readonly parts?: WantedParts;
}

/** Selects episodes. */
export interface WantedParts {
  readonly seasons: readonly number[];
  /** Only the first episode of each season. */
  readonly pilot: boolean;
}

/** Lays downloads and history over a record. */
export function titleArrival(
  { record, parts }: FoundRecords,
  rows: readonly QueueRow[] | null,
  history: readonly ServarrHappening[] | null,
): TitleArrival {
  const own = history && history.filter((one) => isPart(one, parts));
  const wanted = rows && rows.filter((row) => isRow(row, parts, own ?? []));
  return {
    ...record,
    downloads:
      wanted &&
      wanted.map(({ stage = 'downloading', addedAt = null, finishesAt = null }) => ({ stage, addedAt, finishesAt })),
    progress: downloadProgress(wanted ?? []),
    happened: own && sinceDeletion(own).map(({ kind, at, fromDownload }) => ({ kind, at, fromDownload })),
  };
}

function isPart({ episode }: ServarrHappening, parts: WantedParts | undefined): boolean {
  if (!parts) return true;
  if (!episode || !parts.seasons.includes(episode.seasonNumber)) return false;
  return !parts.pilot || episode.episodeNumber === 1;
}

/** Which row is for the first episode is known by the happening that names its number: a row names only its id. */
function isRow(row: QueueRow, parts: WantedParts | undefined, own: readonly ServarrHappening[]): boolean {
  if (!parts) return true;
  if (parts.pilot) return own.some(({ episode }) => episode?.id === row.part);
  return row.season !== undefined && parts.seasons.includes(row.season);
}

/** What was before a file was deleted says nothing of what is there now. */
function sinceDeletion(newestFirst: readonly ServarrHappening[]): readonly ServarrHappening[] {
  const deleted = new Set<number>();
  return newestFirst.filter(({ kind, episode }) => {
    const part = episode?.id ?? WHOLE_TITLE;
    if (kind === 'deleted') deleted.add(part);
    return !deleted.has(part);
  });
}

const WHOLE_TITLE = 0;
