import { Injectable } from '@nestjs/common';
import type { ReadTx } from '../../../core/database/database.js';
import { sqlRows } from '../../../core/database/sql-rows.js';
import { RequestRow } from '../saved/request-row.entity.js';
import { acceptedRequest, type AcceptedColumns, type AcceptedRequest } from './accepted-request.js';

/** A request that has changed. */
export interface AcceptedChange {
  /** Larger than the revision of every earlier change. */
  readonly revision: number;
  readonly id: number;
  /** The request as it is now; null where it isn't accepted, was forgotten, or its library has been removed. */
  readonly request: AcceptedRequest | null;
}

/** Which requests of all kinds are accepted, for modules that look for their titles. They judge who may see them. */
@Injectable()
export class AcceptedRequestsRepository {
  /**
   * Requests that have changed after this revision, each once, in the order of their latest change: as
   * `RequestChangesRepository.changesSince`. Nothing has changed: one step in an index.
   *
   * @param revision 0 for all changes
   */
  async changesSince(tx: ReadTx, revision: number, limit: number): Promise<readonly AcceptedChange[]> {
    const rows = await sqlRows<ChangeRow>(tx, CHANGES, { revision, limit });
    return rows.map((row) => ({
      revision: row.revision,
      id: row.id,
      request: row.mediaType === null ? null : acceptedRequest(row as AcceptedColumns),
    }));
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

/** The columns of a request that isn't accepted are null. */
type ChangeRow = { readonly [K in keyof AcceptedColumns]: AcceptedColumns[K] | null } & {
  readonly revision: number;
  readonly id: number;
};

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

const CHANGES = `SELECT change.revision AS "revision", change.request_id AS "id", ${COLUMNS}
   FROM request_changes change
   LEFT JOIN request_log request ON request.id = change.request_id AND ${IS_ACCEPTED}
   ${WITH_JOBS}
   WHERE change.revision > :revision
   ORDER BY change.revision ASC
   LIMIT :limit`;

const BY_IDS = `SELECT request.id AS "id", ${COLUMNS}
   FROM request_log request
   ${WITH_JOBS}
   WHERE request.id IN (:...ids) AND ${IS_ACCEPTED}
   ORDER BY request.id ASC`;
