import { type ZodType, z } from 'zod';
import { UpstreamError } from '../../core/errors/upstream-error.js';
import type { Log } from '../../core/logging/log.js';
import type { Meter } from '../../core/metrics/meter.js';
import type { Secret } from '../../core/secrets/secret.js';
import type { Clock } from '../../core/time/clock.js';
import { HttpTransport, type HttpAnswer, type HttpCall } from '../http/http-transport.js';
import { readJson } from '../http/json-answer.js';
import { readJsonList } from '../http/json-list.js';
import { lenient } from '../http/lenient-members.js';
import { safeWords } from './safe-words.js';

/** Where one of the managers stands and how it is addressed. */
export interface ServarrOptions {
  /** Product name in lower case: `radarr`. */
  readonly system: string;
  /** Version of its API: `v3` for Radarr and Sonarr, `v1` for the others. */
  readonly api: 'v1' | 'v3';
  /** Absolute address, with the manager's URL base when it has one. */
  readonly url: string;
  readonly apiKey: Secret;
  readonly clock: Clock;
  readonly log: Log;
  readonly meter?: Meter;
}

/** A call of a manager. */
export interface ServarrCall extends HttpCall {
  /** Secrets that the call carries: the manager may repeat them in a refusal, and we don't. */
  readonly secrets?: readonly Secret[];
}

/**
 * What the managers of the Servarr family have in common on the wire: the key in a header, the API prefix, refusals as
 * arrays of validation failures.
 *
 * Faults are thrown as UpstreamError. A 400 with validation failures is of kind `rejected`, its `refusals` the names of
 * the validators and its reason their messages; a refused key reads `invalid API key`. Source: arr-common.
 */
export class ServarrTransport {
  private readonly http: HttpTransport;

  constructor(private readonly options: ServarrOptions) {
    const { system, url, apiKey, clock, log, meter } = options;
    this.http = new HttpTransport({ system, url, clock, log, meter, headers: { 'X-Api-Key': apiKey } });
  }

  /** Product name in lower case, for errors. */
  get system(): string {
    return this.options.system;
  }

  /** @param call its path begins below the API prefix: `['system', 'status']` */
  async send(call: ServarrCall): Promise<HttpAnswer> {
    const answer = await this.deliver(call);
    if (answer.status === 400) throw this.refusal(call, answer);
    return answer;
  }

  /** As `send`, and reads the answer as JSON. */
  async json<T>(call: ServarrCall, schema: ZodType<T>): Promise<T> {
    return readJson(this.system, call.operation, await this.send(call), schema);
  }

  /** As `send`, and reads the answer as a JSON array, a slice at a time: for lists that may be long. */
  async list<T>(call: HttpCall, row: ZodType<T>): Promise<readonly T[]> {
    return readJsonList(this.system, call.operation, await this.send(call), row);
  }

  private async deliver(call: HttpCall): Promise<HttpAnswer> {
    try {
      return await this.http.send({
        ...call,
        path: ['api', this.options.api, ...call.path],
        accept: [...(call.accept ?? []), 400],
      });
    } catch (error) {
      if (!(error instanceof UpstreamError) || error.status !== 401) throw error;
      throw new UpstreamError({ ...error, reason: 'invalid API key' });
    }
  }

  private refusal(call: ServarrCall, answer: HttpAnswer): UpstreamError {
    const failures = readValidationFailures(answer.body);
    const words = safeWords((failures?.messages ?? []).join('; '), [this.options.apiKey, ...(call.secrets ?? [])]);
    return new UpstreamError({
      system: this.system,
      operation: call.operation,
      kind: 'rejected',
      status: answer.status,
      definitelyNotSent: false,
      refusals: failures?.refusals,
      reason: words === '' ? 'server returned status 400' : words,
    });
  }
}

/** What a manager found wrong with a request that it refused. */
interface ValidationFailures {
  /** Names of the validators that objected, such as `MovieExistsValidator`. */
  readonly refusals: readonly string[];
  /** Their messages, in the manager's own words and not yet fit to be shown. */
  readonly messages: readonly string[];
}

const failures = z.array(z.object({ errorMessage: lenient(z.string()), errorCode: lenient(z.string()) }));

/**
 * The failures in the body of a 400; undefined when the body is none of the documented arrays.
 *
 * Source: arr-common, error bodies.
 */
export function readValidationFailures(body: Buffer): ValidationFailures | undefined {
  const parsed = failures.safeParse(parse(body));
  if (!parsed.success || parsed.data.length === 0) return undefined;
  return {
    refusals: parsed.data.flatMap(({ errorCode }) => (errorCode ? [errorCode] : [])),
    messages: parsed.data.flatMap(({ errorMessage }) => (errorMessage ? [errorMessage] : [])),
  };
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
