import {
  LANGUAGES,
  movieResource,
  releaseNameOf,
  WEB,
  withoutNulls,
  type RadarrFilm,
  type RadarrStoredMovie,
} from './radarr-film.js';

/** A row of the fake's download queue. */
export interface RadarrStoredRow {
  readonly id: number;
  /** Null for a download that Radarr can't match with a film. */
  readonly movie: RadarrStoredMovie | null;
  readonly title: string;
  status: string;
  readonly downloadId: string;
  readonly size: number;
  sizeLeft: number;
  readonly added: string;
}

const PENDING = ['delay', 'downloadClientUnavailable', 'fallback'];

export const queueTitleOf = (film: RadarrFilm | null): string => (film ? releaseNameOf(film) : 'Unknown.Release-DEMO');

/** A row as Radarr writes it. Pending rows have neither a client nor tracked fields. */
function queueResource(row: RadarrStoredRow, includeMovie: boolean): Record<string, unknown> {
  const pending = PENDING.includes(row.status);
  const completed = row.status === 'completed';
  return withoutNulls({
    id: row.id,
    movieId: row.movie?.id ?? null,
    languages: LANGUAGES,
    quality: WEB,
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
    downloadClient: pending ? null : 'qbit-main',
    downloadClientHasPostImportCategory: false,
    indexer: 'DemoTracker',
    outputPath: pending ? null : `/downloads/radarr/${row.title}`,
    sizeleft: row.sizeLeft,
    timeleft: completed ? null : '00:12:31',
    movie: includeMovie && row.movie ? movieResource(row.movie.film, row.movie) : null,
  });
}

/** One page of rows. Past the end stands the last page, as in the real queue. */
export function queuePage(
  rows: readonly RadarrStoredRow[],
  asked: { readonly page: number; readonly pageSize: number; readonly includeMovie: boolean },
): Record<string, unknown> {
  const last = Math.max(1, Math.ceil(rows.length / asked.pageSize));
  const page = Math.min(asked.page, last);
  const shown = rows.slice((page - 1) * asked.pageSize, page * asked.pageSize);
  return {
    page,
    pageSize: asked.pageSize,
    sortKey: 'timeleft',
    sortDirection: 'ascending',
    totalRecords: rows.length,
    records: shown.map((row) => queueResource(row, asked.includeMovie)),
  };
}
