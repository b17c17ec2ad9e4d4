import { z } from 'zod';
import type { Sentence } from '../../core/errors/sentence.js';
import { UpstreamError, type UpstreamErrorDetails, type UpstreamFault } from '../../core/errors/upstream-error.js';
import { Secret } from '../../core/secrets/secret.js';
import { sayDownloadClient } from '../downloads/download-client.sentences.js';
import { ClientSession, SessionEnded } from '../downloads/client-session.js';
import { type ClientOptions, type HttpAnswer, HttpTransport } from '../http/http-transport.js';
import { readJson } from '../http/json-answer.js';
import { lenient } from '../http/lenient-members.js';
import { redirectFault, REDIRECTS } from '../http/http-faults.js';

const SYSTEM = 'deluge';
const MAX_BYTES = 16 * 1024 * 1024;
const SIGN_IN_MS = 10_000;
const LONGEST_MS = 35_000;
/** Below the address, for a web interface with a base path too. */
const PATH = ['json'] as const;

const NOT_AUTHENTICATED = 1;
const UNKNOWN_METHOD = 2;

export interface DelugeAddress extends ClientOptions {
  readonly password: Secret;
}

interface DelugeCall {
  readonly operation: string;
  readonly method: string;
  readonly params: readonly unknown[];
  readonly signal?: AbortSignal;
}

/** The web interface, or the daemon behind it, doesn't know a method: nothing has happened. */
export class UnknownMethod extends UpstreamError {}

const failure = z.object({ code: lenient(z.number()) });
/** An answer says both, one of them null. Its message holds tracebacks and paths, and is never read. */
const answered = z
  .object({ result: z.unknown().optional(), error: failure.nullish() })
  .refine((answer) => answer.error || Object.hasOwn(answer, 'result'));

/** JSON to one address, within a session that the password opens. Faults have reasons of ours: no message of an error is repeated. */
export class DelugeTransport {
  readonly system = SYSTEM;
  private readonly anonymous: HttpTransport;
  private readonly session: ClientSession<HttpTransport>;
  private number = 0;

  constructor(private readonly address: DelugeAddress) {
    this.anonymous = this.transport({});
    this.session = new ClientSession({ system: SYSTEM, clock: address.clock, signIn: () => this.signIn() });
  }

  /** Returns the result unjudged. @throws UnknownMethod for an unknown method, also of a daemon that isn't connected */
  call(call: DelugeCall): Promise<unknown> {
    return this.session.within(async (http) => {
      const { error, result } = await this.ask(http, call);
      if (!error) return result;
      if (error.code === NOT_AUTHENTICATED) throw new SessionEnded();
      const details = { system: SYSTEM, operation: call.operation, definitelyNotSent: false };
      if (error.code === UNKNOWN_METHOD)
        throw new UnknownMethod({ ...details, kind: 'rejected', reason: sayDownloadClient('deluge_method_unknown') });
      throw this.fault(call.operation, 'failed', sayDownloadClient('download_client_reported_error'));
    });
  }

  /** Is it such a web interface that answers? The password isn't shown to it before. @throws UpstreamError */
  async probe(operation: string, signal: AbortSignal): Promise<void> {
    const call = { operation, method: 'web.connected', params: [], signal };
    const answer = await this.send(this.anonymous, call, REDIRECTS);
    if (REDIRECTS.includes(answer.status)) throw redirectFault(SYSTEM, operation, answer, PATH);
    readJson(SYSTEM, operation, answer, answered);
  }

  fault(
    operation: string,
    kind: UpstreamFault,
    reason: Sentence,
    more: Partial<UpstreamErrorDetails> = {},
  ): UpstreamError {
    return new UpstreamError({ system: SYSTEM, operation, kind, reason, definitelyNotSent: false, ...more });
  }

  private async signIn(): Promise<HttpTransport> {
    const operation = 'session.begin';
    const params = [this.address.password.reveal()];
    const answer = await this.send(this.anonymous, { operation, method: 'auth.login', params });
    const { error, result } = readJson(SYSTEM, operation, answer, answered);
    if (error) throw this.fault(operation, 'failed', sayDownloadClient('download_client_reported_error'));
    if (result === false) throw this.fault(operation, 'unauthorized', sayDownloadClient('deluge_password_refused'));
    const cookie = sessionCookie(answer.headers['set-cookie']);
    if (result !== true || cookie === null)
      throw this.fault(operation, 'malformed', sayDownloadClient('deluge_sign_in_unexpected'));
    return this.transport({ Cookie: cookie });
  }

  private async ask(http: HttpTransport, call: DelugeCall): Promise<z.infer<typeof answered>> {
    return readJson(SYSTEM, call.operation, await this.send(http, call), answered);
  }

  private send(http: HttpTransport, call: DelugeCall, accept: readonly number[] = []): Promise<HttpAnswer> {
    const { operation, method, params, signal } = call;
    const json = { method, params, id: ++this.number };
    const deadlineMs = method === 'auth.login' ? SIGN_IN_MS : LONGEST_MS;
    return http.send({ operation, method: 'POST', path: PATH, json, signal, accept, deadlineMs });
  }

  private transport(headers: Readonly<Record<string, Secret>>): HttpTransport {
    const { url, clock, log, meter, path } = this.address;
    return new HttpTransport({ system: SYSTEM, url, clock, log, meter, path, headers, maxBytes: MAX_BYTES });
  }
}

/** The session's cookie out of all that are set, to be sent as it came; null where there is none. */
function sessionCookie(header: string | undefined): Secret | null {
  const pairs = (header ?? '').split(/[,;]/).map((pair) => pair.trim());
  const found = pairs.find((pair) => /^_session_id=[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]{1,500}$/.test(pair));
  return found === undefined ? null : Secret.of(found);
}
