import { downloadProgress, type QueueRow } from '../cache/download-queue.js';
import type { FilmDigestEntry } from './film-digest.js';

/** Where a film stands in a library that could be read. */
export interface KnownFilm {
  readonly known: true;
  readonly status: 'available' | 'downloading' | 'requested' | 'unavailable';
  /** 0 to 1: 1 when available, the share of bytes that arrived when downloading, otherwise 0. */
  readonly progress: number;
  /** Release dates of the library's record, `YYYY-MM-DD`; absent when it has none. */
  readonly releases?: { readonly inCinemas?: string; readonly digital?: string };
}

/** Where a film stands can't be told, because the library couldn't be read. It is never a sort of absence. */
export interface UnknownFilm {
  readonly known: false;
  readonly reason: 'library_unavailable';
}

/** Where a film stands in one library at this moment. */
export type FilmAvailability = KnownFilm | UnknownFilm;

/** The answer for every film of a library that can't be read. */
export const UNKNOWN_FILM: UnknownFilm = { known: false, reason: 'library_unavailable' };

/**
 * Where does a film stand? The first test that holds decides:
 *
 * | test | status | progress |
 * |---|---|---|
 * | has a file | available | 1 |
 * | has a row in the queue | downloading | share of bytes that arrived |
 * | is monitored | requested | 0 |
 * | otherwise, or not in the library | unavailable | 0 |
 *
 * An unreadable queue takes away the second test, so a record without a file becomes unknown: whether it downloads,
 * waits or lies idle can't be distinguished. A film with a file, or without a record, needs no queue and stays known.
 *
 * Source: doc 4 section 4.1; unknown: section 4.5 (`library_unavailable`).
 *
 * @param entry the film in the library's digest; undefined when the library has no record of it
 * @param queueRows the film's rows in the queue; null when the queue couldn't be read
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
