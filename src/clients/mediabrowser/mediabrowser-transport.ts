import type { ZodType } from 'zod';
import { UpstreamError, type UpstreamErrorDetails } from '../../core/errors/upstream-error.js';
import type { Secret } from '../../core/secrets/secret.js';
import { type ClientBasics, type HttpAnswer, type HttpCall, HttpTransport } from '../http/http-transport.js';
import { reach } from '../http/http-faults.js';
import { sayHttp } from '../http/http.sentences.js';
import { readJson } from '../http/json-answer.js';
import { sayMediaServer } from './media-server.sentences.js';

/** How we name ourselves to a server. It keeps one token for each device and account, so the device stays the same. */
export interface MediaBrowserDevice {
  readonly id: string;
  readonly product: string;
  readonly version: string;
}

export interface MediaBrowserAccess extends ClientBasics {
  readonly apiKey: Secret;
  readonly device: MediaBrowserDevice;
}

type Headers = Readonly<Record<string, string | Secret>>;

const DEADLINE_MS = 10_000;
/** Some thousands of accounts, or of titles of one year with their ids. */
const MAX_BYTES = 32 * 1024 * 1024;

/** A refused token reads `invalid API key`, and a starting server (503) is `unreachable`. */
export class MediaBrowserTransport {
  private readonly http: HttpTransport;

  constructor(
    readonly system: string,
    { url, clock, log, meter }: MediaBrowserAccess,
    headers: Headers,
  ) {
    this.http = new HttpTransport({
      system,
      url,
      clock,
      log,
      meter,
      headers,
      deadlineMs: DEADLINE_MS,
      maxBytes: MAX_BYTES,
    });
  }

  async send(call: HttpCall): Promise<HttpAnswer> {
    try {
      return await this.http.send(call);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      if (error.status === 401) throw new UpstreamError({ ...error, reason: sayHttp('api_key_refused') });
      if (error.status !== 503) throw error;
      const reason = reach(sayMediaServer('media_server_starting'));
      throw new UpstreamError({ ...error, kind: 'unreachable', reason });
    }
  }

  async json<T>(call: HttpCall, schema: ZodType<T>): Promise<T> {
    return this.read(call.operation, await this.send(call), schema);
  }

  read<T>(operation: string, answer: HttpAnswer, schema: ZodType<T>): T {
    return readJson(this.system, operation, answer, schema);
  }

  /** A fault that shows only in what the server answered, or that kept a call from being sent. */
  fault(
    operation: string,
    details: Pick<UpstreamErrorDetails, 'kind' | 'detail' | 'reason'>,
    definitelyNotSent = false,
  ): UpstreamError {
    return new UpstreamError({ system: this.system, operation, definitelyNotSent, ...details });
  }
}

/** The header by which servers of the family learn who calls. Parts are percent-encoded, so that none can end its quotes. */
export function authorization(scheme: 'MediaBrowser' | 'Emby', parts: Readonly<Record<string, string>>): string {
  const written = Object.entries(parts).map(([name, value]) => `${name}="${encodeURIComponent(value)}"`);
  return `${scheme} ${written.join(', ')}`;
}
