import { z } from 'zod';
import type { Sentence } from '../../core/errors/sentence.js';
import { type UpstreamDetail, UpstreamError, type UpstreamFault } from '../../core/errors/upstream-error.js';
import { Secret } from '../../core/secrets/secret.js';
import { ClientSession, SessionEnded } from '../downloads/client-session.js';
import { sayDownloadClient } from '../downloads/download-client.sentences.js';
import { type ClientOptions, type HttpAnswer, HttpTransport } from '../http/http-transport.js';
import { readJson } from '../http/json-answer.js';

/** What Transmission is asked to do, by its name in the dialect of before 4.1. */
type Method = 'session-get' | 'torrent-get' | 'torrent-stop' | 'torrent-start' | 'torrent-remove';

type Params = Readonly<Record<string, unknown>>;

type TransmissionAnswer =
  /** What was asked for, as it came. */
  | { readonly outcome: 'done'; readonly result: Params }
  /** The server says no; its words are not read. */
  | { readonly outcome: 'refused' }
  /** It is no answer of this dialect. */
  | { readonly outcome: 'foreign' };

/** One of the two ways in which Transmission is spoken to. */
export interface TransmissionDialect {
  /** The body of a call. Names are given as they are in the old dialect. */
  readonly request: (method: Method, params: Params) => unknown;
  readonly answer: (body: unknown) => TransmissionAnswer;
  /** A field as this dialect calls it. */
  readonly field: (name: string) => string;
}

const object = z.record(z.string(), z.unknown());
const FOREIGN = { outcome: 'foreign' } as const;

