import type { DownloadClientType } from '../../src/modules/instances/instances.public.js';
import { DelugeFake } from '../fakes/deluge/deluge-fake.js';
import type { FakeServer } from '../fakes/fake-server.js';
import { NzbgetFake } from '../fakes/nzbget/nzbget-fake.js';
import { QbittorrentFake } from '../fakes/qbittorrent/qbittorrent-fake.js';
import { RutorrentFake } from '../fakes/rutorrent/rutorrent-fake.js';
import { SabnzbdFake } from '../fakes/sabnzbd/sabnzbd-fake.js';
import { TransmissionFake } from '../fakes/transmission/transmission-fake.js';
import type { Answer } from './http-client.js';
import { type App, type Session, startApp } from './start-app.js';

type Fields = Readonly<Record<string, unknown>>;

/** All kinds of download client, by their labels on the wire. */
export const DOWNLOAD_CLIENTS = [
  'sabnzbd',
  'qbittorrent',
  'nzbget',
  'transmission',
  'deluge',
  'rutorrent',
] as const satisfies readonly DownloadClientType[];

/** The application beside one download client of each kind, each with a credential. */
export class DownloadClientsFixture {
  readonly sabnzbd: SabnzbdFake;
  readonly qbittorrent: QbittorrentFake;
  readonly nzbget: NzbgetFake;
  readonly transmission: TransmissionFake;
  readonly deluge: DelugeFake;
  readonly rutorrent: RutorrentFake;
  private readonly credentials: Readonly<Record<DownloadClientType, Fields>>;

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
