import type { Session } from '../harness/start-app.js';
import type { Household, SpawnedProgram } from './household.js';
import type { SpawnedProcess } from './spawned-process.js';

/** Nothing that is asked of a living server takes longer. */
const LONGEST_ANSWER_MS = 30_000;

/** An answer of the server, or null when the connection ended before it came. */
export type MaybeAnswer = { readonly status: number; readonly body: unknown } | null;

/** The household's server, killed again and again, and people who go on with what they were doing. */
export class MortalServer {
  private running: SpawnedProcess;
  private next: SpawnedProcess;
  private live: Promise<string>;
  private readonly tokens = new Map<number, { access: string; refresh: string }>();

  /**
   * @param env the server's settings, beside those of the household
   * @param people who asks it; the household's members where nobody is named
   * @param program which program serves; all of them begin alike
   */
  constructor(
    private readonly household: Household,
    private readonly env: Readonly<Record<string, string>>,
    people: readonly Session[] = household.members,
    private readonly program: SpawnedProgram = 'server-process',
  ) {
    for (const { userId, refreshToken } of people) {
      this.tokens.set(userId, { access: '', refresh: refreshToken });
    }
    this.running = this.spawn();
    this.next = this.spawn();
    this.live = this.begin(this.running);
  }

  /** Resolves with the server's address when it listens and everybody has signed in. */
  isUp(): Promise<string> {
    return this.live;
  }

  /** Somebody asks the server that is alive, or will be next. */
  async ask(
    { userId }: Session,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
  ): Promise<MaybeAnswer> {
    const url = await this.live;
    return send(url, method, path, { token: this.tokens.get(userId)?.access, body });
  }

  /** Gives the server that is alive an order, and resolves when it says that. @throws Error when it dies first */
  async order(order: object, says: string): Promise<void> {
    const { running } = this;
    running.send(order);
    await running.says(says);
  }

  /** The server kills itself at its next order to a download client: before that leaves, or once it is answered. */
  async dieAt(step: 'order_leaves' | 'order_answered'): Promise<void> {
    await this.order({ dieAt: step }, step);
  }

  /** The lines that the server that is alive, or has died last, has written. */
  get lines(): readonly string[] {
    return this.running.lines;
  }

  /** Resolves when the server that is alive has written so many lines. @throws Error when it dies first */
  writesLines(count: number): Promise<void> {
    return this.running.writesLines(count);
  }

  /** Resolves when the server that is alive has been killed, or has killed itself. */
  dies(): Promise<void> {
    return this.running.dies();
  }

  /** Kills the server (SIGKILL), and resolves when it is dead. */
  async kill(): Promise<void> {
    this.running.kill();
    await this.running.dies();
  }

  /** Kills the server (SIGKILL) where it isn't dead yet, and starts the next one, whose clock is past all leases of the dead one. */
  async killAndRestart(): Promise<void> {
    const victim = this.running;
    this.running = this.next;
    this.live = victim.ended.then(() => this.begin(this.running));
    victim.kill();
    await victim.dies();
    this.next = this.spawn();
  }

  /** Kills it for good. */
  async end(): Promise<void> {
    await Promise.allSettled([this.live]);
    for (const server of [this.running, this.next]) {
      server.kill();
      await server.dies();
    }
  }

  private spawn(): SpawnedProcess {
    return this.household.spawn(this.program, this.env);
  }

  private async begin(server: SpawnedProcess): Promise<string> {
    await server.says('loaded');
    server.send({ now: this.household.later() });
    const { url = '' } = await server.says('listening');
    // The clock has gone on by more than access tokens live, after a few restarts: every device refreshes its own.
    for (const [userId, { refresh }] of this.tokens) {
      const answer = await send(url, 'POST', '/api/auth/refresh', { body: { refresh_token: refresh } });
      if (answer?.status !== 200) throw new Error(`a session is lost: ${JSON.stringify(answer)}`);
      const tokens = answer.body as { readonly access_token: string; readonly refresh_token: string };
      this.tokens.set(userId, { access: tokens.access_token, refresh: tokens.refresh_token });
    }
    return url;
  }
}

/** Asks a server that may die meanwhile. An answer without a body has null for it. */
export async function send(
  url: string,
  method: string,
  path: string,
  { token, body }: { readonly token?: string; readonly body?: object },
): Promise<MaybeAnswer> {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const signal = AbortSignal.timeout(LONGEST_ANSWER_MS);
  try {
    const answer = await fetch(url + path, { method, headers, signal, body: body && JSON.stringify(body) });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
  } catch (fault) {
    // The server died. One that lives and doesn't answer is a fault of its own: that is a TimeoutError.
    if ((fault as Error).name === 'TypeError') return null;
    throw fault;
  }
}
