import { validateHeaderValue } from 'node:http';
import type { ZodType } from 'zod';
import { lineFull } from '../../core/errors/app-error.js';
import { UpstreamError, type UpstreamErrorDetails } from '../../core/errors/upstream-error.js';
import { directNow, type PathNow } from '../../core/http/network-path.js';
import { USER_AGENT } from '../../core/http/user-agent.js';
import { type Log, warnDaily } from '../../core/logging/log.js';
import { type MeasuredUpstreamCall, type Meter, silentMeter } from '../../core/metrics/meter.js';
import { Secret } from '../../core/secrets/secret.js';
import type { Share } from '../../core/shares/fair-line.js';
import type { Clock } from '../../core/time/clock.js';
import { Deadline } from './deadline.js';
import { AnswerIncomplete, AnswerTooLarge, exchange, type HttpAnswer, type Outgoing } from './exchange.js';
import { faultOfStatus, judgeConnectionFault, reach, retryAfterMs } from './http-faults.js';
import { sayHttp } from './http.sentences.js';
import { readJson } from './json-answer.js';
import { joinUrl, parseBase, type Query, targetUrl, UnsafeAddress } from './safe-address.js';
import { type Spacing, TurnTooFar } from './spacing.js';

export type { HttpAnswer } from './exchange.js';

/** What every client is given to reach its system. */
export interface ClientBasics {
  /** Absolute http(s) address; its path is a prefix of every call. */
  readonly url: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly meter?: Meter;
}

/** The same, for a system that may lie behind the outbound proxy. */
export interface ClientOptions extends ClientBasics {
  /** How connections leave the machine; straight to the target where nothing is said. */
  readonly path?: PathNow;
}

/** What a client says of its system once. */
export interface HttpTransportOptions extends ClientOptions {
  /** Product name in lower case, for errors and logs: `radarr`. */
  readonly system: string;
  /** Sent with every call. A secret is revealed only at the moment of sending. */
  readonly headers?: Readonly<Record<string, string | Secret>>;
  /** Sent in the query of every call, for systems that take their key nowhere else. Revealed only at the moment of sending. */
  readonly secretQuery?: Readonly<Record<string, Secret>>;
  /** Milliseconds for a whole call, connection to last byte; 15,000 where nothing is said. */
  readonly deadlineMs?: number;
  /** The most bytes of an answer's body; 32 MiB where nothing is said. */
  readonly maxBytes?: number;
  /** Where calls wait for their turn; they go at once where nothing is said. Transports to one system share one. */
  readonly line?: Spacing;
  /** In whose name they wait; in the system's where nothing is said. */
  readonly share?: Share;
  /** The header by which the system says how long to wait, in seconds or as a date; `retry-after` where nothing is said. */
  readonly waitHeader?: string;
}

export interface HttpCall {
  /** A stable name without ids, for errors and logs: `movie.add`. */
  readonly operation: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below the base address, one entry per segment, not encoded. */
  readonly path: readonly (string | number)[];
  /** Path below the base address and query, percent-encoded, written as they are in place of `path` and `query`. */
  readonly target?: string;
  /** The path ends in a slash, for systems to which that is another address. */
  readonly asFolder?: boolean;
  readonly query?: Query;
  readonly json?: unknown;
  /** Sent as a form (application/x-www-form-urlencoded) where there is no `json`. A secret is revealed only then. */
  readonly form?: Readonly<Record<string, string | Secret>>;
  /** Sent as it is, as an XML body, where there is no `json`. */
  readonly xml?: string;
  /** Sent as they are, as what they are called, where there is no `json`. */
  readonly bytes?: { readonly data: Buffer; readonly type: string };
  readonly signal?: AbortSignal;
  readonly deadlineMs?: number;
  readonly maxBytes?: number;
  /** Statuses beside 2xx that are handed back instead of thrown; a redirect among them is not followed either. */
  readonly accept?: readonly number[];
}

const DEFAULT_DEADLINE_MS = 15_000;
const DEFAULT_MAX_BYTES = 32 * 1024 * 1024;

