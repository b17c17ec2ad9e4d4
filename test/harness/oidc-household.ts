import { createHash } from 'node:crypto';
import { visited } from '../fakes/oidc/browser-visit.js';
import { OidcFake } from '../fakes/oidc/oidc-fake.js';
import type { Answer, HttpClient } from './http-client.js';
import { type App, type Session, startApp, type StartOptions } from './start-app.js';
import { E2E_BASE_PATH } from './under-prefix.js';

type Fields = Readonly<Record<string, unknown>>;

/** What a client keeps of an attempt until its code comes. */
export interface BegunAttempt {
  readonly flow: string;
  readonly startUrl: string;
  readonly verifier: string;
}

/** What the client redeems. */
export interface OidcProof {
  readonly flow: string;
  readonly code: string;
  readonly verifier: string;
}

/** Where the tests say that people reach the server. */
export const EXTERNAL = 'https://usher.example';

/** An application with an external address, a fake provider and an administrator. */
export class OidcHousehold {
  private attempts = 0;
  private calls = 0;

  private constructor(
    readonly app: App,
    readonly fake: OidcFake,
    public admin: Session,
  ) {}

  static async open(options: StartOptions = {}): Promise<OidcHousehold> {
    const app = await startApp({ ...options, env: { TRUSTED_PROXIES: '127.0.0.0/8', ...options.env } });
    const fake = await new OidcFake(() => app.clock.now()).start();
    app.secrets.plant('OIDC client secret', fake.clientSecret ?? '');
    const household = new OidcHousehold(app, fake, await app.setUpAdmin());
    await household.admin.put('/api/admin/external-address', { external_url: EXTERNAL });
    return household;
  }

  /** Forgives the sign-ins of a minute, and has an administrator whose tokens are fresh. */
  async startOver(): Promise<void> {
    await this.app.clock.leap(61_000);
    this.admin = await this.app.refresh(this.admin);
    this.fake.startOver();
    this.fake.honest();
    this.fake.person = { sub: 'sub-mara', claims: { preferred_username: 'mara' } };
  }

  /** Saves a configuration; what isn't said is that of the fake, enabled, with new accounts. */
  configure(fields: Fields = {}): Promise<Answer> {
    return this.admin.put('/api/admin/oidc', {
      enabled: true,
      issuer: this.fake.url,
      client_id: this.fake.clientId,
      client_secret: this.fake.clientSecret ?? '',
      auto_create: true,
      ...fields,
    });
  }

  /** Begins an attempt by one of the routes that do. */
  async begin(
    path = '/api/auth/oidc/begin',
    fields: Fields = {},
    by: HttpClient = this.app.http,
  ): Promise<BegunAttempt> {
    const verifier = `verifier-${(this.attempts += 1)}-`.padEnd(50, 'v');
    this.app.secrets.plant('verifier', verifier);
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const answer = await by.post(path, { client: 'web', challenge, ...fields }, this.address());
    if (answer.status !== 200) throw new Error(`not begun: ${answer.status} ${answer.text}`);
    const { flow, start_url: startUrl } = answer.body as { flow: string; start_url: string };
    return { flow, startUrl, verifier };
  }

  /** A call of a browser to the server, at its external address or at the one that it listens on. */
  browse(address: string | URL, cookie?: string): Promise<Answer> {
    const { pathname, search } = new URL(address);
    const path = pathname.startsWith(E2E_BASE_PATH) ? pathname.slice(E2E_BASE_PATH.length) : pathname;
    return this.app.http.get(`${path}${search}`, {
      ...this.address(),
      ...(cookie === undefined ? {} : { cookie }),
    });
  }

  /** The browser goes to the provider: where it is sent back to, and the cookie that it holds. */
  async visitProvider({ startUrl }: BegunAttempt): Promise<{ readonly back: URL; readonly cookie: string }> {
    const started = await this.browse(startUrl);
    if (started.status !== 302) throw new Error(`not started: ${started.status} ${started.text}`);
    const [cookie = ''] = (started.headers.get('set-cookie') ?? '').split(';');
    return { back: await visited(started.headers.get('location') ?? ''), cookie };
  }

  /** The whole way by the browser, up to the code. */
  async codeOf(attempt: BegunAttempt): Promise<OidcProof> {
    const { back, cookie } = await this.visitProvider(attempt);
    const returned = await this.browse(back, cookie);
    return { ...proofIn(returned), verifier: attempt.verifier };
  }

  /** Redeems a code. */
  exchange(proof: OidcProof): Promise<Answer> {
    return this.app.http.post('/api/auth/oidc/exchange', proof, this.address());
  }

  /** Somebody signs in, from the first call to the last. */
  async signIn(fields: Fields = {}): Promise<Answer> {
    return this.exchange(await this.codeOf(await this.begin('/api/auth/oidc/begin', fields)));
  }

  /** The administrator tries the sign-in. */
  async test(): Promise<Answer> {
    return this.exchange(await this.codeOf(await this.begin('/api/admin/oidc/test', {}, this.admin)));
  }

  /** Each call comes from an address of its own: no budget of calls is what is tried here. */
  private address(): Record<string, string> {
    const number = (this.calls += 1);
    return { 'x-forwarded-for': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}` };
  }

  async close(): Promise<void> {
    for (const secret of this.fake.handedOut) this.app.secrets.plantForLogs('what the provider handed out', secret);
    await this.app.close();
    await this.fake.stop();
  }
}

/** Flow and code in the address that the browser is sent to, for any client. */
export function proofIn({ headers, status, text }: Answer): { readonly flow: string; readonly code: string } {
  const location = headers.get('location');
  if (status !== 302 || location === null) throw new Error(`not returned: ${status} ${text}`);
  const parameters = new URLSearchParams(location.slice(location.lastIndexOf('?') + 1));
  const named = (name: string): string => parameters.get(name) ?? parameters.get(`oidc_${name}`) ?? '';
  return { flow: named('flow'), code: named('code') };
}
