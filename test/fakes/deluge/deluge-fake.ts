import { type FakeAnswer, type FakeRequest, FakeServer } from '../fake-server.js';

/** The one address of {@link DelugeFake}, and the key of its route. */
export const DELUGE_CALL = 'POST /json';

/** A torrent of the fake, by the keys of the daemon. */
export type DelugeRow = Readonly<Record<string, unknown>> & { readonly hash: string };

/** One call, as it was received. */
export interface DelugeAsked {
  readonly method: string;
  readonly params: readonly unknown[];
}

interface DelugeFailure {
  readonly message: string;
  readonly code: number;
}

/** What an error of the daemon looks like: it tells paths and code. */
const TRACEBACK =
  'Failure: [Failure instance: Traceback: KeyError: canary\n  File "/canary/deluge/core/core.py", line 1]';

const NOT_AUTHENTICATED: DelugeFailure = { message: 'Not authenticated', code: 1 };
const UNKNOWN_METHOD: DelugeFailure = { message: 'Unknown method', code: 2 };
const FAILED: DelugeFailure = { message: TRACEBACK, code: 4 };

/** The row of a torrent for which a test gives only a hash. Source: download-clients examples, deluge.update_ui. */
const BY_ITSELF = {
  name: 'Northern.Relay.S02E02',
  state: 'Downloading',
  progress: 75,
  total_size: 1_610_612_736,
  total_done: 1_207_959_552,
  eta: 128,
  download_payload_rate: 3_145_728,
  message: 'OK',
  save_path: '/downloads',
  is_finished: false,
  time_added: 1_795_752_135,
  completed_time: 0,
  num_peers: 4,
  num_seeds: 2,
};

/**
 * Deluge's web interface and the daemon behind it. An error is told by a traceback with paths in it, a key that it doesn't
 * know is left out, a method of the daemon is unknown while none is connected, and an empty list of torrents means all.
 * Source: download-clients facts; docs/upstreams/deluge.md.
 */
export class DelugeFake extends FakeServer {
  /** Version 2 where nothing is said. */
  version: 1 | 2 = 2;
  isConnected = true;
  /** Is the daemon there to be connected to? */
  isDaemonUp = true;
  /** So many pauses are lost from now on, and answered as if they had been done. */
  losesPauses = 0;
  /** Is the plugin for labels on? */
  hasLabels = true;
  hosts: unknown = [['h1', '127.0.0.1', 58_846, 'localclient']];
  /** Answered to the next calls of a method, in this order, in place of what it would have answered. */
  readonly instead = new Map<string, object[]>();
  private readonly rows = new Map<string, DelugeRow>();
  private sessions = new Set<string>();
  private opened = 0;

  readonly given = {
    torrent: (row: DelugeRow): string => {
      this.rows.set(row.hash, { ...BY_ITSELF, ...row });
      return row.hash;
    },
  };

  constructor(private readonly password: string) {
    super();
    this.route(DELUGE_CALL, (request) => this.answer(request));
  }

  /** What was asked so far, of one method where it is named. */
  asked(method?: string): readonly DelugeAsked[] {
    const all = this.calls(DELUGE_CALL).map(({ body }) => body as DelugeAsked);
    return all.filter((call) => method === undefined || call.method === method);
  }

  /** The methods of the daemon that change something, with what they were given. */
  get ordered(): readonly (readonly [method: string, ...params: unknown[]])[] {
    const daemons = this.asked().filter(({ method }) => method.startsWith('core.'));
    return daemons.map(({ method, params }) => [method, ...params]);
  }

  /** Forgets who has signed in, as a restart does. */
  endSessions(): void {
    this.sessions = new Set();
  }

  row(hash: string): DelugeRow | undefined {
    return this.rows.get(hash);
  }

