import { Injectable } from '@nestjs/common';
import type { ReadTx } from '../../../core/database/database.js';
import { largest } from '../../../core/database/portable-columns.js';
import { sqlRows } from '../../../core/database/sql-rows.js';
import type { TitleKind } from '../../metadata/metadata.public.js';
import { tryDecodeSeasonMap } from '../../series-matching/series-matching.public.js';
import { distinctSeasons } from '../policy/season-input.js';
import type { DeliveryCode, DispatchState } from '../saved/job-rows.js';
import { decisionOf, type RequestDecision } from '../saved/request-decision.js';
import type { RequestRow } from '../saved/rows.js';

/** Other tools see it combined with the live state of the libraries. */
export interface RequestEntry extends SharedColumns {
  readonly id: number;
  readonly decision: RequestDecision;
  /** The administrator who decided; null when the request is pending or needed no approval. */
  readonly decidedBy: number | null;
  /** Withdrawn by its requester, or with the removal of the account. */
  readonly cancelled: boolean;
  /** A series: the library's numbers of its seasons, ascending; null when the saved map can't be read. Else empty. */
  readonly seasons: readonly number[] | null;
  readonly pilot: boolean;
}

interface SharedColumns extends Readonly<Pick<RequestRow, ShownAsSaved>> {
  readonly mediaType: TitleKind;
  readonly delivery: DispatchState;
  readonly deliveryCode: DeliveryCode | null;
}

type ShownAsSaved =
  | ('userId' | 'requesterName' | 'tmdbId' | 'tvdbId' | 'instanceId' | 'qualityProfileId' | 'status')
  | ('requestedAt' | 'decidedAt' | 'completedAt');

type RequestEntryColumns = SharedColumns &
  Readonly<Pick<RequestRow, 'approvedBy' | 'denyReason' | 'seasonScope' | 'seasonMap'>>;

export function requestEntry(id: number, saved: RequestEntryColumns): RequestEntry {
  const isSeries = saved.mediaType === 'tv';
  const decision = decisionOf(saved);
  // Each property is named: a rest or spread copy is several times slower, and a list may have a hundred thousand.
  return {
    id,
    userId: saved.userId,
    requesterName: saved.requesterName,
    mediaType: saved.mediaType,
    tmdbId: saved.tmdbId,
    tvdbId: saved.tvdbId,
    instanceId: saved.instanceId,
    qualityProfileId: saved.qualityProfileId,
    status: saved.status,
    decision,
    decidedBy: saved.approvedBy,
    cancelled: decision === 'cancelled',
    delivery: saved.delivery,
    deliveryCode: saved.deliveryCode,
    seasons: isSeries ? libraryNumbers(saved.seasonMap) : [],
    pilot: isSeries && saved.seasonScope === 'pilot',
    requestedAt: saved.requestedAt,
    decidedAt: saved.decidedAt,
    completedAt: saved.completedAt,
  };
}

/** Null for an empty map: a request for a series covers at least one season, so the map is invalid. */
function libraryNumbers(seasonMap: string): readonly number[] | null {
  const map = tryDecodeSeasonMap(seasonMap);
  return map && map.size > 0 ? distinctSeasons(map.values()) : null;
}

export interface EntrySelection {
  readonly mediaType: TitleKind | null;
  readonly requestedBy: number | null;
  readonly isPending: boolean;
}

export interface EntryPage extends EntrySelection {
  /** In the order in which they were asked for (`added`), or last asked for, decided or taken by their library. */
  readonly sort: 'added' | 'modified';
  readonly descending: boolean;
  readonly skip: number;
  readonly take: number;
}

export interface EntryFigures {
  readonly requests: number;
  readonly titles: number;
  /** How many requests each account has made; an account with none isn't among them. */
  readonly byAccount: ReadonlyMap<number, number>;
}

/** So many requests are read at once. Between two parts other calls are served. */
const PART = 2_000;

