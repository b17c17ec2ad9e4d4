import { z } from 'zod';
import { lenient } from '../http/lenient-members.js';
import { queuedRecordId, servarrQueueRow, type ServarrQueueRow, UNREAD_RECORD } from '../servarr/queue-page.js';
import {
  countOf,
  type Fields,
  fieldsOf,
  recordIdOf,
  servarrTime,
  trackedDownload,
  type TrackedDownload,
} from '../servarr/plain-values.js';
import { nameOf, type QueueDetails, type QueuedPart, queuedRecord } from '../servarr/queued-download.js';

/** An episode of a series in a Sonarr library. */
export interface SonarrEpisode {
  readonly id: number;
  /** 0 holds the specials. */
  readonly seasonNumber: number;
  readonly episodeNumber: number;
  /** When it airs, in epoch milliseconds; null where Sonarr has no date. */
  readonly airDateUtc: number | null;
  readonly hasFile: boolean;
  readonly monitored: boolean;
  /** When Sonarr last searched for a release, in epoch milliseconds; absent when it never did. */
  readonly lastSearchedAt?: number;
}

/** A season pack is a row per episode, each with the pack's `downloadId` and sizes: bytes are summed over downloads, never over rows. */
export interface SonarrQueueRow extends ServarrQueueRow, TrackedDownload {
  /** Null for a download that Sonarr can't match with a series; {@link UNREAD_RECORD} where it can't be read what it is for. */
  readonly seriesId: number | null;
  /** Null for a download that Sonarr can't match with an episode; {@link UNREAD_RECORD} likewise. */
  readonly episodeId: number | null;
  readonly seasonNumber: number | null;
}

export const episodeSchema = z
  .object({
    id: z.int(),
    seasonNumber: z.int(),
    episodeNumber: z.int(),
    airDateUtc: servarrTime,
    hasFile: z.boolean(),
    monitored: z.boolean(),
    lastSearchTime: lenient(servarrTime),
  })
  .transform(({ airDateUtc, lastSearchTime, ...episode }): SonarrEpisode => ({
    ...episode,
    airDateUtc,
    lastSearchedAt: lastSearchTime ?? undefined,
  }));

export const queueRowSchema = z.unknown().transform((written): SonarrQueueRow => {
  const row = fieldsOf(written);
  return { ...wantedBy(row), ...servarrQueueRow(row ?? {}), ...trackedDownload(row ?? {}) };
});

/** What a row is for. Where one of the three can't be read, nothing of it is known: of a series a row counts by its season. */
function wantedBy(row: Fields | null): Pick<SonarrQueueRow, 'seriesId' | 'episodeId' | 'seasonNumber'> {
  const seriesId = row ? queuedRecordId(row.seriesId) : UNREAD_RECORD;
  const episodeId = row ? queuedRecordId(row.episodeId) : UNREAD_RECORD;
  const seasonNumber = countOf(row?.seasonNumber);
  const isUnread =
    seriesId === UNREAD_RECORD || episodeId === UNREAD_RECORD || (seasonNumber === null && row?.seasonNumber != null);
  return isUnread
    ? { seriesId: UNREAD_RECORD, episodeId: UNREAD_RECORD, seasonNumber: null }
    : { seriesId, episodeId, seasonNumber };
}

/** How rows say which series they are for, and which episode of it. */
export const queueDetails: QueueDetails = {
  query: { includeSeries: true, includeEpisode: true, includeUnknownSeriesItems: true },
  title: ({ series }) => queuedRecord(series, ({ tvdbId }) => tvdbId),
  part: ({ episode: written }): QueuedPart | null => {
    const episode = fieldsOf(written);
    const recordId = recordIdOf(episode?.id);
    if (!episode || recordId === null) return null;
    const [season, number] = [countOf(episode.seasonNumber), countOf(episode.episodeNumber)];
    return { recordId, name: nameOf(episode.title), season, number };
  },
};