  private answer(request: FakeRequest): FakeAnswer {
    const { method, params, id } = request.body as DelugeAsked & { readonly id: unknown };
    const planned = this.instead.get(method)?.shift();
    if (planned) return { body: planned };
    if (method === 'auth.login') return this.login(params[0], id);
    const cookie = /_session_id=([^;]+)/.exec(String(request.headers.cookie))?.[1];
    if (cookie === undefined || !this.sessions.has(cookie)) return failed(NOT_AUTHENTICATED, id);
    const outcome = this.outcome(method, params);
    const headers = { 'set-cookie': cookieOf(cookie) };
    return 'error' in outcome ? { ...failed(outcome.error, id), headers } : { ...said(outcome.result, id), headers };
  }

  private login(password: unknown, id: unknown): FakeAnswer {
    if (password !== this.password) return said(false, id);
    this.opened += 1;
    const session = `canary-session-${this.opened}`;
    this.sessions.add(session);
    return { ...said(true, id), headers: { 'set-cookie': cookieOf(session) } };
  }

  private outcome(method: string, params: readonly unknown[]): { result: unknown } | { error: DelugeFailure } {
    if (method === 'web.connected') return { result: this.isConnected };
    if (method === 'web.get_hosts') return { result: this.hosts };
    if (method === 'web.connect') {
      this.isConnected = this.isDaemonUp && params[0] === 'h1';
      return { result: this.version === 2 ? ['core.pause_torrents'] : null };
    }
    if (method === 'web.update_ui') return { result: this.listing(params[0] as readonly string[]) };
    if (!method.startsWith('core.') || !this.isConnected) return { error: UNKNOWN_METHOD };
    return this.ofDaemon(method.slice('core.'.length), params);
  }

  private listing(keys: readonly string[]): object {
    if (!this.isConnected) return { connected: false, torrents: null, filters: null, stats: {} };
    const known = keys.filter((key) => key !== 'label' || this.hasLabels);
    const torrents = [...this.rows].map(([hash, row]) => [
      hash,
      Object.fromEntries(known.filter((key) => key in row || key === 'label').map((key) => [key, row[key] ?? ''])),
    ]);
    const filters = { state: [['All', torrents.length]] };
    const stats = { download_rate: 3_145_728, upload_rate: 0, free_space: 500_000_000_000 };
    return { connected: true, torrents: Object.fromEntries(torrents) as object, filters, stats };
  }

  private ofDaemon(method: string, params: readonly unknown[]): { result: unknown } | { error: DelugeFailure } {
    const verb = /^(pause|resume)_torrent(s?)$/.exec(method);
    if (verb) {
      const isOfTwo = verb[2] === 's';
      if (isOfTwo !== (this.version === 2)) return { error: UNKNOWN_METHOD };
      const named = params[0] as readonly string[];
      if (verb[1] === 'pause' && this.losesPauses > 0) {
        this.losesPauses -= 1;
        return { result: null };
      }
      return this.setStates(named.length > 0 ? named : [...this.rows.keys()], verb[1] === 'pause');
    }
    if (method !== 'remove_torrent') return { error: UNKNOWN_METHOD };
    return this.rows.delete(String(params[0])) ? { result: true } : { error: FAILED };
  }

  private setStates(hashes: readonly string[], isPause: boolean): { result: unknown } | { error: DelugeFailure } {
    for (const hash of hashes) {
      const row = this.rows.get(hash);
      if (!row) return { error: FAILED };
      const moving = row['is_finished'] === true ? 'Seeding' : 'Downloading';
      this.rows.set(hash, { ...row, state: isPause ? 'Paused' : moving });
    }
    return { result: null };
  }
}

const cookieOf = (session: string): string =>
  `_session_id=${session}; Expires=Fri, 27 Nov 2026 05:01:54 GMT; Path=/json`;

const said = (result: unknown, id: unknown): FakeAnswer => ({ body: { result, error: null, id } });

const failed = (error: DelugeFailure, id: unknown): FakeAnswer => ({ body: { result: null, error, id } });
