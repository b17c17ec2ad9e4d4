import {
  type AssertionJson,
  type AttestationJson,
  type CreationRequest,
  type SignInRequest,
  SoftAuthenticator,
} from '../../fakes/authenticator/soft-authenticator.js';
import { rowsOf } from '../../harness/database-inspection.js';
import type { Answer, HttpClient } from '../../harness/http-client.js';
import { type App, type Session, startApp, type StartOptions } from '../../harness/start-app.js';
import { Database } from '../../../src/core/database/database.js';

/** What the routes that begin a ceremony answer. */
export interface Begun<Request> {
  readonly options: { readonly publicKey: Request };
  readonly session_id: string;
}

/** An application in which people register passkeys and sign in with them. */
export class PasskeyHousehold {
  private constructor(
    readonly app: App,
    readonly admin: Session,
  ) {}

  static async open(options: StartOptions = {}): Promise<PasskeyHousehold> {
    const app = await startApp(options);
    return new PasskeyHousehold(app, await app.setUpAdmin());
  }

  close(): Promise<void> {
    return this.app.close();
  }

  /** The origin that browsers have here. */
  get origin(): string {
    return new URL(this.app.url).origin;
  }

  /** Lets the budget of sign-ins come back. */
  wait(): Promise<void> {
    return this.app.clock.leap(61_000);
  }

  /** Somebody with an account, who may have passkeys. */
  async member(name: string): Promise<Session> {
    const session = await this.app.invite(name);
    const path = `/api/admin/users/${session.userId}/auth-methods`;
    const changed = await this.fresh().then((admin) => admin.patch(path, { passkey_enabled: true }));
    if (changed.status !== 200) throw new Error(`no passkeys for ${name}: ${changed.text}`);
    return session;
  }

  /** The administrator, with a session that is good now. */
  async fresh(): Promise<Session> {
    this.current = await this.app.refresh(this.current ?? this.admin);
    return this.current;
  }

  async begin(client: HttpClient): Promise<Begun<CreationRequest>> {
    return bodyOf(await client.post('/api/auth/passkey/register/begin'));
  }

  finish(client: HttpClient, sessionId: string, answer: unknown, more = ''): Promise<Answer> {
    return client.post(`/api/auth/passkey/register/finish?session_id=${sessionId}${more}`, answer);
  }

  /** Registers a passkey by a session. */
  async register(client: HttpClient, passkey = new SoftAuthenticator(), name = ''): Promise<SoftAuthenticator> {
    const { options, session_id } = await this.begin(client);
    const attestation = passkey.create(options.publicKey, this.origin);
    const answer = await this.finish(client, session_id, attestation, name && `&credential_name=${name}`);
    if (answer.status !== 201) throw new Error(`not registered: ${answer.text}`);
    return passkey;
  }

  async beginSignIn(client: HttpClient = this.app.http): Promise<Begun<SignInRequest>> {
    return bodyOf(await client.post('/api/auth/passkey/login/begin'));
  }

  finishSignIn(sessionId: string, answer: AssertionJson | AttestationJson, more = ''): Promise<Answer> {
    return this.app.http.post(`/api/auth/passkey/login/finish?session_id=${sessionId}${more}`, answer);
  }

  async signIn(passkey: SoftAuthenticator, more = ''): Promise<Answer> {
    const { options, session_id } = await this.beginSignIn();
    return this.finishSignIn(session_id, passkey.get(options.publicKey, this.origin), more);
  }

  /** The token of a new setup link. */
  async setupToken(client: HttpClient): Promise<string> {
    const { link } = bodyOf<{ link: string }>(await client.post('/api/auth/passkey/setup-link'));
    return new URL(link).searchParams.get('token') ?? '';
  }

  beginSetup(token: string): Promise<Answer> {
    return this.app.http.post(`/api/auth/passkey/setup/begin?token=${token}`);
  }

  finishSetup(token: string, sessionId: string, answer: unknown): Promise<Answer> {
    return this.app.http.post(`/api/auth/passkey/setup/finish?token=${token}&session_id=${sessionId}`, answer);
  }

  /** Everything that a ceremony could leave: accounts, devices, sessions, passkeys. */
  async left(): Promise<unknown> {
    const { users, devices, access_tokens, refresh_tokens, webauthn_credentials } = await this.app
      .get(Database)
      .read(rowsOf);
    const seen = (rows: readonly Readonly<Record<string, unknown>>[] = []) =>
      rows.map((row) => ({ ...row, last_seen_at: null }));
    return { users, devices: seen(devices), access_tokens, refresh_tokens, webauthn_credentials };
  }

  private current: Session | undefined;
}

/** @throws Error for anything but a success */
export function bodyOf<T>({ status, body, text }: Answer): T {
  if (status >= 300) throw new Error(`answered ${status}: ${text}`);
  return body as T;
}