/** Safe addresses, a deadline, a cap on the answer, no redirects, environment proxy or retries; no log or error holds a credential. */
export class HttpTransport {
  constructor(private readonly options: HttpTransportOptions) {
    parseBase(options.url);
  }

  /**
   * The deadline counts from the call's turn on. @throws UpstreamError for any status but 2xx and accepted ones, `rate_limited` also for an
   * accepted 429 whose body is cut; AppError 503 with Retry-After when our line is too long; what the choice of the path threw
   */
  async send(call: HttpCall): Promise<HttpAnswer> {
    const { clock, log, system } = this.options;
    const { operation } = call;
    const begun = clock.monotonic();
    let answer: HttpAnswer | undefined;
    try {
      answer = await this.attempt(call);
      log.debug('upstream call', { system, operation, status: answer.status, durationMs: clock.monotonic() - begun });
      const judged = this.judge(call, answer);
      this.measure('ok', begun);
      return { ...judged, lacks: (rows) => this.sayLeftOut(operation, rows) };
    } catch (error) {
      if (error instanceof UpstreamError) {
        this.measure(error.kind, begun);
        if (!answer)
          log.debug('upstream call', { system, operation, fault: error.kind, durationMs: clock.monotonic() - begun });
      }
      throw error;
    }
  }

  /** Reads the answer as JSON; fields that the schema doesn't name are dropped. @throws UpstreamError, `malformed` when it doesn't fit */
  async json<T>(call: HttpCall, schema: ZodType<T>): Promise<T> {
    return readJson(this.options.system, call.operation, await this.send(call), schema);
  }

  /** Names the system and the list, and nothing of what is in it. */
  private sayLeftOut(operation: string, rows: number): void {
    const { clock, log, system, url } = this.options;
    const fields = { system, operation, rows };
    warnDaily(log, clock, ['rows', system, operation, url].join(' '), 'rows of a list were left out', fields);
  }

  private measure(outcome: MeasuredUpstreamCall['outcome'], begun: number): void {
    const { clock, meter = silentMeter, system } = this.options;
    meter.upstreamCall({ system, outcome, ms: clock.monotonic() - begun });
  }

  private async attempt(call: HttpCall): Promise<HttpAnswer> {
    const prepared = this.prepare(call);
    const { path: pathNow = directNow } = this.options;
    const path = await pathNow();
    try {
      await this.options.line?.turn(call.signal, this.options.share);
    } catch (error) {
      if (error instanceof TurnTooFar) throw lineFull(error.roomInMs, error);
      throw this.fault(call, { kind: 'aborted', reason: GIVEN_UP, definitelyNotSent: true });
    }
    if (call.signal?.aborted) throw this.fault(call, { kind: 'aborted', reason: GIVEN_UP, definitelyNotSent: true });
    const deadlineMs = call.deadlineMs ?? this.options.deadlineMs ?? DEFAULT_DEADLINE_MS;
    const deadline = new Deadline(this.options.clock, deadlineMs, call.signal);
    try {
      return await exchange({
        ...prepared,
        path,
        headers: this.headers(call, path.userAgent),
        signal: deadline.signal,
      });
    } catch (error) {
      throw this.explain(call, error, deadline, deadlineMs);
    } finally {
      deadline.end();
    }
  }

  private prepare(call: HttpCall): Omit<Outgoing, 'headers' | 'path' | 'signal'> {
    const { url, maxBytes = DEFAULT_MAX_BYTES, secretQuery = {} } = this.options;
    try {
      return {
        method: call.method,
        url:
          call.target === undefined
            ? joinUrl(url, call.path, { ...call.query, ...revealed(secretQuery) }, call.asFolder)
            : targetUrl(url, call.target),
        body: bodyOf(call),
        maxBytes: call.maxBytes ?? maxBytes,
      };
    } catch (error) {
      if (!(error instanceof UnsafeAddress)) throw error;
      const reason = sayHttp('call_not_sent', { why: error.sentence });
      throw this.fault(call, { kind: 'rejected', reason, definitelyNotSent: true });
    }
  }

