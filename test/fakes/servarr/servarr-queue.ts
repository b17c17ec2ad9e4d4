import type { FakeRequest } from '../fake-server.js';
import type { Fields } from './servarr-fields.js';
import { ENGLISH, qualityModel } from './servarr-fixed-answers.js';

/** A row of a manager's download queue, whatever it is for. */
export interface ServarrStoredRow {
  readonly id: number;
  readonly title: string;
  status: string;
  readonly downloadId: string;
  readonly size: number;
  sizeLeft: number;
  readonly added: string;
  /** The manager's name of the client that it was handed to. */
  readonly client: string;
}

/** What a script may say of a row; the rest is a download that has just begun. */
export type ServarrRowGiven = Partial<
  Pick<ServarrStoredRow, 'status' | 'size' | 'sizeLeft' | 'downloadId' | 'client' | 'title'>
>;

const PENDING = ['delay', 'downloadClientUnavailable', 'fallback'];

/**
 * The fields of a row that every manager writes; those of null are to be left out. Pending rows have neither a client
 * nor tracked fields.
 */
export function queueRowFields(row: ServarrStoredRow, quality: Fields, folder: string): Fields {
  const pending = PENDING.includes(row.status);
  const completed = row.status === 'completed';
  return {
    id: row.id,
    languages: [ENGLISH],
    quality: qualityModel(quality),
    customFormats: [],
    customFormatScore: 0,
    size: row.size,
    title: row.title,
    estimatedCompletionTime: completed ? null : row.added,
    added: row.added,
    status: row.status,
    trackedDownloadStatus: pending ? null : completed ? 'warning' : 'ok',
    trackedDownloadState: pending ? null : completed ? 'importPending' : 'downloading',
    statusMessages: completed ? [{ title: row.title, messages: ['No files found are eligible for import'] }] : [],
    downloadId: pending ? null : row.downloadId,
    protocol: 'torrent',
    downloadClient: pending ? null : row.client,
    downloadClientHasPostImportCategory: false,
    indexer: 'DemoTracker',
    outputPath: pending ? null : `${folder}/${row.title}`,
    sizeleft: row.sizeLeft,
    timeleft: completed ? null : '00:12:31',
  };
}

/** One page of rows. Past the end it is the last page, as in the real queue. */
export function queuePage<Row>(
  rows: readonly Row[],
  query: FakeRequest['query'],
  resource: (row: Row) => Fields,
): Fields {
  const pageSize = Number(query.pageSize ?? 10);
  const last = Math.max(1, Math.ceil(rows.length / pageSize));
  const page = Math.min(Number(query.page ?? 1), last);
  return {
    page,
    pageSize,
    sortKey: 'timeleft',
    sortDirection: 'ascending',
    totalRecords: rows.length,
    records: rows.slice((page - 1) * pageSize, page * pageSize).map(resource),
  };
}
