import { z, type ZodType } from 'zod';
import { UpstreamError, type UpstreamFault } from '../../core/errors/upstream-error.js';
import type { PathNow } from '../../core/http/network-path.js';
import type { Log } from '../../core/logging/log.js';
import type { Meter } from '../../core/metrics/meter.js';
import type { Secret } from '../../core/secrets/secret.js';
import type { Clock } from '../../core/time/clock.js';
import { type HttpAnswer, HttpTransport } from '../http/http-transport.js';
import { readJson } from '../http/json-answer.js';
import { redirectFault, REDIRECTS } from '../http/redirect-fault.js';

const SYSTEM = 'sabnzbd';
const PATH = ['api'] as const;
const MOST_BYTES = 16 * 1024 * 1024;
const DEADLINE_MS = 35_000;
/** Refusals are short; what is longer isn't looked at for one. */
const LONGEST_REFUSAL = 4_096;

/** The address of a SABnzbd, and how it is called. */
export interface SabnzbdAddress {
  /** Absolute address, with the base path when it has one. */
  readonly url: string;
  /** The API key; the NZB key may only add. */
  readonly apiKey: Secret;
  readonly clock: Clock;
  readonly log: Log;
  readonly meter?: Meter;
  /** How connections leave the machine; straight to the client where nothing is said. */
  readonly path?: PathNow;
}

/** One call. */
export interface SabnzbdCall {
  /** A stable name without ids, for errors and logs: `queue.read`. */
  readonly operation: string;
  /** What is asked for: `mode`, and what belongs to it. */
  readonly query: Readonly<Record<string, string | number>>;
  readonly signal?: AbortSignal;
  /** 35 s where nothing is said. */
  readonly deadlineMs?: number;
  /** Says in the fault where a redirect leads. */
  readonly reportsRedirects?: boolean;
}

const REFUSED_KEY = /^(?:error:\s*)?API Key (?:Incorrect|Required)\s*$/i;
const refusal = z.object({ status: z.literal(false), error: z.string().catch('') });

/**
 * What all calls of a SABnzbd have in common: the key in the query, and refusals, which come as 403 in plain text or as 200
 * with `status: false`. Nothing that it writes is repeated.
 */
export class SabnzbdTransport {
  private readonly http: HttpTransport;

  /** @throws UnsafeAddress when `url` is no plain http(s) address */
  constructor({ apiKey, ...address }: SabnzbdAddress) {
    this.http = new HttpTransport({
      ...address,
      system: SYSTEM,
      secretQuery: { apikey: apiKey },
      deadlineMs: DEADLINE_MS,
      maxBytes: MOST_BYTES,
    });
  }

  /** @throws UpstreamError; a refused key reads `invalid API key` */
  async json<T>(call: SabnzbdCall, schema: ZodType<T>): Promise<T> {
    const { operation, query, signal, deadlineMs, reportsRedirects = false } = call;
    const answer = await this.http.send({
      operation,
      method: 'GET',
      path: PATH,
      query: { ...query, output: 'json' },
      signal,
      deadlineMs,
      accept: [401, 403, ...(reportsRedirects ? REDIRECTS : [])],
    });
    if (REDIRECTS.includes(answer.status)) throw redirectFault(SYSTEM, operation, answer, PATH);
    this.assertGranted(operation, answer);
    return readJson(SYSTEM, operation, answer, schema);
  }

  private assertGranted(operation: string, { status, body }: HttpAnswer): void {
    const said = body.length <= LONGEST_REFUSAL ? body.toString('utf8') : '';
    const refused = refusal.safeParse(parsed(said));
    const fault = (kind: UpstreamFault, reason: string): UpstreamError =>
      new UpstreamError({ system: SYSTEM, operation, kind, status, reason, definitelyNotSent: false });
    if (REFUSED_KEY.test(refused.success ? refused.data.error : said)) throw fault('unauthorized', 'invalid API key');
    if (status === 401 || status === 403) throw fault('unauthorized', `server returned status ${status}`);
    if (refused.success) throw fault('rejected', 'client refused the call');
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
