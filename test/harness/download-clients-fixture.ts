import type { DownloadClientType } from '../../src/modules/instances/instances.public.js';
import { DelugeFake } from '../fakes/deluge/deluge-fake.js';
import type { FakeServer, RecordedCall } from '../fakes/fake-server.js';
import { NzbgetFake } from '../fakes/nzbget/nzbget-fake.js';
import { QbittorrentFake } from '../fakes/qbittorrent/qbittorrent-fake.js';
import { askedIn, RutorrentFake } from '../fakes/rutorrent/rutorrent-fake.js';
import { SabnzbdFake } from '../fakes/sabnzbd/sabnzbd-fake.js';
import { TransmissionFake } from '../fakes/transmission/transmission-fake.js';
import type { Answer } from './http-client.js';
import { type App, type Session, startApp } from './start-app.js';

type Fields = Readonly<Record<string, unknown>>;

/** What a call tells a download client to do. */
export interface ClientOrder {
  readonly action: 'pause' | 'resume' | 'remove';
  /** To which downloads, as the client writes their ids; null for everything. */
  readonly ids: readonly string[] | null;
}

/** What tests know of a kind beside its fake. */
interface KnownKind {
  /** Everything that opens a client of it, all of it wrong. */
  readonly wrong: Fields;
  /** An id of the right shape that no client has. */
  readonly absentId: string;
  /** Puts a download in place that is half-way, with this hash where it has one; its id as the client and the wire have it. */
  readonly put: (fakes: DownloadClientsFixture, hash: string) => string;
  /** What a call orders, read from the wire alone; null for one that only reads, or signs in. */
  readonly order: (call: RecordedCall) => ClientOrder | null;
}

const WRONG_ACCOUNT = { username: 'mara', password: 'wrong' };
const ABSENT_HASH = 'f'.repeat(40);

/** The kinds of download client by their labels on the wire. */
export const KNOWN_KINDS: Readonly<Record<DownloadClientType, KnownKind>> = {
  sabnzbd: {
    wrong: { api_key: 'wrong' },
    absentId: 'SABnzbd_nzo_unknown',
    put: ({ sabnzbd }) => sabnzbd.given.slot(),
    order: ({ query: { mode, name, value } }) => (mode === 'queue' ? ordered(name, value) : ordered(mode, null)),
  },
  qbittorrent: {
    wrong: WRONG_ACCOUNT,
    absentId: ABSENT_HASH,
    put: ({ qbittorrent }, hash) => qbittorrent.given.torrent({ hash }),
    order({ method, path, body }) {
      const hashes = new URLSearchParams(String(body)).get('hashes') ?? '';
      const ids = hashes === 'all' ? null : hashes.split('|');
      return method === 'POST' ? ordered(path.split('/').at(-1), ids) : null;
    },
  },
  nzbget: {
    wrong: WRONG_ACCOUNT,
    absentId: '2147483647',
    put: ({ nzbget }) => nzbget.given.group(),
    order({ body }) {
      const { method, params } = body as JsonCall;
      if (method === 'editqueue') return ordered(String(params[0]).replace('Group', ''), params.at(-1));
      return ordered(/^(pause|resume)download$/.exec(method)?.[1], null);
    },
  },
  transmission: {
    wrong: WRONG_ACCOUNT,
    absentId: ABSENT_HASH,
    put: ({ transmission }, hash) => transmission.given.torrent({ hashString: hash }),
    order({ body }) {
      const call = body as { readonly method: string } & Readonly<
        Record<string, { readonly ids?: unknown } | undefined>
      >;
      return ordered(/^torrent[-_](\w+)$/.exec(call.method)?.[1], (call.params ?? call.arguments)?.ids ?? null);
    },
  },
  deluge: {
    wrong: { password: 'wrong' },
    absentId: ABSENT_HASH,
    put: ({ deluge }, hash) => deluge.given.torrent({ hash }),
    order({ body }) {
      const { method, params } = body as JsonCall;
      return ordered(/^core\.(\w+)_torrents?$/.exec(method)?.[1], params[0]);
    },
  },
  rutorrent: {
    wrong: WRONG_ACCOUNT,
    absentId: ABSENT_HASH.toUpperCase(),
    put: ({ rutorrent }, hash) => rutorrent.given.torrent({ 'd.hash=': hash.toUpperCase() }),
    order({ body }) {
      const [method, ...texts] = askedIn(String(body));
      if (method !== 'system.multicall') return ordered(method.replace('d.', ''), texts.slice(0, 1));
      const [first = '', ...others] = texts.filter((_, at) => at % 2 === 0);
      // One call may order only one thing of many.
      if (others.some((one) => one !== first)) throw new Error('a call orders several things');
      return ordered(
        first.replace('d.', ''),
        texts.filter((_, at) => at % 2 === 1),
      );
    },
  },
};

/** Their labels. */
export const DOWNLOAD_CLIENTS = Object.keys(KNOWN_KINDS) as readonly DownloadClientType[];

