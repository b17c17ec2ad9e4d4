import { Injectable } from '@nestjs/common';
import type { ReadTx } from '../../../core/database/database.js';
import { sqlRows } from '../../../core/database/sql-rows.js';
import { tryDecodeSeasonMap } from '../../series-matching/series-matching.public.js';
import { distinctSeasons } from '../policy/season-input.js';
import { type HeldEpisodes, readHeldEpisodes } from '../saved/held-episodes.js';
import type { BookFormat, DeliveryCode, DispatchState } from '../saved/job-rows.js';
import { RequestRow } from '../saved/rows.js';
import { formatsIn } from '../saved/work.js';

export interface AcceptedRequest extends Readonly<Pick<RequestRow, SavedAs>> {
  readonly instanceId: string;
  /** A series: the library's numbers of its seasons, ascending; null where unknown or with specials. Else empty. */
  readonly seasons: readonly number[] | null;
  readonly pilot: boolean;
  readonly formats: readonly BookFormat[];
  /** The library's records that the deliveries of a book or an album are bound to; null where none is known. */
  readonly recordIds: Readonly<Record<'whole' | BookFormat, number | null>>;
  /** The id under which the library files a book or an album, where it differs from the requested one. */
  readonly canonicalForeignId: string | null;
  /** A series: the requested episodes that the library held before the delivery; null where it isn't known. */
  readonly held: HeldEpisodes | null;
  readonly attention: DeliveryCode | null;
}

type SavedAs = 'id' | 'mediaType' | 'key' | 'tmdbId' | 'tvdbId' | 'title' | 'matchRevision' | 'completedAt';

type AcceptedColumns = Readonly<
  Pick<RequestRow, SavedAs | 'seasonScope' | 'seasonMap' | 'bookFormat'> & {
    instanceId: string;
    state: DispatchState | null;
    code: DeliveryCode | null;
    recordId: number | null;
    heldEpisodes: string | null;
    filedAs: string | null;
    audioState: DispatchState | null;
    audioCode: DeliveryCode | null;
    audioRecordId: number | null;
    audioFiledAs: string | null;
  }
>;

function acceptedRequest(saved: AcceptedColumns): AcceptedRequest {
  const isSeries = saved.mediaType === 'tv';
  const isBook = saved.mediaType === 'book';
  return {
    id: saved.id,
    mediaType: saved.mediaType,
    key: saved.key,
    tmdbId: saved.tmdbId,
    tvdbId: saved.tvdbId,
    title: saved.title,
    matchRevision: saved.matchRevision,
    completedAt: saved.completedAt,
    instanceId: saved.instanceId,
    seasons: isSeries ? seasonsIn(saved) : NONE,
    pilot: isSeries && saved.seasonScope === 'pilot',
    formats: formatsIn(saved.bookFormat),
    recordIds: {
      whole: isBook ? null : saved.recordId,
      ebook: isBook ? saved.recordId : null,
      audiobook: saved.audioRecordId,
    },
    canonicalForeignId: saved.filedAs ?? saved.audioFiledAs,
    held: readHeldEpisodes(saved.heldEpisodes),
    attention: saved.state === 'attention' ? saved.code : saved.audioState === 'attention' ? saved.audioCode : null,
  };
}

/** Requests that were saved before seasons were kept have no map; a map never has specials. */
function seasonsIn({
  seasonMap,
  seasonScope,
}: Pick<RequestRow, 'seasonMap' | 'seasonScope'>): readonly number[] | null {
  const map = tryDecodeSeasonMap(seasonMap);
  const namesSpecials = seasonScope.split(',').includes('0');
  return map === null || map.size === 0 || namesSpecials ? null : distinctSeasons(map.values());
}

const NONE: readonly number[] = [];

/** Which requests of all kinds are accepted, for modules that look for their titles. They judge who may see them. */
@Injectable()
export class AcceptedRequestsRepository {
  async after(tx: ReadTx, id: number, limit: number): Promise<readonly AcceptedRequest[]> {
    const rows = await sqlRows<AcceptedColumns>(tx, AFTER, { id, limit });
    return rows.map(acceptedRequest);
  }

  async byIds(tx: ReadTx, ids: readonly number[]): Promise<readonly AcceptedRequest[]> {
    if (ids.length === 0) return [];
    const rows = await sqlRows<AcceptedColumns>(tx, BY_IDS, { ids: [...ids] });
    return rows.map(acceptedRequest);
  }

  /** The id of the newest request in any state; 0 where there is none. Requests that are made later have larger ids. */
  async newestId(tx: ReadTx): Promise<number> {
    return (await tx.maximum(RequestRow, 'id')) ?? 0;
  }
}

const COLUMNS = `
     request.media_type AS "mediaType",
     request.work_key AS "key",
     request.tmdb_id AS "tmdbId",
     request.tvdb_id AS "tvdbId",
     request.title AS "title",
     request.instance_id AS "instanceId",
     request.book_format AS "bookFormat",
     request.season_scope AS "seasonScope",
     request.season_map AS "seasonMap",
     request.match_revision AS "matchRevision",
     request.completed_at AS "completedAt",
     job.state AS "state",
     job.code AS "code",
     job.record_id AS "recordId",
     job.held_episodes AS "heldEpisodes",
     job.canonical_foreign_id AS "filedAs",
     audio.state AS "audioState",
     audio.code AS "audioCode",
     audio.record_id AS "audioRecordId",
     audio.canonical_foreign_id AS "audioFiledAs"`;

const IS_ACCEPTED = `request.status = 'requested' AND request.forgotten_at IS NULL AND request.instance_id IS NOT NULL`;

const WITH_JOBS = `
   LEFT JOIN request_dispatch job ON job.request_id = request.id AND job.format IN ('', 'ebook')
   LEFT JOIN request_dispatch audio ON audio.request_id = request.id AND audio.format = 'audiobook'`;

const ACCEPTED = `SELECT request.id AS "id", ${COLUMNS}
   FROM request_log request
   ${WITH_JOBS}
   WHERE ${IS_ACCEPTED}`;

const AFTER = `${ACCEPTED} AND request.id > :id ORDER BY request.id ASC LIMIT :limit`;

const BY_IDS = `${ACCEPTED} AND request.id IN (:...ids) ORDER BY request.id ASC`;
