import { createHash } from 'node:crypto';
import { PlexFake } from '../fakes/plex/plex-fake.js';
import type { PlexPerson } from '../fakes/plex/plex-person.js';
import type { Answer, HttpClient } from './http-client.js';
import { type App, type Session, startApp, type StartOptions } from './start-app.js';

type Fields = Readonly<Record<string, unknown>>;

/** The server of the household. */
export const BASEMENT = 'basement-machine';

/** The verifier of every client of the fixture, and what a client shows of it first. */
export const VERIFIER = 'v'.repeat(43);
export const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');

/** What a client says when it begins. */
export const START = { client: 'web', challenge: CHALLENGE, device_name: 'a browser', hardware_id: 'hardware-1' };

/** Tokens are replaced once they are as old as this; they are good for a quarter of an hour. */
export const FRESH_MS = 5 * 60_000;

/** The token of the account that instances are linked with. */
const OWNER_TOKEN = 'planted-hub-owner-token';

/** The application with a hub: mara owns the server of the household, and its instance is linked where that is asked for. */
export class HubFixture {
  readonly mara: PlexPerson;
  private tokens = 0;
  /** When the administrator got the tokens of now. */
  private refreshedAt: number;

  private constructor(
    readonly app: App,
    readonly hub: PlexFake,
    public admin: Session,
  ) {
    this.refreshedAt = app.clock.now();
    this.mara = hub.given.person({ id: 3_100_451, username: 'mara', email: 'mara@example.org' });
    const libraries = [
      { id: 121_001, title: 'Movies', type: 'movie' },
      { id: 121_002, title: 'TV Shows', type: 'show' },
    ];
    hub.given.device({ machineIdentifier: BASEMENT, owner: this.mara, libraries });
    hub.given.device({ machineIdentifier: 'telly', owner: this.mara, provides: 'client,player' });
  }

  static async start({ env, ...options }: StartOptions = {}): Promise<HubFixture> {
    const at: { app?: App } = {};
    const hub = await new PlexFake(() => at.app?.clock.now() ?? 0).start();
    const app = await startApp({ ...options, env: { HUB_URL: hub.url, HUB_WEB_URL: 'https://hub.example', ...env } });
    at.app = app;
    return new HubFixture(app, hub, await app.setUpAdmin());
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.hub.stop();
  }

  /** Lets time pass, and keeps the administrator signed in for at least ten minutes. */
  async pass(ms: number): Promise<void> {
    await this.app.clock.leap(ms);
    if (this.app.clock.now() - this.refreshedAt < FRESH_MS) return;
    this.refreshedAt = this.app.clock.now();
    this.admin = await this.app.refresh(this.admin);
  }

  /** Has an administrator link mara's account; answers the PIN. */
  async linkOwner(admin: HttpClient = this.admin): Promise<number> {
    const { pin_id: pinId } = (await admin.post('/api/instances/hub/link/begin')).body as { pin_id: number };
    this.hub.approve(this.mara, { token: this.app.secrets.plant('hub owner token', OWNER_TOKEN), pinId });
    await admin.post('/api/instances/hub/link/check', { pin_id: pinId });
    return pinId;
  }

  /** Connects the server of the household and answers the id of its instance. */
  async connect(fields: Fields = {}): Promise<string> {
    const answer = await this.admin.post('/api/instances', {
      service_type: 'hub',
      name: 'Basement',
      hub_link_pin: await this.linkOwner(),
      media_server_config: { machine_identifier: BASEMENT },
      ...fields,
    });
    if (answer.status !== 201) throw new Error(`hub not connected: ${answer.text}`);
    return (answer.body as { id: string }).id;
  }

  /** Switches sign-in by the hub. */
  async allow(enabled: boolean, autoCreate: boolean): Promise<void> {
    const { status, text } = await this.admin.put('/api/admin/hub-auth', { enabled, auto_create: autoCreate });
    if (status !== 200) throw new Error(text);
  }

  /** Begins to sign in; answers the flow. */
  async begin(fields: Fields = {}): Promise<string> {
    const answer = await this.app.http.post('/api/auth/hub/begin', { ...START, ...fields });
    if (answer.status !== 200) throw new Error(`not begun: ${answer.text}`);
    return this.flowOf(answer);
  }

  /** The flow of an answer that begins an attempt; it may be in no log. */
  flowOf({ body }: Answer): string {
    return this.app.secrets.plantForLogs('flow', (body as { flow: string }).flow);
  }

  /** Somebody approves the latest PIN, by a token that may be seen nowhere. */
  approve(person: PlexPerson): string {
    this.tokens += 1;
    const token = this.app.secrets.plant('hub token', `planted-hub-token-of-a-sign-in-${this.tokens}`);
    return this.hub.approve(person, { token });
  }

  check(flow: string, verifier = VERIFIER): Promise<Answer> {
    return this.app.http.post('/api/auth/hub/check', { flow, verifier });
  }

  exchange(flow: string, code: string, verifier = VERIFIER): Promise<Answer> {
    return this.app.http.post('/api/auth/hub/exchange', { flow, code, verifier });
  }

  /** The code of an attempt whose PIN was approved; it may be in no log. */
  async codeOf(flow: string): Promise<string> {
    const { body, text } = await this.check(flow);
    const { code } = body as { code?: string };
    if (code === undefined) throw new Error(`no code: ${text}`);
    return this.app.secrets.plantForLogs('code', code);
  }

  /** Somebody goes the whole way; the answer of the exchange. */
  async signIn(person: PlexPerson, fields: Fields = {}): Promise<Answer> {
    const flow = await this.begin(fields);
    this.approve(person);
    return this.exchange(flow, await this.codeOf(flow));
  }

  /** Somebody who is signed in by the hub. */
  async session(person: PlexPerson): Promise<Session> {
    return this.app.sessionOf(await this.signIn(person));
  }
}