interface JsonCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

const ACTIONS: Readonly<Record<string, ClientOrder['action']>> = {
  pause: 'pause',
  stop: 'pause',
  resume: 'resume',
  start: 'resume',
  delete: 'remove',
  remove: 'remove',
  erase: 'remove',
};

function ordered(verb: unknown, ids: unknown): ClientOrder | null {
  const action = ACTIONS[String(verb).toLowerCase()];
  if (!action) return null;
  return { action, ids: ids === null ? null : [ids].flat().map(String) };
}

/** The application beside one download client of each kind, each with a credential. */
export class DownloadClientsFixture {
  readonly sabnzbd: SabnzbdFake;
  readonly qbittorrent: QbittorrentFake;
  readonly nzbget: NzbgetFake;
  readonly transmission: TransmissionFake;
  readonly deluge: DelugeFake;
  readonly rutorrent: RutorrentFake;
  private readonly credentials: Readonly<Record<DownloadClientType, Fields>>;
  private made = 0;

  private constructor(
    readonly app: App,
    public admin: Session,
  ) {
    const apiKey = app.secrets.plant('sabnzbd key', 'planted-key-of-sabnzbd');
    const accountOf = (kind: DownloadClientType) => {
      const password = app.secrets.plant(`${kind} password`, `planted-password-of-${kind}`);
      return { username: `user-of-${kind}`, password };
    };
    const accounts = {
      qbittorrent: accountOf('qbittorrent'),
      nzbget: accountOf('nzbget'),
      transmission: accountOf('transmission'),
      rutorrent: accountOf('rutorrent'),
    };
    const { password } = accountOf('deluge');
    this.credentials = { ...accounts, sabnzbd: { api_key: apiKey }, deluge: { password } };
    const now = (): number => app.clock.now();
    this.sabnzbd = new SabnzbdFake(apiKey);
    this.qbittorrent = new QbittorrentFake({ ...accounts.qbittorrent, apiKey: QBITTORRENT_KEY, now });
    this.nzbget = new NzbgetFake(accounts.nzbget);
    this.transmission = new TransmissionFake(accounts.transmission);
    this.deluge = new DelugeFake(password);
    const { username, password: typed } = accounts.rutorrent;
    this.rutorrent = new RutorrentFake({ place: 'rpc2', credentials: `${username}:${typed}` });
  }

  /**
   * @param opened an application that is open already; one is started where none is given
   * @param admin its administrator, where it has one
   */
  static async start(opened?: App, admin?: Session): Promise<DownloadClientsFixture> {
    const app = opened ?? (await startApp({ isReusable: true }));
    const fixture = new DownloadClientsFixture(app, admin ?? (await app.setUpAdmin()));
    await Promise.all(DOWNLOAD_CLIENTS.map((kind) => fixture.fake(kind).start()));
    return fixture;
  }

  fake(kind: DownloadClientType): FakeServer {
    return this[kind];
  }

  /** Puts a download in place that is half-way; its id as the client and the wire have it. */
  put(kind: DownloadClientType): string {
    return KNOWN_KINDS[kind].put(this, (this.made += 1).toString(16).padStart(40, 'a'));
  }

  /** What opens the client of this kind, as it is sent. */
  credentialOf(kind: DownloadClientType): Fields {
    return this.credentials[kind];
  }

  /** A complete body for a client that answers. */
  candidate(kind: DownloadClientType, fields: Fields = {}): Fields {
    return { service_type: kind, name: kind, url: this.urlOf(kind), ...this.credentials[kind], ...fields };
  }

  create(kind: DownloadClientType, fields: Fields = {}): Promise<Answer> {
    return this.admin.post('/api/instances', this.candidate(kind, fields));
  }

  /** Connects the client and answers the id of its instance. */
  async connect(kind: DownloadClientType, fields: Fields = {}): Promise<string> {
    const { status, body, text } = await this.create(kind, fields);
    if (status !== 201) throw new Error(`not connected: ${text}`);
    return (body as { id: string }).id;
  }

  /** Deletes all instances, and has the clients forget what a test has done to them. */
  async clear(): Promise<void> {
    const { body } = await this.admin.get('/api/instances');
    for (const { id } of body as { id: string }[]) await this.admin.delete(`/api/instances/${id}`);
    for (const kind of DOWNLOAD_CLIENTS) {
      this.fake(kind).recover();
      this.fake(kind).forgetCalls();
    }
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.stopClients();
  }

  /** The clients are gone, whatever becomes of the application. */
  async stopClients(): Promise<void> {
    await Promise.all(DOWNLOAD_CLIENTS.map((kind) => this.fake(kind).stop()));
  }

  private urlOf(kind: DownloadClientType): string {
    return kind === 'rutorrent' ? this.rutorrent.typed : this.fake(kind).url;
  }
}

/** The key of the fixture's qBittorrent, which has an account besides. */
export const QBITTORRENT_KEY = 'qbt_0123456789abcdef';
