import { Injectable } from '@nestjs/common';
import type { ReadTx } from '../../../core/database/database.js';
import { tableRows } from '../../../core/database/sql-rows.js';
import { textOrder } from '../../../core/database/portable-columns.js';
import { type RequestDecision, WHERE_DECIDED } from '../saved/request-decision.js';
import { RequestRow } from '../saved/rows.js';
import type { MediaType } from '../saved/work.js';

/** Selects requests of the history. Members that are left out do not restrict it. */
export interface HistoryFilter {
  /** Part of the title or of the name of somebody who asked for it; case-insensitive for ASCII letters. */
  readonly text?: string;
  readonly mediaType?: MediaType;
  readonly decision?: RequestDecision;
  readonly userId?: number;
  readonly before?: number;
}

export interface Requester {
  readonly userId: number;
  /** The account's name at the time of its latest request. */
  readonly username: string;
}

/** The rows of the history: one statement for a page, and one for its requesters. */
@Injectable()
export class RequestHistoryRepository {
  /** The requests that match the filter, newest first. */
  page(tx: ReadTx, filter: HistoryFilter, limit: number): Promise<readonly RequestRow[]> {
    const { text, mediaType, decision, userId, before } = filter;
    const conditions = [
      ...(text !== undefined ? [CONTAINS] : []),
      ...(mediaType !== undefined ? ['request.media_type = :mediaType'] : []),
      ...(decision !== undefined ? [`(${WHERE_DECIDED[decision]})`] : []),
      ...(userId !== undefined ? [`request.id IN (${ASKED_BY})`] : []),
      ...(before !== undefined ? ['request.id < :before'] : []),
    ];
    const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
    const parameters = { mediaType, userId, before, limit, ...(text !== undefined && { text: containing(text) }) };
    return tableRows(tx, RequestRow, `request ${where} ORDER BY request.id DESC LIMIT :limit`, parameters);
  }

  /** Those who only joined, too. Jumps from account to account in the index: the cost depends on accounts, not on the history's length. */
  async requesters(tx: ReadTx, limit: number): Promise<readonly Requester[]> {
    return tx.query<Requester[]>(
      `WITH RECURSIVE asker(user_id) AS (
         SELECT MIN(user_id) FROM request_log
         UNION ALL
         SELECT (SELECT MIN(each.user_id) FROM request_log each WHERE each.user_id > asker.user_id)
         FROM asker WHERE asker.user_id IS NOT NULL
       )
       SELECT "userId", "username" FROM (
         SELECT request.user_id AS "userId", request.requester_name AS "username"
         FROM asker
         JOIN request_log request
           ON request.id = (SELECT MAX(newest.id) FROM request_log newest WHERE newest.user_id = asker.user_id)
         UNION ALL
         SELECT own.user_id, MAX(own.username)
         FROM book_request_waiters own
         WHERE NOT EXISTS (SELECT 1 FROM request_log request WHERE request.user_id = own.user_id)
         GROUP BY own.user_id
       ) requester
       ORDER BY ${textOrder(tx, 'requester."username"')}, requester."userId"
       LIMIT ${limit}`,
    );
  }
}

const ASKED_BY = `SELECT id FROM request_log WHERE user_id = :userId
  UNION SELECT request_id FROM book_request_waiters WHERE user_id = :userId`;

/** Somebody waits for the request; a condition on them, as `own`, and a parenthesis follow. */
const SHARED_BY = 'EXISTS (SELECT 1 FROM book_request_waiters own WHERE own.request_id = request.id';

/** Databases differ in whether LIKE is case-sensitive. */
const like = (column: string): string => `LOWER(${column}) LIKE LOWER(:text) ESCAPE '\\'`;

const CONTAINS = `(${like('request.title')} OR ${like('request.requester_name')}
  OR ${SHARED_BY} AND ${like('own.username')}))`;

/** A LIKE pattern for texts that contain this one; wildcards in it are escaped. */
function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;
}
