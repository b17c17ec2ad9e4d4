import { z, type ZodType } from 'zod';
import type { Sentence } from '../../core/errors/sentence.js';
import { UpstreamError, type UpstreamErrorDetails, type UpstreamFault } from '../../core/errors/upstream-error.js';
import type { Log } from '../../core/logging/log.js';
import { Secret } from '../../core/secrets/secret.js';
import { type ClientBasics, type HttpAnswer, type HttpCall, HttpTransport } from '../http/http-transport.js';
import { sayHttp } from '../http/http.sentences.js';
import { readJson } from '../http/json-answer.js';
import { lenient } from '../http/lenient-members.js';
import { sayMediaServer } from '../mediabrowser/media-server.sentences.js';
import { type AudiobookshelfUser, wrappedUser } from './audiobookshelf-user.js';

const SYSTEM = 'audiobookshelf';

export interface AudiobookshelfAddress extends ClientBasics {
  /** Of an administrator of the server. */
  readonly apiKey: Secret;
}

/** A refusal of the server that is told apart by its text. */
export const NAME_TAKEN = 'username_taken';

const TAKEN = sayMediaServer('audiobookshelf_name_taken');

/** What the server is known to say of a 400. */
const KNOWN_TEXTS = [
  sayMediaServer('audiobookshelf_name_and_password_required'),
  sayMediaServer('audiobookshelf_account_type_invalid'),
  TAKEN,
];

/** A 400 is `rejected`, with the server's text as its reason only where that is a known one: another may repeat a password or a token. */
export class AudiobookshelfTransport {
  readonly system = SYSTEM;
  readonly log: Log;
  private readonly http: HttpTransport;
  private readonly anonymous: HttpTransport;

  constructor(private readonly address: AudiobookshelfAddress) {
    const { apiKey, log } = address;
    this.log = log;
    this.http = this.transport({ Authorization: Secret.of(`Bearer ${apiKey.reveal()}`) });
    this.anonymous = this.transport({});
  }

  async send(call: HttpCall): Promise<HttpAnswer> {
    try {
      const answer = await this.http.send({ ...call, accept: [...(call.accept ?? []), 400] });
      if (answer.status === 400) throw this.refusal(call, answer);
      return answer;
    } catch (error) {
      if (!(error instanceof UpstreamError) || error.kind !== 'unauthorized') throw error;
      const reason =
        error.status === 401 ? sayHttp('api_key_refused') : sayMediaServer('media_server_key_lacks_permission');
      throw new UpstreamError({ ...error, reason });
    }
  }

  async json<T>(call: HttpCall, schema: ZodType<T>): Promise<T> {
    return readJson(SYSTEM, call.operation, await this.send(call), schema);
  }

  sendAnonymously(call: HttpCall): Promise<HttpAnswer> {
    return this.anonymous.send(call);
  }

  /** Calls in nobody's name, and has the tokens of the session that this opens in the answer and not in a cookie. */
  sendForSession(call: HttpCall): Promise<HttpAnswer> {
    return this.transport({ 'x-return-tokens': 'true' }).send(call);
  }

  sendAs(
    { access, refresh }: { readonly access: Secret; readonly refresh: Secret | null },
    call: HttpCall,
  ): Promise<HttpAnswer> {
    const bearer = { Authorization: Secret.of(`Bearer ${access.reveal()}`) };
    return this.transport(refresh ? { ...bearer, 'x-refresh-token': refresh } : bearer).send(call);
  }

  fault(
    operation: string,
    kind: UpstreamFault,
    reason: Sentence,
    more: Partial<UpstreamErrorDetails> = {},
  ): UpstreamError {
    return new UpstreamError({ system: SYSTEM, operation, kind, reason, definitelyNotSent: false, ...more });
  }

  private transport(headers: Readonly<Record<string, string | Secret>>): HttpTransport {
    const { url, clock, log, meter } = this.address;
    return new HttpTransport({ system: SYSTEM, url, clock, log, meter, headers });
  }

  private refusal({ operation }: HttpCall, { status, body }: HttpAnswer): UpstreamError {
    const said = body.toString('utf8').trim().toLowerCase();
    const known = KNOWN_TEXTS.find(({ text }) => text.toLowerCase() === said);
    return this.fault(operation, 'rejected', known ?? sayHttp('server_answered_status', { status }), {
      status,
      refusals: known === TAKEN ? [NAME_TAKEN] : [],
    });
  }
}

export type AudiobookshelfSignIn =
  | { readonly outcome: 'accepted'; readonly user: AudiobookshelfUser }
  | { readonly outcome: 'bad_credentials' }
  | { readonly outcome: 'account_refused' };

interface Credentials {
  readonly username: string;
  readonly password: Secret;
  readonly signal?: AbortSignal;
}

const token = lenient(z.string().regex(/^[\x21-\x7e]{1,8192}$/));
/** What a sign-in opens: good for an hour, and renewed by the other for thirty days. */
const session = z.object({ user: z.object({ accessToken: token, refreshToken: token }) });

/** Tries somebody's password once, and ends the session that this opens. Only the server's own word says that it is wrong. */
export async function signIn(
  transport: AudiobookshelfTransport,
  { username, password, signal }: Credentials,
): Promise<AudiobookshelfSignIn> {
  const { system } = transport;
  const operation = 'user.login';
  const json = { username, password: password.reveal() };
  const call = { operation, method: 'POST', path: ['login'], json, signal, accept: [401, 403] } as const;
  const answer = await transport.sendForSession(call);
  if (answer.status === 401) return readRefusal(transport, operation, answer);
  if (answer.status === 403) return { outcome: 'account_refused' };
  const opened = readJson(system, operation, answer, session);
  await signOut(transport, opened.user);
  return { outcome: 'accepted', user: readJson(system, operation, answer, wrappedUser).user.user };
}

function readRefusal(
  transport: AudiobookshelfTransport,
  operation: string,
  { status, body }: HttpAnswer,
): AudiobookshelfSignIn {
  if (body.toString('utf8').trim() === 'Unauthorized') return { outcome: 'bad_credentials' };
  throw transport.fault(operation, 'unauthorized', sayMediaServer('sign_in_refused_by_another'), { status });
}

/** What has been found out about the password holds, whether or not the session could be ended. */
async function signOut(
  transport: AudiobookshelfTransport,
  { accessToken, refreshToken }: z.infer<typeof session>['user'],
): Promise<void> {
  if (accessToken === null) return;
  const tokens = { access: Secret.of(accessToken), refresh: refreshToken === null ? null : Secret.of(refreshToken) };
  try {
    await transport.sendAs(tokens, { operation: 'user.logout', method: 'POST', path: ['logout'] });
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const { system, operation, kind } = error;
    transport.log.warn('a session that a password check has opened was not ended', { system, operation, kind });
  }
}
