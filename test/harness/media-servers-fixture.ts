import type { SelfHostedMediaServerType } from '../../src/modules/instances/instances.public.js';
import { AUDIOBOOKSHELF_CALLS, AudiobookshelfFake } from '../fakes/audiobookshelf/audiobookshelf-fake.js';
import { EMBY_CALLS, EmbyFake } from '../fakes/emby/emby-fake.js';
import type { FakeServer } from '../fakes/fake-server.js';
import { JELLYFIN_CALLS, JellyfinFake } from '../fakes/jellyfin/jellyfin-fake.js';
import type { Answer } from './http-client.js';
import { type App, type Session, startApp } from './start-app.js';

type Fields = Readonly<Record<string, unknown>>;

/** What each kind of self-hosted media server is, and how it is asked. */
export interface MediaServerKind {
  readonly kind: SelfHostedMediaServerType;
  readonly product: string;
  /** By which call a server of the kind shows that it takes the key. */
  readonly keyCall: string;
  readonly librariesCall: string;
  /** The header that bears a key. */
  readonly keyHeader: (key: string) => readonly [name: string, value: string];
  /** The text for an administrator whose server is another product. */
  readonly other: string;
}

/** All of them. */
export const MEDIA_SERVERS: readonly MediaServerKind[] = [
  {
    kind: 'video_server_a',
    product: 'Jellyfin',
    keyCall: JELLYFIN_CALLS.info,
    librariesCall: JELLYFIN_CALLS.libraries,
    keyHeader: (key) => ['authorization', `MediaBrowser Token="${key}"`],
    other: 'another product answered',
  },
  {
    kind: 'video_server_b',
    product: 'Emby',
    keyCall: EMBY_CALLS.info,
    librariesCall: EMBY_CALLS.libraries,
    keyHeader: (key) => ['x-emby-token', key],
    other: 'another product answered',
  },
  {
    kind: 'audiobook_server',
    product: 'Audiobookshelf',
    keyCall: AUDIOBOOKSHELF_CALLS.authorize,
    librariesCall: AUDIOBOOKSHELF_CALLS.libraries,
    keyHeader: (key) => ['authorization', `Bearer ${key}`],
    other: 'the server is not Audiobookshelf',
  },
];

/** The application beside one media server of each kind that a household runs itself, with two libraries each. */
export class MediaServersFixture {
  private constructor(
    readonly app: App,
    public admin: Session,
    readonly jellyfin: JellyfinFake,
    readonly emby: EmbyFake,
    readonly audiobookshelf: AudiobookshelfFake,
    private readonly keys: Readonly<Record<SelfHostedMediaServerType, string>>,
  ) {
    for (const fake of [jellyfin, emby]) {
      fake.given.library({ name: 'Movies', collectionType: 'movies' });
      fake.given.library({ name: 'Mixed' });
    }
    audiobookshelf.given.library({ id: 'books-1', name: 'Books' });
    audiobookshelf.given.library({ id: 'podcasts-1', name: 'Podcasts', mediaType: 'podcast' });
  }

  static async start(): Promise<MediaServersFixture> {
    const app = await startApp({ isReusable: true });
    const now = (): number => app.clock.now();
    const plant = (product: string): string => app.secrets.plant(`${product} key`, `planted-key-of-${product}`);
    const keys = { video_server_a: plant('jellyfin'), video_server_b: plant('emby'), audiobook_server: plant('abs') };
    const [jellyfin, emby, audiobookshelf] = [
      new JellyfinFake({ apiKey: keys.video_server_a, now }),
      new EmbyFake({ apiKey: keys.video_server_b, now }),
      new AudiobookshelfFake({ apiKey: keys.audiobook_server, now }),
    ];
    await Promise.all([jellyfin.start(), emby.start(), audiobookshelf.start()]);
    return new MediaServersFixture(app, await app.setUpAdmin(), jellyfin, emby, audiobookshelf, keys);
  }

  fake(kind: SelfHostedMediaServerType): FakeServer {
    const { jellyfin: video_server_a, emby: video_server_b, audiobookshelf: audiobook_server } = this;
    return { video_server_a, video_server_b, audiobook_server }[kind];
  }

  keyOf(kind: SelfHostedMediaServerType): string {
    return this.keys[kind];
  }

  /** A complete body for a server that answers. */
  candidate(kind: SelfHostedMediaServerType, fields: Fields = {}): Fields {
    return { service_type: kind, name: kind, url: this.fake(kind).url, api_key: this.keys[kind], ...fields };
  }

  create(kind: SelfHostedMediaServerType, fields: Fields = {}): Promise<Answer> {
    return this.admin.post('/api/instances', this.candidate(kind, fields));
  }

  /** Connects the server and answers the id of its instance. */
  async connect(kind: SelfHostedMediaServerType, fields: Fields = {}): Promise<string> {
    const { status, body, text } = await this.create(kind, fields);
    if (status !== 201) throw new Error(`not connected: ${text}`);
    return (body as { id: string }).id;
  }

  /** Deletes all instances, and has the servers forget what a test has done to them. */
  async clear(): Promise<void> {
    const { body } = await this.admin.get('/api/instances');
    for (const { id } of body as { id: string }[]) await this.admin.delete(`/api/instances/${id}`);
    for (const { kind } of MEDIA_SERVERS) {
      this.fake(kind).recover();
      this.fake(kind).forgetCalls();
    }
  }

  async close(): Promise<void> {
    await this.app.close();
    await Promise.all(MEDIA_SERVERS.map(({ kind }) => this.fake(kind).stop()));
  }
}
