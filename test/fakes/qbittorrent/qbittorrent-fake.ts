import type { FakeAnswer, FakeRequest } from '../fake-exchange.js';
import { FakeServer } from '../fake-server.js';
import { qbittorrentRow, type QbittorrentRow, type QbittorrentRowGiven } from './qbittorrent-torrents.js';

export { SEEDING } from './qbittorrent-torrents.js';

/** The calls of {@link QbittorrentFake}, by the keys of its routes. */
export const QBITTORRENT_CALLS = {
  login: 'POST /api/v2/auth/login',
  webapiVersion: 'GET /api/v2/app/webapiVersion',
  list: 'GET /api/v2/torrents/info',
  stop: 'POST /api/v2/torrents/stop',
  start: 'POST /api/v2/torrents/start',
  pause: 'POST /api/v2/torrents/pause',
  resume: 'POST /api/v2/torrents/resume',
  remove: 'POST /api/v2/torrents/delete',
} as const;

export interface QbittorrentFakeOptions {
  readonly username?: string;
  readonly password?: string;
  readonly apiKey?: string;
  /** `2.16.1` where nothing is said. */
  readonly webapi?: string;
  /** Lets this address in without a credential. */
  readonly letsIn?: boolean;
  /** The time of the server, in milliseconds. */
  readonly now?: () => number;
}

const BAN_AFTER = 5;
const BAN_MS = 60 * 60_000;

const text = (status: number, body: string): FakeAnswer => ({ status, body });
const FORBIDDEN = text(403, 'Forbidden');

/**
 * qBittorrent of any WebAPI from 2.0 on. It is as rude as the real one: a wrong password is fine while an open session's
 * cookie is sent along or the address is let in, five of them ban the address for an hour, a key means nothing before 2.14.1,
 * `all` and `a|b` are everybody, and what it doesn't have is a success. Source: download-clients facts.
 */
export class QbittorrentFake extends FakeServer {
  torrents: QbittorrentRow[] = [];
  letsIn: boolean;
  /** How often a sign-in was refused for its password. */
  refusals = 0;
  private failedInARow = 0;
  private bannedUntil = -Infinity;
  private opened = 0;
  private readonly sessions = new Set<string>();
  private webapi: readonly number[];

  /** Puts the state in place. */
  readonly given = {
    /** A torrent, half-way where nothing is said; its hash is returned. */
    torrent: (given: QbittorrentRowGiven = {}): string => {
      const row = qbittorrentRow(given);
      this.torrents.push(row);
      return row.hash;
    },
  };

  constructor(private readonly options: QbittorrentFakeOptions = {}) {
    super();
    const { webapi = '2.16.1', letsIn = false } = options;
    this.letsIn = letsIn;
    this.webapi = webapi.split('.').map(Number);
    this.route(QBITTORRENT_CALLS.login, (request) => this.login(request));
    this.route(QBITTORRENT_CALLS.webapiVersion, () => text(200, this.webapi.join('.')));
    this.route(QBITTORRENT_CALLS.list, ({ query }) => ({ body: this.listed(query.hashes) }));
    const stopped = (request: FakeRequest) =>
      this.turn(request, (row) => `${this.isSince(2, 11) ? 'stopped' : 'paused'}${row.progress === 1 ? 'UP' : 'DL'}`);
    const started = (request: FakeRequest) =>
      this.turn(request, (row) => (row.progress === 1 ? 'uploading' : 'downloading'));
    this.routeWhere(() => this.isSince(2, 11), QBITTORRENT_CALLS.stop, stopped);
    this.routeWhere(() => this.isSince(2, 11), QBITTORRENT_CALLS.start, started);
    this.routeWhere(() => !this.isSince(2, 11), QBITTORRENT_CALLS.pause, stopped);
    this.routeWhere(() => !this.isSince(2, 11), QBITTORRENT_CALLS.resume, started);
    this.route(QBITTORRENT_CALLS.remove, (request) => {
      const gone = this.named(request);
      this.torrents = this.torrents.filter((row) => !gone.includes(row));
      return { status: 200 };
    });
  }

  /** Forgets all sessions, as a restart does. */
  endSessions(): void {
    this.sessions.clear();
  }

  /** Is another version from now on. */
  become(webapi: string): void {
    this.webapi = webapi.split('.').map(Number);
    this.endSessions();
  }

  protected override gate(request: FakeRequest): FakeAnswer | undefined {
    const { headers, path } = request;
    const own = `http://${String(headers.host)}`;
    if (headers.origin !== own || !String(headers.referer).startsWith(`${own}/`)) return text(401, 'Unauthorized');
    if (path === '/api/v2/auth/login') return undefined;
    return this.isLetIn(request) ? undefined : FORBIDDEN;
  }

  protected override unknownRoute(): FakeAnswer {
    return text(404, 'Not Found');
  }

  /** A route that not every version knows. */
  private routeWhere(isKnown: () => boolean, key: string, handler: (request: FakeRequest) => FakeAnswer): void {
    this.route(key, (request) => (isKnown() ? handler(request) : this.unknownRoute()));
  }

  private isLetIn({ headers }: FakeRequest): boolean {
    const { apiKey } = this.options;
    if (headers.authorization !== undefined && this.isSince(2, 14, 1))
      return apiKey !== undefined && headers.authorization === `Bearer ${apiKey}`;
    return this.letsIn || this.sessions.has(String(headers.cookie));
  }

  private login({ headers, body }: FakeRequest): FakeAnswer {
    const now = this.options.now?.() ?? 0;
    const isNew = this.isSince(2, 14);
    const fine: FakeAnswer = isNew ? { status: 204 } : text(200, 'Ok.');
    if (this.sessions.has(String(headers.cookie)) || this.letsIn) return fine;
    if (now < this.bannedUntil) return text(403, 'Your IP address has been banned (canary-text)');
    const form = new URLSearchParams(typeof body === 'string' ? body : '');
    const { username = 'admin', password } = this.options;
    if (password === undefined || form.get('username') !== username || form.get('password') !== password) {
      this.refusals += 1;
      this.failedInARow += 1;
      if (this.failedInARow >= BAN_AFTER) this.bannedUntil = now + BAN_MS;
      return isNew ? text(401, 'Unauthorized') : text(200, 'Fails.');
    }
    this.failedInARow = 0;
    const cookie = `${isNew ? `QBT_SID_${this.port}` : 'SID'}=canary+sid/${(this.opened += 1)}==`;
    this.sessions.add(cookie);
    return { ...fine, headers: { 'set-cookie': `${cookie}; HttpOnly; SameSite=Strict; path=/` } };
  }

  private turn(request: FakeRequest, state: (row: QbittorrentRow) => string): FakeAnswer {
    const named = this.named(request);
    this.torrents = this.torrents.map((row) => (named.includes(row) ? { ...row, state: state(row) } : row));
    return { status: 200 };
  }

  private named({ body }: FakeRequest): readonly QbittorrentRow[] {
    return this.listed(new URLSearchParams(String(body)).get('hashes') ?? '');
  }

  private listed(hashes: string | readonly string[] | undefined): readonly QbittorrentRow[] {
    if (hashes === undefined || hashes === 'all') return this.torrents;
    const named = String(hashes).split('|');
    return this.torrents.filter(({ hash }) => named.includes(hash));
  }

  private isSince(...version: readonly number[]): boolean {
    const at = version.findIndex((part, index) => (this.webapi[index] ?? 0) !== part);
    return at === -1 || (this.webapi[at] ?? 0) > (version[at] ?? 0);
  }
}
