import type { ZodType } from 'zod';
import { UpstreamError } from '../../core/errors/upstream-error.js';
import { bearerTransport, type BearerAccess } from '../http/bearer-transport.js';
import type { HttpAnswer, HttpCall, HttpTransport } from '../http/http-transport.js';
import { type PassedOn, readPassedOn } from '../http/json-answer.js';
import { tmdbRefusal } from './tmdb-schemas.js';

const SYSTEM = 'tmdb';
const DEADLINE_MS = 10_000;
const MAX_BYTES = 4 * 1024 * 1024;
const LARGEST_ID = 2_147_483_647;

/** A question to TMDB: what it is called in logs, its path below the base address, its query. */
export type TmdbCall = Omit<HttpCall, 'method'>;

/** Calls of TMDB and what it says in return. Every method throws {@link UpstreamError} for everything that it doesn't affirm. */
export class TmdbCalls {
  private readonly transport: HttpTransport;

  /** @throws UnsafeAddress when the base address is no plain http(s) address */
  constructor(access: BearerAccess) {
    this.transport = bearerTransport(access, { system: SYSTEM, deadlineMs: DEADLINE_MS, maxBytes: MAX_BYTES });
  }

  /** The answer, its text beside what is read of it. */
  async read<T>(call: TmdbCall, schema: ZodType<T>): Promise<PassedOn<T>> {
    return judge(call.operation, await this.transport.send({ ...call, method: 'GET' }), schema);
  }

  /** As {@link read}, of something that TMDB may not have; null only for an absence in its own words. */
  async readOrNull<T>(call: TmdbCall, schema: ZodType<T>): Promise<PassedOn<T> | null> {
    const answer = await this.transport.send({ ...call, method: 'GET', accept: [404] });
    if (answer.status !== 404) return judge(call.operation, answer, schema);
    judge(call.operation, answer, tmdbRefusal);
    return null;
  }

  /** As {@link readOrNull}, of something that bears an id. An answer about another is thrown as `malformed`. */
  async foundById<T extends { readonly id: number }>(
    call: TmdbCall,
    id: number,
    schema: ZodType<T>,
  ): Promise<PassedOn<T> | null> {
    const answer = await this.readOrNull(call, schema);
    if (answer && answer.parsed.id !== id) throw answeredAboutAnother(call.operation);
    return answer;
  }
}

/** Can it be an id of TMDB, a positive 32-bit integer? */
export const isTmdbId = (id: number): boolean => Number.isInteger(id) && id >= 1 && id <= LARGEST_ID;

/** TMDB answered, and about something else than what was asked for. */
export function answeredAboutAnother(operation: string): UpstreamError {
  const reason = 'server answered about another title';
  const fault = {
    system: SYSTEM,
    operation,
    kind: 'malformed',
    status: 200,
    definitelyNotSent: false,
    reason,
  } as const;
  return new UpstreamError(fault);
}

const judge = <T>(operation: string, answer: HttpAnswer, schema: ZodType<T>): PassedOn<T> =>
  readPassedOn(SYSTEM, operation, answer, schema);