/** `hashString` and `delete-local-data` become `hash_string` and `delete_local_data`. */
const snakeCase = (name: string): string =>
  name.replace(/-/g, '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** JSON-RPC 2.0, since 4.1. */
export const JSON_RPC: TransmissionDialect = {
  request: (method, params) => ({
    jsonrpc: '2.0',
    method: snakeCase(method),
    params: Object.fromEntries(Object.entries(params).map(([name, value]) => [snakeCase(name), value])),
    id: 1,
  }),
  answer: (body) => {
    const said = object.safeParse(body);
    if (!said.success || said.data.jsonrpc !== '2.0') return FOREIGN;
    const { error, result } = said.data;
    if (error !== undefined && error !== null) return { outcome: 'refused' };
    return resultOf(result);
  },
  field: snakeCase,
};

/** The one of before; 4.1 still takes it, and 5.0 won't. */
export const CLASSIC: TransmissionDialect = {
  request: (method, params) => ({ method, arguments: params, tag: 1 }),
  answer: (body) => {
    const said = object.safeParse(body);
    if (!said.success || 'jsonrpc' in said.data || typeof said.data.result !== 'string') return FOREIGN;
    return said.data.result === 'success' ? resultOf(said.data.arguments) : { outcome: 'refused' };
  },
  field: (name) => name,
};

/** An action has no result, or an empty one. */
function resultOf(result: unknown): TransmissionAnswer {
  const read = object.safeParse(result ?? {});
  return read.success ? { outcome: 'done', result: read.data } : FOREIGN;
}

export interface TransmissionAccess extends ClientOptions {
  /** Null where it asks for none. */
  readonly credentials: { readonly username: string; readonly password: Secret } | null;
}

/** A call. Names of method and params are those of the old dialect. */
export interface TransmissionCall {
  readonly operation: string;
  readonly method: Parameters<TransmissionDialect['request']>[0];
  readonly params: (dialect: TransmissionDialect) => Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal;
}

interface OpenSession {
  readonly number: number;
  readonly http: HttpTransport;
  readonly dialect: TransmissionDialect;
}

/** What came of a greeting. */
interface Greeted {
  readonly http: HttpTransport;
  readonly dialect: TransmissionDialect;
  readonly said: TransmissionAnswer;
  readonly answer: HttpAnswer;
}

const SYSTEM = 'transmission';
const BEGIN = 'session.begin';
const PATH = ['transmission', 'rpc'] as const;
const MAX_BYTES = 16 * 1024 * 1024;
const DEADLINE_MS = 35_000;
const BEGIN_MS = 10_000;

/** Statuses that are judged here: the session is over, the credential or the host name is refused. */
const JUDGED: readonly number[] = [401, 403, 409, 421];

/** Wants the server a session's id that it gives away with this answer? It does so at any moment. */
const sessionIdOf = ({ headers }: HttpAnswer): Secret | null => {
  const id = headers['x-transmission-session-id'] ?? '';
  return /^[\x21-\x7e]{1,256}$/.test(id) ? Secret.of(id) : null;
};

const session = z.object({ version: z.string() });
const anything = z.unknown();

/** One session: its id, which the server changes when it likes, and its dialect. A refusal ends the tries for 15 minutes. */
export class TransmissionSession {
  readonly system = SYSTEM;
  private readonly session: ClientSession<OpenSession>;
  private opened = 0;

  constructor(private readonly access: TransmissionAccess) {
    // The address is judged at once, and not with the first call.
    this.transport(null);
    this.session = new ClientSession({ system: SYSTEM, clock: access.clock, signIn: () => this.open() });
  }

  /** Calls in the session, which is begun or renewed for it. */
  call(call: TransmissionCall): Promise<{ readonly result: unknown; readonly dialect: TransmissionDialect }> {
    return this.session.within(async ({ http, dialect }) => {
      const answer = this.requireAdmitted(call.operation, await this.post(http, dialect, call));
      return { result: this.done(call.operation, dialect.answer(this.json(call.operation, answer)), answer), dialect };
    });
  }

  /** Begins a session after this call: one that is open says nothing of the credential. */
  async begin(): Promise<void> {
    const before = this.opened;
    await this.session.within(({ number }) =>
      number <= before ? Promise.reject(new SessionEnded()) : Promise.resolve(),
    );
  }

  /** What it answers to somebody without a credential: a status of {@link JUDGED} or of `accept` too. */
  askAnonymously(operation: string, signal: AbortSignal, accept: readonly number[]): Promise<HttpAnswer> {
    const call = { ...GREETING, operation, signal };
    return this.post(this.transport(null, {}), JSON_RPC, call, [...JUDGED, ...accept]);
  }

  /** The fault that such an answer is. */
  refusal(operation: string, { status }: HttpAnswer): UpstreamError | null {
    if (status === 401) return this.fault(operation, 'unauthorized', this.access.credentials ? WRONG : WANTED, status);
    return status === 403 || status === 421 ? this.fault(operation, 'rejected', NOT_ALLOWED, status) : null;
  }

  fault(
    operation: string,
    kind: UpstreamFault,
    reason: Sentence,
    status?: number,
    detail?: UpstreamDetail,
  ): UpstreamError {
    const more = { ...(status !== undefined && { status }), ...(detail && { detail }) };
    return new UpstreamError({ system: SYSTEM, operation, kind, reason, definitelyNotSent: false, ...more });
  }

  /** Without an id and in the new dialect first; a server before 4.1 answers that in the old one, having done nothing. */
  private async open(): Promise<OpenSession> {
    const first = await this.greet(JSON_RPC, this.transport(null));
    const last = first.said.outcome === 'foreign' ? await this.greet(CLASSIC, first.http) : first;
    const { http, dialect, said, answer } = last;
    if (said.outcome === 'done' && session.safeParse(said.result).success)
      return { number: (this.opened += 1), http, dialect };
    throw this.foreign(BEGIN, answer);
  }

  /** Sends a greeting in one dialect, and once more with the session's id when the server wants one. */
  private async greet(dialect: TransmissionDialect, http: HttpTransport): Promise<Greeted> {
    const heard = (through: HttpTransport, answer: HttpAnswer): Greeted => {
      const said = dialect.answer(this.json(BEGIN, this.requireAdmitted(BEGIN, answer)));
      return { http: through, dialect, said, answer };
    };
    const call = { ...GREETING, operation: BEGIN };
    const answer = await this.post(http, dialect, call);
    if (answer.status !== 409) return heard(http, answer);
    const id = sessionIdOf(answer);
    if (id === null) throw this.foreign(BEGIN, answer);
    const within = this.transport(id);
    const again = await this.post(within, dialect, call);
    if (again.status === 409)
      throw this.fault(BEGIN, 'malformed', sayDownloadClient('transmission_keeps_no_session'), again.status);
    return heard(within, again);
  }

  private post(
    http: HttpTransport,
    dialect: TransmissionDialect,
    { operation, method, params, signal }: TransmissionCall,
    accept = JUDGED,
  ): Promise<HttpAnswer> {
    const deadlineMs = method === GREETING.method ? BEGIN_MS : undefined;
    const json = dialect.request(method, params(dialect));
    return http.send({
      operation,
      method: 'POST',
      path: PATH,
      json,
      signal,
      accept,
      ...(deadlineMs && { deadlineMs }),
    });
  }

  private requireAdmitted(operation: string, answer: HttpAnswer): HttpAnswer {
    if (answer.status === 409) throw new SessionEnded();
    const refusal = this.refusal(operation, answer);
    if (refusal) throw refusal;
    return answer;
  }

  private json(operation: string, answer: HttpAnswer): unknown {
    return readJson(SYSTEM, operation, answer, anything);
  }

  private done(operation: string, said: TransmissionAnswer, answer: HttpAnswer): unknown {
    if (said.outcome === 'done') return said.result;
    if (said.outcome === 'foreign') throw this.foreign(operation, answer);
    throw this.fault(operation, 'rejected', sayDownloadClient('transmission_call_refused'), answer.status);
  }

  private foreign(operation: string, { status }: HttpAnswer): UpstreamError {
    const reason = sayDownloadClient('transmission_answer_unexpected');
    return this.fault(operation, 'malformed', reason, status, 'other_product');
  }

  private transport(id: Secret | null, headers = this.authority()): HttpTransport {
    const { credentials: _, ...options } = this.access;
    return new HttpTransport({
      ...options,
      system: SYSTEM,
      headers: { ...headers, ...(id && { 'X-Transmission-Session-Id': id }) },
      deadlineMs: DEADLINE_MS,
      maxBytes: MAX_BYTES,
    });
  }

  private authority(): Readonly<Record<string, Secret>> {
    const { credentials } = this.access;
    if (credentials === null) return {};
    const both = `${credentials.username}:${credentials.password.reveal()}`;
    return { Authorization: Secret.of(`Basic ${Buffer.from(both).toString('base64')}`) };
  }
}

const GREETING = { method: 'session-get', params: () => ({ fields: ['version'] }) } as const;

const WRONG = sayDownloadClient('credentials_refused');
const WANTED = sayDownloadClient('credentials_wanted');
const NOT_ALLOWED = sayDownloadClient('transmission_caller_not_allowed');
