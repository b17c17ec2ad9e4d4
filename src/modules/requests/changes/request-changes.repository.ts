import { Injectable } from '@nestjs/common';
import type { ReadTx } from '../../../core/database/database.js';
import { sqlRows } from '../../../core/database/sql-rows.js';
import type { TitleKind } from '../../metadata/metadata.public.js';
import { requestEntry, type RequestEntryColumns, type RequestEntry } from './request-entry.js';

/** A changed request, with its current state. */
export interface RequestChange {
  /** Larger than the revision of every earlier change. */
  readonly revision: number;
  readonly id: number;
  /** Null for a request that was forgotten or deleted, and for one that is neither for a film nor for a series. */
  readonly entry: RequestEntry | null;
}

/** Reads which requests or deliveries have changed, whatever changed them. */
@Injectable()
export class RequestChangesRepository {
  /**
   * Requests that have changed after this revision, each once, in the order of their latest change. One statement, so
   * that it fits `Database.readOne`. A reader that calls again with the last revision until fewer than `limit` rows
   * come has missed nothing.
   *
   * @param revision 0 for all changes
   */
  async changesSince(tx: ReadTx, revision: number, limit: number): Promise<readonly RequestChange[]> {
    const rows = await sqlRows<ChangeRow>(tx, CHANGES, { revision, limit });
    return rows.map(changeOf);
  }
}

/** The columns of a missing request or delivery are null. */
type ChangeRow = {
  readonly [K in keyof RequestEntryColumns]: RequestEntryColumns[K] | null;
} & { readonly revision: number; readonly id: number; readonly forgottenAt: number | null };

const CHANGES = `SELECT
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
   LIMIT :limit`;

/** The media types that other tools see. */
const LISTED: ReadonlySet<string> = new Set<TitleKind>(['movie', 'tv']);

function changeOf(row: ChangeRow): RequestChange {
  const { revision, id } = row;
  const isListed = LISTED.has(row.mediaType ?? '') && row.delivery !== null && row.forgottenAt === null;
  return { revision, id, entry: isListed ? requestEntry(id, row as RequestEntryColumns) : null };
}
