import { Injectable } from '@nestjs/common';
import type { ReadTx } from '../../../core/database/database.js';
import { textOrder } from '../../../core/database/text-order.js';
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
export class HistoryRows {
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

  /** Those who have asked for something, by name; read from an index, but for their names. */
  async requesters(tx: ReadTx, limit: number): Promise<readonly Requester[]> {
    const newest = tx.createQueryBuilder(RequestRow, 'each').select('MAX(each.id)').groupBy('each.user_id');
    return tx
      .createQueryBuilder(RequestRow, 'request')
      .select(['request.user_id AS "userId"', 'request.requester_name AS "username"'])
      .where(`request.id IN (${newest.getQuery()})`)
      .orderBy(textOrder(tx, 'request.requester_name'), 'ASC')
      .addOrderBy('request.user_id', 'ASC')
      .limit(limit)
      .getRawMany<Requester>();
  }
}

/** Engines differ in whether LIKE minds the case. */
const like = (column: string): string => `LOWER(request.${column}) LIKE LOWER(:text) ESCAPE '\\'`;

/** A pattern for texts that contain this one, whose own wildcards mean themselves. */
function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;
}