/** Requests for films and series as other tools read them, without forgotten ones. One statement each but `all`. */
@Injectable()
export class RequestEntriesRepository {
  async page(tx: ReadTx, { sort, descending, skip, take, ...selection }: EntryPage): Promise<readonly RequestEntry[]> {
    const way = descending ? 'DESC' : 'ASC';
    const order = `ORDER BY ${sort === 'added' ? '' : `${lastChange(tx)} ${way}, `}request.id ${way}`;
    const page = `SELECT request.id ${REQUESTS} ${conditionsOf(selection)} ${order} LIMIT :take OFFSET :skip`;
    const rows = await sqlRows<EntryRow>(tx, `${ENTRIES} AND request.id IN (${page}) ${order}`, {
      ...selection,
      take,
      skip,
    });
    return rows.map(entryOf);
  }

  async count(tx: ReadTx, selection: EntrySelection): Promise<number> {
    const sql = `SELECT COUNT(*) AS "requests" ${REQUESTS} ${conditionsOf(selection)}`;
    const [counted] = await sqlRows<{ readonly requests: number }>(tx, sql, selection);
    return Number(counted?.requests);
  }

  async besides(tx: ReadTx, id: number): Promise<readonly RequestEntry[]> {
    const rows = await sqlRows<EntryRow>(
      tx,
      `${ENTRIES} AND (request.media_type, request.work_key) =
         (SELECT asked.media_type, asked.work_key FROM request_log asked WHERE asked.id = :id)
       ORDER BY request.id`,
      { id },
    );
    return rows.map(entryOf);
  }

  async ofTitles(tx: ReadTx, mediaType: TitleKind, tmdbIds: readonly number[]): Promise<readonly RequestEntry[]> {
    if (tmdbIds.length === 0) return [];
    const rows = await sqlRows<EntryRow>(
      tx,
      `${ENTRIES} AND request.media_type = :mediaType AND request.work_key IN (:...keys) ORDER BY request.id`,
      { mediaType, keys: tmdbIds.map(String) },
    );
    return rows.map(entryOf);
  }

  /** One statement for 2,000 of them. */
  async all(tx: ReadTx, mediaType: TitleKind): Promise<readonly RequestEntry[]> {
    const entries: RequestEntry[] = [];
    for (let after = 0; ;) {
      const rows = await sqlRows<EntryRow>(
        tx,
        `${ENTRIES} AND request.media_type = :mediaType AND request.id > :after ORDER BY request.id LIMIT :limit`,
        { mediaType, after, limit: PART },
      );
      for (const row of rows) entries.push(entryOf(row));
      if (rows.length < PART) return entries;
      after = entries.at(-1)?.id ?? after;
    }
  }

  async figures(tx: ReadTx): Promise<EntryFigures> {
    const sql = `SELECT request.user_id AS "userId", COUNT(*) AS "requests",
        (SELECT COUNT(*) FROM (SELECT DISTINCT request.media_type, request.work_key ${REQUESTS}) title) AS "titles"
      ${REQUESTS} GROUP BY request.user_id`;
    const rows = await sqlRows<{ readonly userId: number; readonly requests: number; readonly titles: number }>(
      tx,
      sql,
      {},
    );
    return {
      requests: rows.reduce((sum, { requests }) => sum + Number(requests), 0),
      titles: Number(rows[0]?.titles ?? 0),
      byAccount: new Map(rows.map(({ userId, requests }) => [userId, Number(requests)])),
    };
  }
}

type EntryRow = RequestEntryColumns & { readonly id: number };

const entryOf = (row: EntryRow): RequestEntry => requestEntry(row.id, row);

const LISTED = `WHERE request.forgotten_at IS NULL AND request.media_type IN ('movie', 'tv')`;

const REQUESTS = `FROM request_log request ${LISTED}`;

const ENTRIES = `
  SELECT
    request.id AS "id",
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
    job.state AS "delivery",
    job.code AS "deliveryCode"
  FROM request_log request
  -- The plus keeps SQLite from going through all deliveries and looking up the request of each.
  JOIN request_dispatch job ON job.request_id = +request.id AND job.format = ''
  ${LISTED}`;

function conditionsOf({ mediaType, requestedBy, isPending }: EntrySelection): string {
  const conditions = [
    mediaType === null ? '' : 'AND request.media_type = :mediaType',
    requestedBy === null ? '' : 'AND request.user_id = :requestedBy',
    isPending ? `AND request.status = 'pending'` : '',
  ];
  return conditions.join(' ');
}

const lastChange = (tx: ReadTx): string =>
  largest(tx, 'request.requested_at', 'COALESCE(request.decided_at, 0)', 'COALESCE(request.completed_at, 0)');
