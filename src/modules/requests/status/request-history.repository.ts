import { Injectable } from '@nestjs/common';
import type { ReadTx } from '../../../core/database/database.js';
import { textOrder } from '../../../core/database/portable-columns.js';
import { RequestRow } from '../saved/request-row.entity.js';
import { WHERE_DECIDED, type RequestDecision } from './request-decision.js';

/** Which requests of the history are asked for. What is left out does not narrow it. */
export interface HistoryFilter {
  /** Part of the title or of the requester's name; upper and lower case are the same for the letters of ASCII. */
  readonly text?: string;
  readonly mediaType?: 'movie' | 'tv' | 'book' | 'music';
  readonly decision?: RequestDecision;
  readonly userId?: number;
  /** Only requests with a smaller id. */
  readonly before?: number;
}

/** Somebody who has asked for something. */
export interface Requester {
  readonly userId: number;
  /** As the account was called when it asked last. */
  readonly username: string;
}

/** The rows of the history: one statement for a page, and one for the people in it, whatever their number. */
@Injectable()
export class RequestHistoryRepository {
  /** Requests that the filter lets through, newest first. */
  page(tx: ReadTx, filter: HistoryFilter, limit: number): Promise<readonly RequestRow[]> {
    const { text, mediaType, decision, userId, before } = filter;
    const rows = tx.createQueryBuilder(RequestRow, 'request').orderBy('request.id', 'DESC').limit(limit);
    if (text !== undefined)
      rows.andWhere(`(${like('title')} OR ${like('requester_name')})`, { text: containing(text) });
    if (mediaType !== undefined) rows.andWhere('request.media_type = :mediaType', { mediaType });
    if (decision !== undefined) rows.andWhere(`(${WHERE_DECIDED[decision]})`);
    if (userId !== undefined) rows.andWhere('request.user_id = :userId', { userId });
    if (before !== undefined) rows.andWhere('request.id < :before', { before });
    return rows.getMany();
  }

  /**
   * Those who have asked for something, by name. Goes from one account to the next in the index of accounts and their
   * requests, so that it costs what there are accounts, whatever the length of the history.
   */
  async requesters(tx: ReadTx, limit: number): Promise<readonly Requester[]> {
    return tx.query<Requester[]>(
      `WITH RECURSIVE asker(user_id) AS (
         SELECT MIN(user_id) FROM request_log
         UNION ALL
         SELECT (SELECT MIN(each.user_id) FROM request_log each WHERE each.user_id > asker.user_id)
         FROM asker WHERE asker.user_id IS NOT NULL
       )
       SELECT request.user_id AS "userId", request.requester_name AS "username"
       FROM asker
       JOIN request_log request
         ON request.id = (SELECT MAX(newest.id) FROM request_log newest WHERE newest.user_id = asker.user_id)
       ORDER BY ${textOrder(tx, 'request.requester_name')}, request.user_id
       LIMIT ${limit}`,
    );
  }
}

/** Engines differ in whether LIKE minds the case. */
const like = (column: string): string => `LOWER(request.${column}) LIKE LOWER(:text) ESCAPE '\\'`;

/** A pattern for texts that contain this one, whose own wildcards mean themselves. */
function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;
}
