import { rowsOf } from '../../harness/database-inspection.js';
import { KeyClient } from '../../harness/key-client.js';
import { rawRequest, type RawAnswer, type RawRequest } from '../../harness/raw-exchange.js';
import { Database } from '../../../src/core/database/database.js';
import { startHousehold, type Household } from './household.js';
import { routeCalls, type RouteCall } from './route-calls.js';
import { SweepClient } from './sweep-client.js';

/** A bucket of calls is full again after that. */
const BUDGET_MS = 61_000;

/** A household whose routes are sent bodies, by its administrator, by a manager and by a tool with a key. */
export class BodyFixture {
  private readonly client: SweepClient;
  private renewedAt: number;
  private calls: ReadonlyMap<string, RouteCall>;
  private tool: KeyClient | undefined;
  /** What was stored after so many commits. */
  private known: { readonly commits: number; readonly contents: unknown } | undefined;

  private constructor(
    private household: Household,
    /** What the film library's webhook is called with. */
    private readonly webhook: string,
  ) {
    this.client = new SweepClient(household.app);
    this.renewedAt = household.app.clock.now();
    this.calls = callsIn(household);
  }

  static async open(): Promise<BodyFixture> {
    const household = await startHousehold({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
    const { app, admin, instanceId } = household;
    await admin.post(`/api/instances/${instanceId}/webhook`);
    const [saved] = app.radarr.notifications.saved();
    const password = app.secrets.plant('webhook password', String(saved?.password));
    return new BodyFixture(household, `Basic ${Buffer.from(`any:${password}`).toString('base64')}`);
  }

  close(): Promise<void> {
    this.client.close();
    return this.app.close();
  }

  get app(): Household['app'] {
    return this.household.app;
  }

  get admin(): Household['admin'] {
    return this.household.admin;
  }

  /** How a route is called, with a session and a key that are good. Another route may have ended the key meanwhile. */
  async callOf(key: string): Promise<RouteCall> {
    if (this.app.clock.now() !== this.renewedAt) await this.renew();
    const call = this.calls.get(key);
    if (!call) throw new Error(`no call for ${key}`);
    if (isTools(call)) this.tool = await KeyClient.issuedBy(this.app, this.admin);
    return call;
  }

  /** Sends JSON as it is written, over a connection that is kept. */
  sendJson(call: RouteCall, body: string): Promise<RawAnswer> {
    return this.sendOverKept(call, { headers: { 'content-type': 'application/json' }, body });
  }

  /** Sends a body byte for byte, over a connection that is kept. */
  sendOverKept(call: RouteCall, { headers, body }: Pick<RawRequest, 'headers' | 'body'>): Promise<RawAnswer> {
    return this.patiently(() => this.client.send({ ...this.requestOf(call, headers), body }));
  }

  /** Sends a body byte for byte, over a connection of its own, which the server may close. */
  sendRaw(call: RouteCall, request: Partial<RawRequest>): Promise<RawAnswer> {
    return this.patiently(() => rawRequest(this.app.url, { ...request, ...this.requestOf(call, request.headers) }));
  }

  /** With what proves its sender: a session, the key of a tool, or a webhook's password. */
  private requestOf(
    { method, path, headers }: RouteCall,
    more: RawRequest['headers'] = {},
  ): Pick<RawRequest, 'method' | 'path' | 'headers'> {
    const proof: Readonly<Record<string, string>> = path.startsWith('/api/v1/')
      ? { 'x-api-key': this.key.key }
      : { authorization: path.startsWith('/api/webhooks/') ? this.webhook : `Bearer ${this.admin.token}` };
    return { method, path, headers: { ...proof, ...this.client.newAddress(), ...headers, ...more } };
  }

  /** Calls once more after a while where an account has used up what it may. */
  private async patiently<T extends { readonly status: number }>(call: () => Promise<T>): Promise<T> {
    const answer = await call();
    if (answer.status !== 429) return answer;
    await this.app.clock.leap(BUDGET_MS);
    return call();
  }

  /**
   * Everything that is stored, but for when somebody was last seen, how the backup went that a night brings, tokens of before
   * this route was asked, which a job removes once they are used up or have expired, and what has happened to requests and at the hub, which the server takes meanwhile.
   */
  async contents(): Promise<unknown> {
    const { commits } = this.app.get(Database);
    if (this.known?.commits !== commits) this.known = { commits, contents: await this.stored() };
    return this.known.contents;
  }

  private async stored(): Promise<unknown> {
    const rows = await this.app.get(Database).read(rowsOf);
    const { settings = [], access_tokens = [], refresh_tokens = [], ...others } = rows;
    const { request_events: _requests, hub_events: _hub, ...tables } = others;
    const stored = {
      ...tables,
      settings: settings.filter(({ key }) => key !== 'backup_outcome'),
      access_tokens: access_tokens.filter(({ created_at }) => Number(created_at) >= this.renewedAt),
      refresh_tokens: refresh_tokens.filter(({ superseded_at }) => superseded_at === null),
    };
    return JSON.parse(JSON.stringify(stored, (key, value: unknown) => (key === 'last_seen_at' ? undefined : value)));
  }

  /** A session that is good for as long as one route is asked. */
  private async renew(): Promise<void> {
    this.household = { ...this.household, admin: await this.app.refresh(this.admin) };
    this.calls = callsIn(this.household);
    this.renewedAt = this.app.clock.now();
    this.known = undefined;
  }

  private get key(): KeyClient {
    if (!this.tool) throw new Error('no key was issued yet');
    return this.tool;
  }
}

const callsIn = (household: Household): ReadonlyMap<string, RouteCall> =>
  new Map(routeCalls(household).map((call) => [call.key, call]));

const isTools = ({ path }: RouteCall): boolean => path.startsWith('/api/v1/');

/** What a refusal says; the tools' interface has a word of its own for it. */
export function refusalIn(body: unknown): unknown {
  const { error, message } = body as { error?: unknown; message?: unknown };
  return error ?? message;
}
