import { z, type ZodType } from 'zod';
import type { ServarrQueueRow } from './queue-page.js';
import { countOf, type Fields, fieldsOf, objectsOf, recordIdOf, textOf } from './plain-values.js';

/** The longest name that is kept, in characters; a longer one is cut. */
const LONGEST_NAME = 300;

/** The longest word or id that is kept, in characters. A longer one is none. */
const LONGEST_WORD = 200;

interface QueuedPicture {
  /** Path below the manager's own address, or an address; null where it has none. */
  readonly url: string | null;
  /** The copy of the metadata service; null where it names none. */
  readonly remoteUrl: string | null;
}

/** The title that a download is for, as its manager keeps it. */
export interface QueuedTitle {
  readonly recordId: number;
  readonly name: string;
  readonly year: number | null;
  /** The author of a book, the artist of an album; null for others and where nobody says. */
  readonly creator: string | null;
  /** Of a book; null for others and where nobody says. */
  readonly format: 'ebook' | 'audiobook' | null;
  /** TMDB id of a film, TVDB id of a series, as text; foreign id of a book, release group of an album. Null without one. */
  readonly catalogId: string | null;
  readonly picture: QueuedPicture | null;
  /** What a film or a series is judged by: `adult`, `genres` and `certification`, unread. */
  readonly judged: Fields;
}

/** The part of a title that a row is for: an episode. */
export interface QueuedPart {
  readonly recordId: number;
  readonly name: string;
  readonly season: number | null;
  readonly number: number | null;
}

/** What a row says of its download, whatever it is for. */
interface QueuedFigures extends Pick<ServarrQueueRow, 'downloadId' | 'status' | 'size' | 'sizeLeft' | 'finishesAt'> {
  /** downloading, importPending, …; tolerant of words to come. Empty where it is missing. */
  readonly trackedState: string;
  /** ok, warning, error; empty where it is missing. */
  readonly trackedStatus: string;
  /** Is there a message for the manager's administrator, or an error of the download client? */
  readonly hasMessages: boolean;
  /** The manager's name of the client that it was handed to: see `ServarrClient.clientDefinitions`. Null while there is none. */
  readonly clientName: string | null;
  /** The name of the release: for administrators alone. */
  readonly release: string;
}

/** A row of a manager's download queue with what it is for. A season pack is a row for each episode. */
export interface QueuedDownload extends QueuedFigures {
  /** Null for a download that the manager can't match with a title, and where the title can't be read. */
  readonly title: QueuedTitle | null;
  /** Null where the title has no parts, and where the part can't be read. */
  readonly part: QueuedPart | null;
}

/** How a product writes what its rows are for. */
export interface QueueDetails {
  /** What is asked for beside the rows. */
  readonly query: Readonly<Record<string, true>>;
  readonly title: (row: Fields) => QueuedTitle | null;
  readonly part?: (row: Fields) => QueuedPart | null;
}

export interface DetailedRow<Row> {
  readonly row: Row;
  readonly download: QueuedDownload;
}

/** Reads a row as `row` does, and what it is for beside it. Nothing of that spoils the row. */
export const detailedRow = <Row>(
  row: ZodType<Row & ServarrQueueRow>,
  { title, part }: QueueDetails,
): ZodType<DetailedRow<Row>> =>
  z.unknown().transform((written, context) => {
    const known = row.safeParse(written);
    if (!known.success) {
      for (const { path, message } of known.error.issues) context.addIssue({ code: 'custom', path, message });
      return z.NEVER;
    }
    const fields = fieldsOf(written) ?? {};
    return { row: known.data, download: downloadOf(known.data, fields, title(fields), part?.(fields) ?? null) };
  });

/** Of all members in one go: a queue has hundreds of rows, and to put an object together of others costs as much as to read it. */
const downloadOf = (
  row: ServarrQueueRow,
  fields: Fields,
  title: QueuedTitle | null,
  part: QueuedPart | null,
): QueuedDownload => ({
  downloadId: wordOf(row.downloadId),
  status: wordOf(row.status) ?? '',
  size: row.size,
  sizeLeft: row.sizeLeft,
  finishesAt: row.finishesAt,
  trackedState: wordOf(fields.trackedDownloadState) ?? '',
  trackedStatus: wordOf(fields.trackedDownloadStatus) ?? '',
  hasMessages: objectsOf(fields.statusMessages).length > 0 || textOf(fields.errorMessage) !== null,
  clientName: wordOf(fields.downloadClient),
  release: nameOf(fields.title),
  title,
  part,
});

/** A name, cut where it is too long; empty for none. */
export const nameOf = (value: unknown): string => textOf(value)?.slice(0, LONGEST_NAME) ?? '';

/** A word or an id; null for none, and for one that is too long to be one. */
export function wordOf(value: unknown): string | null {
  const word = textOf(value);
  return word !== null && word.length <= LONGEST_WORD ? word : null;
}

/** A year of the calendar; null for none. */
function yearOf(value: unknown): number | null {
  const year = countOf(value);
  return year !== null && year > 0 && year < 10_000 ? year : null;
}

/** The picture of this kind among a record's images; null without it. */
export function queuedPicture(images: unknown, kind: 'poster' | 'cover'): QueuedPicture | null {
  const image = objectsOf(images).find(({ coverType }) => coverType === kind);
  if (!image) return null;
  const [url, remoteUrl] = [textOf(image.url), textOf(image.remoteUrl)];
  return url === null && remoteUrl === null ? null : { url, remoteUrl };
}

/** A film or a series as its manager writes it; null for what has no id. */
export function queuedRecord(value: unknown, catalogId: (record: Fields) => unknown): QueuedTitle | null {
  const record = fieldsOf(value);
  const recordId = recordIdOf(record?.id);
  if (!record || recordId === null) return null;
  const { adult, genres, certification } = record;
  return {
    recordId,
    name: nameOf(record.title),
    year: yearOf(record.year),
    creator: null,
    format: null,
    catalogId: recordIdOf(catalogId(record))?.toString() ?? null,
    picture: queuedPicture(record.images, 'poster'),
    judged: { adult, genres, certification },
  };
}

/** What nothing is judged by: a book and an album have no limits but the grant of their library. */
export const UNJUDGED: Fields = {};
