import { UNKNOWN_TITLE, type UnknownTitle } from '../cache/library-kind.js';
import { downloadProgress, type QueueRow } from '../cache/download-queue.js';
import type { FilmDigestEntry } from './film-digest.js';

export interface KnownFilm {
  readonly known: true;
  readonly status: 'available' | 'downloading' | 'requested' | 'unavailable';
  /** 0 to 1: 1 when available, the share of bytes that arrived when downloading, otherwise 0. */
  readonly progress: number;
  /** `YYYY-MM-DD`; absent when the library's record has none. */
  readonly releases?: { readonly inCinemas?: string; readonly digital?: string };
}

export type FilmAvailability = KnownFilm | UnknownTitle;

export const UNKNOWN_FILM = UNKNOWN_TITLE;

/**
 * Judges the status of a film. The first test that is true decides:
 *
 * | test | status | progress |
 * |---|---|---|
 * | has a file | available | 1 |
 * | has a row in the queue | downloading | share of bytes that arrived |
 * | is monitored | requested | 0 |
 * | otherwise, or not in the library | unavailable | 0 |
 *
 * Without a readable queue, or with a row in it that could be of any film, a record without a file is unknown: it may be
 * downloading.
 * Source: doc 4 section 4.1; unknown: section 4.5 (`library_unavailable`).
 * @param queueRows null when it couldn't be read which these are
 */
export function judgeFilm(entry: FilmDigestEntry | undefined, queueRows: readonly QueueRow[] | null): FilmAvailability {
  if (entry === undefined) return { known: true, status: 'unavailable', progress: 0 };
  const releases = releasesOf(entry);
  if (entry.hasFile) return { known: true, status: 'available', progress: 1, ...releases };
  if (queueRows === null) return UNKNOWN_FILM;
  if (queueRows.length > 0) {
    return { known: true, status: 'downloading', progress: downloadProgress(queueRows), ...releases };
  }
  return { known: true, status: entry.monitored ? 'requested' : 'unavailable', progress: 0, ...releases };
}

function releasesOf({ inCinemas, digital }: FilmDigestEntry): Pick<KnownFilm, 'releases'> {
  if (inCinemas === undefined && digital === undefined) return {};
  return { releases: { ...(inCinemas !== undefined && { inCinemas }), ...(digital !== undefined && { digital }) } };
}
