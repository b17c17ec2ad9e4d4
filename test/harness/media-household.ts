import { Database } from '../../src/core/database/database.js';
import { AccessSyncJob } from '../../src/modules/media-accounts/access/access-sync.job.js';
import { LinkSuppressionRow, MediaAccountRow } from '../../src/modules/media-accounts/rows.js';
import { AudiobookshelfFake } from '../fakes/audiobookshelf/audiobookshelf-fake.js';
import { EmbyFake } from '../fakes/emby/emby-fake.js';
import type { FakeServer } from '../fakes/fake-server.js';
import { JellyfinFake } from '../fakes/jellyfin/jellyfin-fake.js';
import type { PlexFake } from '../fakes/plex/plex-fake.js';
import type { Answer, HttpClient } from './http-client.js';
import { FRESH_MS, HubFixture } from './hub-fixture.js';
import type { App, Session, StartOptions } from './start-app.js';

type Fields = Readonly<Record<string, unknown>>;

/** Where people open the servers of the household; the hub has the address of its own. */
export const PUBLIC_ADDRESS = {
  video_server_a: 'https://films.example',
  video_server_b: 'https://more.example',
  audiobook_server: 'https://books.example',
} as const;

type SelfHosted = keyof typeof PUBLIC_ADDRESS;

/** The application with a media server of each kind, and ana and ben, who hold none of them yet. */
export class MediaHousehold {
  /** The ids of the instances. */
  readonly ids = { video_server_a: '', video_server_b: '', audiobook_server: '', hub: '' };
  /** When ana and ben got the tokens that they have. */
  private refreshedAt: number;

  private constructor(
    readonly hubs: HubFixture,
    readonly jellyfin: JellyfinFake,
    readonly emby: EmbyFake,
    readonly audiobookshelf: AudiobookshelfFake,
    public ana: Session,
    public ben: Session,
  ) {
    this.refreshedAt = this.app.clock.now();
  }

  static async start(options: StartOptions = {}): Promise<MediaHousehold> {
    const hubs = await HubFixture.start(options);
    const { app } = hubs;
    const given = (name: string) => ({
      apiKey: app.secrets.plant(`key of ${name}`, `planted-key-of-${name}`),
      now: () => app.clock.now(),
    });
    const jellyfin = await new JellyfinFake(given('jellyfin')).start();
    const emby = await new EmbyFake(given('emby')).start();
    const audiobookshelf = await new AudiobookshelfFake(given('audiobookshelf')).start();
    jellyfin.given.account({ name: 'root', administrator: true });
    emby.given.account({ name: 'root', administrator: true });
    const [ana, ben] = [await app.invite('ana'), await app.invite('ben')];
    const household = new MediaHousehold(hubs, jellyfin, emby, audiobookshelf, ana, ben);
    await household.connect();
    return household;
  }

  get app(): App {
    return this.hubs.app;
  }

  get admin(): Session {
    return this.hubs.admin;
  }

  get hub(): PlexFake {
    return this.hubs.hub;
  }

  /** The fakes, by their kind. */
  get fakes(): Readonly<Record<keyof MediaHousehold['ids'], FakeServer>> {
    const { jellyfin, emby, audiobookshelf, hub } = this;
    return { video_server_a: jellyfin, video_server_b: emby, audiobook_server: audiobookshelf, hub };
  }

  async close(): Promise<void> {
    await this.hubs.close();
    await Promise.all([this.jellyfin, this.emby, this.audiobookshelf].map((fake) => fake.stop()));
  }

  /** Lets time pass, and keeps everybody signed in for at least ten minutes. */
  async pass(ms: number): Promise<void> {
    await this.hubs.pass(ms);
    if (this.app.clock.now() - this.refreshedAt < FRESH_MS) return;
    this.refreshedAt = this.app.clock.now();
    this.ana = await this.app.refresh(this.ana);
    this.ben = await this.app.refresh(this.ben);
  }

  /** Has the job make hold on the servers what should be, as far as they can be reached. */
  settle(): Promise<void> {
    return this.app.settleMediaAccess();
  }

  /**
   * Ends the job of access for good, once its work under way is done: from then on no calls of its own stand among those that a
   * test compares.
   */
  stopAccessJob(): Promise<void> {
    return this.app.get(AccessSyncJob).onModuleDestroy();
  }

  /** Grants a server to exactly these people. */
  async grant(kind: keyof MediaHousehold['ids'], ...people: readonly Session[]): Promise<void> {
    const body = { user_ids: people.map(({ userId }) => userId) };
    const { status, text } = await this.admin.put(`/api/instances/${this.ids[kind]}/grant-users`, body);
    if (status !== 200) throw new Error(text);
  }

  /** Links somebody with an account there, as the administrator. */
  async link(
    person: Session,
    kind: keyof MediaHousehold['ids'],
    remoteUserId: string,
    fields: Fields = {},
  ): Promise<Answer> {
    return this.admin.put(this.accountPath(person, kind), { remote_user_id: remoteUserId, ...fields });
  }

  /** Nobody is linked any more, and nobody's link was ever ended. */
  async unlinkAll(): Promise<void> {
    await this.app.get(Database).write(async (tx) => {
      for (const entity of [MediaAccountRow, LinkSuppressionRow])
        await tx.createQueryBuilder().delete().from(entity).execute();
    });
  }

  /** Where an administrator links somebody with an account there. */
  accountPath({ userId }: Session, kind: keyof MediaHousehold['ids']): string {
    return `/api/admin/users/${userId}/media-servers/${this.ids[kind]}/account`;
  }

  /** What somebody is shown of a server. */
  async shown(by: HttpClient, kind: keyof MediaHousehold['ids']): Promise<Fields | undefined> {
    const { body } = await by.get('/api/media-servers');
    return (body as readonly Fields[]).find(({ instance_id: id }) => id === this.ids[kind]);
  }

  private async connect(): Promise<void> {
    await this.connectAt('video_server_a', 'Films', this.jellyfin);
    await this.connectAt('video_server_b', 'More films', this.emby);
    await this.connectAt('audiobook_server', 'Books', this.audiobookshelf);
    this.ids.hub = await this.hubs.connect();
  }

  private async connectAt(kind: SelfHosted, name: string, fake: FakeServer & { readonly url: string }): Promise<void> {
    const product = { video_server_a: 'jellyfin', video_server_b: 'emby', audiobook_server: 'audiobookshelf' }[kind];
    const { status, body, text } = await this.admin.post('/api/instances', {
      service_type: kind,
      name,
      url: fake.url,
      api_key: `planted-key-of-${product}`,
      media_server_config: { public_address: PUBLIC_ADDRESS[kind] },
    });
    if (status !== 201) throw new Error(text);
    this.ids[kind] = (body as { id: string }).id;
  }
}
