import { rowsOf } from '../../harness/database-inspection.js';
import type { Answer } from '../../harness/http-client.js';
import { KeyClient } from '../../harness/key-client.js';
import { rawRequest, type RawAnswer, type RawRequest } from '../../harness/raw-exchange.js';
import { Database } from '../../../src/core/database/database.js';
import { startHousehold, type Household } from './household.js';
import { routeCalls, type RouteCall } from './route-calls.js';

/** A household whose routes are sent bodies, by its administrator and by a tool with a key. */
export class BodyFixture {
  private renewedAt: number;
  private tool: KeyClient | undefined;
  /** What was stored after so many commits. */
  private known: { readonly commits: number; readonly contents: unknown } | undefined;

  private constructor(private household: Household) {
    this.renewedAt = household.app.clock.now();
  }

  static async open(): Promise<BodyFixture> {
    return new BodyFixture(await startHousehold());
  }

  close(): Promise<void> {
    return this.app.close();
  }

  get app(): Household['app'] {
    return this.household.app;
  }

  get admin(): Household['admin'] {
    return this.household.admin;
  }

  get instanceId(): string {
    return this.household.instanceId;
  }

  /** How a route is called, with a session and a key that are good. Another route may have ended the key meanwhile. */
  async callOf(key: string): Promise<RouteCall> {
    const call = routeCalls(this.household).find((candidate) => candidate.key === key);
    if (!call) throw new Error(`no call for ${key}`);
    await this.space(call, 61_000);
    if (this.app.clock.now() !== this.renewedAt) await this.renew();
    if (isTools(call)) this.tool = await KeyClient.issuedBy(this.app, this.admin);
    return call;
  }

  /** Moves the clock on for a route that counts calls. */
  private async space(
    { path }: RouteCall,
    ms = /(?:chat-notifications|notification-channels\/[^/]+)\/test$/.test(path) ? 21_000 : 10_000,
  ): Promise<void> {
    if (/^\/api\/(?:auth|media-servers|admin\/chat-notifications|admin\/notification-channels)\//.test(path))
      await this.app.clock.leap(ms);
    // Sixty a minute.
    if (path.startsWith('/api/setboxes/')) await this.app.clock.leap(1_001);
  }

  /** Sends a body as it is, or a value as JSON. */
  async send(call: RouteCall, body: unknown): Promise<Answer> {
    await this.space(call);
    return (isTools(call) ? this.key : this.admin).request(call.method, call.path, { body, headers: call.headers });
  }

  /** Sends a body byte for byte. */
  async sendRaw(call: RouteCall, request: Partial<RawRequest>): Promise<RawAnswer> {
    await this.space(call);
    const { method, path, headers } = call;
    const proof: Readonly<Record<string, string>> = isTools(call)
      ? { 'x-api-key': this.key.key }
      : { authorization: `Bearer ${this.admin.token}` };
    return rawRequest(this.app.url, {
      method,
      path,
      ...request,
      headers: { ...proof, ...headers, ...request.headers },
    });
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
    this.renewedAt = this.app.clock.now();
    this.known = undefined;
  }

  private get key(): KeyClient {
    if (!this.tool) throw new Error('no key was issued yet');
    return this.tool;
  }
}

const isTools = ({ path }: RouteCall): boolean => path.startsWith('/api/v1/');

/** What a refusal says; the tools' interface has a word of its own for it. */
export function refusalIn(body: unknown): unknown {
  const { error, message } = body as { error?: unknown; message?: unknown };
  return error ?? message;
}
