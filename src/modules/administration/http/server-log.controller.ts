import { Controller, Get, Header, Query } from '@nestjs/common';
import { AdminOnly } from '../../../core/access/access.decorators.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { queryWord, type UnvalidatedQuery } from '../../../core/http/query-values.js';
import { optional, type Rfc3339, rfc3339 } from '../../../core/http/view-members.js';
import { type KeptLine, KeptLog } from '../../../core/logging/kept-log.js';
import { LOG_LEVELS, type LogLevel, textOfLine } from '../../../core/logging/log.js';
import { isWanted, type LogFilter, type LogPage, pageOf } from '../log/log-page.js';

const MOST = 500;
const USUAL = 100;
const LONGEST_SEARCH = 100;

/** The parameters of GET /api/admin/log/download. */
interface LogFilterQuery {
  /** The least level: lines of this one and of graver ones. All by default. */
  readonly level?: LogLevel;
  /** A part of the line as it is downloaded, in letters of any case; at most 100 characters. */
  readonly search?: string;
}

/** The parameters of GET /api/admin/log. */
interface LogQuery extends LogFilterQuery {
  /** 1 to 500; 100 by default. */
  readonly limit?: number;
  /** Only lines with a lower number: the `next_before` of the previous page. */
  readonly before?: number;
}

/** @throws AppError 400 naming the parameter */
function filterIn({ level, search }: UnvalidatedQuery<LogFilterQuery>): LogFilter {
  const part = queryWord('search', search) ?? '';
  if (part.length > LONGEST_SEARCH)
    throw badRequest('too_long', `search must be at most ${LONGEST_SEARCH} characters`, {
      name: 'search',
      most: LONGEST_SEARCH,
    });
  return { least: levelIn(level), search: part };
}

function levelIn(value: unknown): LogLevel {
  const word = queryWord('level', value) ?? LOG_LEVELS[0];
  const level = LOG_LEVELS.find((known) => known === word);
  if (level) return level;
  throw badRequest('not_one_of', 'level must be debug, info, warn or error', {
    name: 'level',
    values: LOG_LEVELS.join(', '),
  });
}

function limitIn(value: unknown): number {
  const limit = numberIn(queryWord('limit', value) ?? String(USUAL));
  if (limit !== undefined && limit <= MOST) return limit;
  throw badRequest('out_of_range', `limit must be 1 to ${MOST}`, { name: 'limit', least: 1, most: MOST });
}

function beforeIn(value: unknown): number | undefined {
  const word = queryWord('before', value);
  if (word === undefined) return undefined;
  const before = numberIn(word);
  if (before === undefined) throw badRequest('not_a_number', 'before must be a positive number', { name: 'before' });
  return before;
}

const numberIn = (word: string): number | undefined => (/^[1-9]\d{0,14}$/.test(word) ? Number(word) : undefined);

/** A line of the server's log. Nothing secret is in it: what is redacted there is redacted here. */
interface LogLineView {
  /** Counts up from the start of the server. */
  readonly number: number;
  readonly time: Rfc3339;
  readonly level: LogLevel;
  /** What happened, in constant English words. */
  readonly message: string;
  /** What belongs to it, as `key=value …`, and the stack of an error below. Left out where there is nothing. */
  readonly details?: string;
}

/** A page of the server's log. */
interface LogView {
  /** Newest first. */
  readonly lines: readonly LogLineView[];
  /** The `before` parameter of the next page; left out on the last one. */
  readonly next_before?: number;
}

function logView({ lines, nextBefore }: LogPage): LogView {
  return { lines: lines.map(lineView), ...optional('next_before', nextBefore) };
}

const lineView = ({ number, time, level, message, details }: KeptLine): LogLineView => ({
  number,
  time: rfc3339(Date.parse(time)),
  level,
  message,
  ...(details && { details }),
});

/** The last lines of the server's log, for administrators. They are in memory: a restart forgets them. */
@Controller('api/admin/log')
export class ServerLogController {
  constructor(private readonly kept: KeptLog) {}

  /** List the last lines of this server's log, 2,000 at most, since its start. A line of more than 4 kB is cut. */
  @AdminOnly('admin:*')
  @Get()
  list(@Query() { limit, before, ...filter }: UnvalidatedQuery<LogQuery>): LogView {
    return logView(pageOf(this.kept.newestFirst(beforeIn(before)), filterIn(filter), limitIn(limit)));
  }

  /** Get the same lines as plain text to be saved in a file, all of them and oldest first. */
  @AdminOnly('admin:*')
  @Get('download')
  @Header('Content-Type', 'text/plain; charset=utf-8')
  @Header('Content-Disposition', 'attachment; filename="server-log.txt"')
  download(@Query() query: UnvalidatedQuery<LogFilterQuery>): string {
    const filter = filterIn(query);
    const wanted = [...this.kept.newestFirst()].filter((line) => isWanted(line, filter));
    return wanted
      .toReversed()
      .map((line) => `${textOfLine(line)}\n`)
      .join('');
  }
}