  private headers(call: HttpCall, userAgent = USER_AGENT): Record<string, string> {
    const headers: Record<string, string> = {
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': userAgent,
      ...typeOf(call),
    };
    for (const [name, value] of Object.entries(this.options.headers ?? {})) {
      const bare = value instanceof Secret ? value.reveal() : value;
      try {
        validateHeaderValue(name, bare);
      } catch {
        const reason = sayHttp('call_not_sent', { why: sayHttp('header_value_not_writable', { name }) });
        throw this.fault(call, { kind: 'rejected', reason, definitelyNotSent: true });
      }
      headers[name.toLowerCase()] = bare;
    }
    return headers;
  }

  private judge(call: HttpCall, answer: HttpAnswer): HttpAnswer {
    const { status } = answer;
    if ((status >= 200 && status < 300) || call.accept?.includes(status)) return answer;
    throw this.refusal(call, answer);
  }

  private refusal(call: HttpCall, { status, headers }: Pick<HttpAnswer, 'status' | 'headers'>): UpstreamError {
    const { clock, waitHeader = 'retry-after' } = this.options;
    return this.fault(call, {
      kind: faultOfStatus(status),
      status,
      retryAfterMs: retryAfterMs(headers[waitHeader], clock.now()),
      definitelyNotSent: false,
      reason: sayHttp('server_answered_status', { status }),
    });
  }

  private explain(call: HttpCall, error: unknown, deadline: Deadline, deadlineMs: number): unknown {
    if (error instanceof UpstreamError) return error;
    if (error instanceof AnswerIncomplete) {
      const { head, cause } = error;
      return head.status === LIMITED ? this.refusal(call, head) : this.explain(call, cause, deadline, deadlineMs);
    }
    if (error instanceof AnswerTooLarge) {
      const reason = sayHttp('answer_too_large');
      return this.fault(call, { kind: 'too_large', reason, definitelyNotSent: false });
    }
    if (deadline.passed) {
      const reason = reach(sayHttp('no_complete_answer_in_time', { seconds: deadlineMs / 1_000 }));
      return this.fault(call, { kind: 'timeout', reason, definitelyNotSent: false });
    }
    if (deadline.signal.aborted) {
      return this.fault(call, { kind: 'aborted', reason: GIVEN_UP, definitelyNotSent: false });
    }
    return this.fault(call, judgeConnectionFault(error));
  }

  private fault(call: HttpCall, details: Omit<UpstreamErrorDetails, 'system' | 'operation'>): UpstreamError {
    return new UpstreamError({ system: this.options.system, operation: call.operation, ...details });
  }
}

/** What this says holds whatever is in the body. Another refusal may mean one thing or another by its body. */
const LIMITED = 429;

const GIVEN_UP = sayHttp('call_given_up');

function bodyOf({ json, form, xml, bytes }: HttpCall): Buffer | undefined {
  if (json !== undefined) return Buffer.from(JSON.stringify(json));
  if (bytes !== undefined) return bytes.data;
  if (xml !== undefined) return Buffer.from(xml);
  if (!form) return undefined;
  return Buffer.from(new URLSearchParams(revealed(form)).toString());
}

const revealed = (values: Readonly<Record<string, string | Secret>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value instanceof Secret ? value.reveal() : value]),
  );

function typeOf({ json, form, xml, bytes }: HttpCall): Readonly<Record<string, string>> {
  if (json !== undefined) return { 'content-type': 'application/json' };
  if (bytes !== undefined) return { 'content-type': bytes.type };
  if (xml !== undefined) return { 'content-type': 'text/xml' };
  return form ? { 'content-type': 'application/x-www-form-urlencoded' } : {};
}

/** What a client of a system that takes a bearer token needs to reach it. */
export interface BearerAccess extends ClientOptions {
  /** Without the word Bearer. */
  readonly token: Secret;
}

type SystemBounds = Required<Pick<HttpTransportOptions, 'system' | 'deadlineMs' | 'maxBytes'>>;

/** A transport that brings the token with every call. @throws UnsafeAddress when `url` is no plain http(s) address */
export const bearerTransport = ({ token, ...access }: BearerAccess, bounds: SystemBounds): HttpTransport =>
  new HttpTransport({
    ...access,
    ...bounds,
    headers: { Authorization: Secret.of(`Bearer ${token.reveal()}`) },
  });
