import { LidarrFake, type LidarrAlbumGiven } from '../../fakes/lidarr/lidarr-fake.js';
import type { LidarrStoredAlbum } from '../../fakes/lidarr/lidarr-stored.js';
import type { Answer } from '../../harness/http-client.js';
import { startApp, type App, type Session, type StartOptions } from '../../harness/start-app.js';
import { RequestsFixture, type Fields } from './requests-fixture.js';

/** The calls by which a delivery changes a library. */
export const CHANGES = [
  'POST /api/v1/album',
  'PUT /api/v1/album/monitor',
  'PUT /api/v1/artist/editor',
  'POST /api/v1/command',
] as const;

/** The artist of whom all albums are where nothing is said. */
export const GLASS_MERIDIAN = '1f0e5b7a-0000-4aaa-8bbb-00000000a001';

/** A household with one music library, which is empty; an administrator, and ana, who may use the library. */
export class AlbumHousehold extends RequestsFixture {
  /** The id of the library on `lidarr`; accounts that are invited may use it. */
  library = '';
  private groups = 0xb000;
  private readonly fakes: LidarrFake[] = [];

  private constructor(app: App, admin: Session, ana: Session) {
    super(app, admin, ana, 'music');
  }

  static async open(options: StartOptions = {}): Promise<AlbumHousehold> {
    const app = await startApp(options);
    const household = new AlbumHousehold(app, await app.setUpAdmin(), undefined as never);
    household.library = (await household.addLibrary('Music')).id;
    household.ana = await app.invite('ana');
    return household;
  }

  get lidarr(): LidarrFake {
    const [fake] = this.fakes;
    if (!fake) throw new Error('no library is open');
    return fake;
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.stopFakes();
  }

  /** A release group that the library's metadata knows, and nobody has. Its id. */
  group(given: Partial<LidarrAlbumGiven> = {}): string {
    const { foreignAlbumId = this.newId() } = given;
    this.lidarr.given.catalog([{ title: `Album ${foreignAlbumId}`, ...given, foreignAlbumId }]);
    return foreignAlbumId;
  }

  /** An album of the library. */
  album(given: Partial<LidarrAlbumGiven> = {}): LidarrStoredAlbum {
    const { foreignAlbumId = this.newId() } = given;
    return this.lidarr.given.album({ title: `Album ${foreignAlbumId}`, ...given, foreignAlbumId });
  }

  askFor(session: Session, foreignId: string, fields: Fields = {}): Promise<Answer> {
    const body = { media_type: 'music', foreign_id: foreignId, title: 'Long Wave', ...fields };
    return session.post('/api/requests', body);
  }

  previewOf(session: Session, foreignId: string, fields: Fields = {}): Promise<Answer> {
    const body = { media_type: 'music', foreign_id: foreignId, title: 'Long Wave', ...fields };
    return session.post('/api/requests/preview', body);
  }

  /** Submits, and returns the id of the request that covers it. */
  async requested(session: Session, foreignId: string, fields: Fields = {}): Promise<number> {
    const answer = await this.askFor(session, foreignId, fields);
    const { request_id: id } = answer.body as { request_id?: number };
    if (answer.status !== 200 || id === undefined) throw new Error(`no request: ${answer.status} ${answer.text}`);
    return id;
  }

  /** Asks and waits until the delivery has been attempted. */
  async brought(session: Session, foreignId: string, fields: Fields = {}): Promise<number> {
    const id = await this.requested(session, foreignId, fields);
    await this.app.deliver();
    return id;
  }

  /** What the caller sees of an album. */
  async shown(session: Session, foreignId: string, query = ''): Promise<Fields> {
    return (await session.get(`/api/requests/music-status?foreign_id=${foreignId}${query}`)).body as Fields;
  }

  /** The changes that were sent, in order. */
  sent(): readonly string[] {
    return this.lidarr
      .calls()
      .map(({ method, path }) => `${method} ${path}`)
      .filter((call) => CHANGES.some((change) => change === call));
  }

  /** What of the library is monitored: artists by their ids, albums by their groups. */
  monitored(): readonly string[] {
    const artists = this.lidarr.artists.filter(({ monitored }) => monitored).map(({ who }) => who.foreignArtistId);
    const albums = this.lidarr.albums.filter(({ monitored }) => monitored).map(({ group }) => group.foreignAlbumId);
    return [...artists, ...albums].sort();
  }

  /** One more library, behind the first in the list; accounts that exist may not use it. */
  async addLibrary(name = 'Other music'): Promise<{ readonly id: string; readonly lidarr: LidarrFake }> {
    const lidarr = await new LidarrFake({ stocked: false, now: () => this.app.clock.now() }).start();
    this.app.secrets.plant('music library key', lidarr.apiKey);
    this.fakes.push(lidarr);
    const body = { service_type: 'music_manager', name, url: lidarr.url, api_key: lidarr.apiKey };
    const created = await this.admin.post('/api/instances', body);
    if (created.status !== 201) throw new Error(`instance not created: ${created.text}`);
    return { id: (created.body as { id: string }).id, lidarr };
  }

  protected override async libraryUrl(): Promise<string> {
    const { apiKey } = this.lidarr;
    await this.stopFakes();
    const lidarr = await new LidarrFake({ apiKey, stocked: false, now: () => this.app.clock.now() }).start();
    this.fakes.push(lidarr);
    return lidarr.url;
  }

  private newId(): string {
    return `7c9d2e10-0000-4aaa-8bbb-${(this.groups += 1).toString(16).padStart(12, '0')}`;
  }

  private async stopFakes(): Promise<void> {
    await Promise.all(this.fakes.splice(0).map((fake) => fake.stop()));
  }
}
