import { UpstreamError } from '../../core/errors/upstream-error.js';
import type { ZodType } from 'zod';
import { Deadline } from './deadline.js';
import { HttpTransport, type HttpAnswer, type HttpCall, type HttpTransportOptions } from './http-transport.js';
import { sayHttp } from './http.sentences.js';
import { readJson } from './json-answer.js';

interface PatientTransportOptions extends HttpTransportOptions {
  readonly attempts: number;
  /** Milliseconds for a call altogether: waiting for turns, attempts, and the pauses between them. */
  readonly wholeMs: number;
}

/** How long is waited where a system that is too busy doesn't say. */
const PAUSE_MS = 2_000;

/** For systems shared by many: 429 and 503 are tried again after the pause that they name, while tries and time last. Reads only. */
export class PatientTransport {
  private readonly transport: HttpTransport;

  constructor(private readonly options: PatientTransportOptions) {
    this.transport = new HttpTransport(options);
  }

  /** @throws UpstreamError as {@link HttpTransport.send}; of kind `timeout` when the time for the whole ran out */
  async send(call: HttpCall & { readonly method: 'GET' }): Promise<HttpAnswer> {
    const { clock, wholeMs } = this.options;
    const deadline = new Deadline(clock, wholeMs, call.signal);
    const end = clock.monotonic() + wholeMs;
    try {
      return await this.attempts({ ...call, signal: deadline.signal }, end);
    } catch (fault) {
      throw deadline.passed ? this.outOfTime(call, fault) : fault;
    } finally {
      deadline.end();
    }
  }

  /** @throws UpstreamError as {@link send}, and `malformed` for what doesn't fit the schema */
  async json<T>(call: HttpCall & { readonly method: 'GET' }, schema: ZodType<T>): Promise<T> {
    return readJson(this.options.system, call.operation, await this.send(call), schema);
  }

  private async attempts(call: HttpCall, end: number): Promise<HttpAnswer> {
    const { clock, attempts } = this.options;
    for (let left = attempts - 1; ; left -= 1) {
      try {
        return await this.transport.send(call);
      } catch (fault) {
        const pause = left > 0 ? pauseAfter(fault) : undefined;
        if (pause === undefined || clock.monotonic() + pause >= end) throw fault;
        await clock.sleep(pause, call.signal);
      }
    }
  }

  private outOfTime({ operation }: HttpCall, cause: unknown): UpstreamError {
    const { system, wholeMs } = this.options;
    const reason = sayHttp('no_complete_answer_in_time', { seconds: wholeMs / 1_000 });
    return new UpstreamError({ system, operation, kind: 'timeout', definitelyNotSent: false, reason, cause });
  }
}

/** How long to wait before another attempt makes sense; undefined where it makes none. */
function pauseAfter(fault: unknown): number | undefined {
  if (!(fault instanceof UpstreamError) || fault.definitelyNotSent) return undefined;
  return fault.status === 429 || fault.status === 503 ? (fault.retryAfterMs ?? PAUSE_MS) : undefined;
}
