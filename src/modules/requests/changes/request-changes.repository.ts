import { Injectable } from '@nestjs/common';
import { CompiledSelect } from '../../../core/database/compiled-select.js';
import type { ReadTx } from '../../../core/database/database.js';
import type { MediaType } from '../saved/request-row.entity.js';
import { requestEntry, type RequestEntryColumns, type RequestEntry } from './request-entry.js';

/** That a request has changed, and how it stands now. */
export interface RequestChange {
  /** Larger than that of every change before it. */
  readonly revision: number;
  readonly id: number;
  /** Null for a request that was forgotten or is gone, and for one that is neither for a film nor for a series. */
  readonly entry: RequestEntry | null;
}

/** Tells which requests have changed, or their deliveries, whatever has changed them. */
@Injectable()
export class RequestChangesRepository {
  /**
   * Requests that have changed after this revision, in the order of their latest change; each once, however often it has
   * changed. One statement, so that it fits `Database.readOne`. Who has read up to the last of them has missed nothing: ask
   * again with its revision, until there are fewer than `limit`.
   *
   * @param revision 0 for all there are
   */
  async changesSince(tx: ReadTx, revision: number, limit: number): Promise<readonly RequestChange[]> {
    const rows = await CHANGES.rows<ChangeRow>(tx, { revision, limit });
    return rows.map(changeOf);
  }
}

/** A request's columns are null where there is no such request, and a delivery's where there is none. */
type ChangeRow = {
  readonly [K in keyof RequestEntryColumns]: RequestEntryColumns[K] | null;
} & { readonly revision: number; readonly id: number; readonly forgottenAt: number | null };

const CHANGES = new CompiledSelect(
  `SELECT
     change.revision AS "revision",
     change.request_id AS "id",
     request.user_id AS "userId",
     request.requester_name AS "requesterName",
     request.media_type AS "mediaType",
     request.tmdb_id AS "tmdbId",
     request.tvdb_id AS "tvdbId",
     request.instance_id AS "instanceId",
     request.quality_profile_id AS "qualityProfileId",
     request.status AS "status",
     request.approved_by AS "approvedBy",
     request.deny_reason AS "denyReason",
     request.season_scope AS "seasonScope",
     request.season_map AS "seasonMap",
     request.requested_at AS "requestedAt",
     request.decided_at AS "decidedAt",
     request.completed_at AS "completedAt",
     request.forgotten_at AS "forgottenAt",
     job.state AS "delivery",
     job.code AS "deliveryCode"
   FROM request_changes change
   LEFT JOIN request_log request ON request.id = change.request_id
   LEFT JOIN request_dispatch job ON job.request_id = change.request_id AND job.format = ''
   WHERE change.revision > :revision
   ORDER BY change.revision ASC
   LIMIT :limit`,
);

/** What the ledger is of. Whatever else may be asked for stays out. */
const LISTED: ReadonlySet<string> = new Set<MediaType>(['movie', 'tv']);

function changeOf({ revision, id, forgottenAt, ...saved }: ChangeRow): RequestChange {
  const isListed = LISTED.has(saved.mediaType ?? '') && saved.delivery !== null && forgottenAt === null;
  return { revision, id, entry: isListed ? requestEntry(id, saved as RequestEntryColumns) : null };
}
