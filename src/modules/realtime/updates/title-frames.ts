import { judgeSeasons, type FilmAvailability, type SeriesAvailability } from '../../library/library.public.js';
import type { AddressedFrame } from '../audience/audience.js';

/** A title in a library, by the metadata provider's id. */
export interface Title {
  readonly instanceId: string;
  readonly mediaType: 'movie' | 'tv';
  readonly tmdbId: number;
}

export type TitleStatus = 'available' | 'partially_available' | 'requested' | 'unavailable';

/** The progress of a title's download, or its status; null where neither is known. */
export type TitleSnapshot = { readonly progress: number } | { readonly status: TitleStatus } | null;

/** The snapshot of a film. A film that can't be read has none: unknown is no status. */
export function filmSnapshot(film: FilmAvailability): TitleSnapshot {
  if (!film.known) return null;
  return film.status === 'downloading' ? { progress: film.progress } : { status: film.status };
}

/**
 * A download goes before its status. @param downloaded 0 to 1, or null for none @param own the library's numbers of its seasons; or all
 * regular
 */
export function seriesSnapshot(
  series: SeriesAvailability,
  downloaded: number | null,
  own?: readonly number[],
): TitleSnapshot {
  if (downloaded !== null) return { progress: downloaded };
  const whole = judgeSeasons(series, own);
  if (!whole.known) return null;
  return { status: whole.status === 'partial' ? 'partially_available' : whole.status };
}

export function titleFrame(
  { instanceId, mediaType, tmdbId }: Title,
  snapshot: Exclude<TitleSnapshot, null>,
): AddressedFrame {
  const title = { tmdb_id: tmdbId, media_type: mediaType };
  const frame =
    'progress' in snapshot
      ? {
          type: 'download_progress',
          data: { ...title, progress: percent(snapshot.progress), status: 'downloading', instance_id: instanceId },
        }
      : { type: 'request_status_changed', data: { ...title, status: snapshot.status, instance_id: instanceId } };
  return { frame, audience: { of: 'library', instanceId }, title: { mediaType, tmdbId } };
}

/** A whole number from 0 to 100; 100 is kept for what has arrived. */
const percent = (share: number): number => (share >= 1 ? 100 : Math.floor(share * 100));
