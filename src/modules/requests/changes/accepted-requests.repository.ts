import { Injectable } from '@nestjs/common';
import type { ReadTx } from '../../../core/database/database.js';
import { sqlRows } from '../../../core/database/sql-rows.js';
import { RequestRow } from '../saved/request-row.entity.js';
import { acceptedRequest, type AcceptedColumns, type AcceptedRequest } from './accepted-request.js';

/** Which requests of all kinds are accepted, for modules that look for their titles. They judge who may see them. */
@Injectable()
export class AcceptedRequestsRepository {
  /** The accepted requests whose ids are larger than this one, the oldest first. */
  async after(tx: ReadTx, id: number, limit: number): Promise<readonly AcceptedRequest[]> {
    const rows = await sqlRows<AcceptedColumns>(tx, AFTER, { id, limit });
    return rows.map(acceptedRequest);
  }

  /** Those of these requests that are accepted now, by id. */
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
