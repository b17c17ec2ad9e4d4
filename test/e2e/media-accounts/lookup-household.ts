import { ChaptarrFake } from '../../fakes/chaptarr/chaptarr-fake.js';
import { BASEMENT } from '../../harness/hub-fixture.js';
import { MediaHousehold } from '../../harness/media-household.js';
import type { StartOptions } from '../../harness/start-app.js';

type Kind = keyof MediaHousehold['ids'];

/** A household with a book library, in which ana and ben hold everything, and ana has an account on each media server. */
export class LookupHousehold {
  private constructor(
    readonly media: MediaHousehold,
    readonly chaptarr: ChaptarrFake,
    /** The id of the book library. */
    readonly libraryId: string,
    /** The ids of ana's accounts. */
    readonly accounts: Readonly<Record<Kind, string>>,
  ) {}

  static async open(options: StartOptions = {}): Promise<LookupHousehold> {
    const media = await MediaHousehold.start(options);
    const { app, admin, ana, ben, hub, jellyfin, emby, audiobookshelf } = media;
    const apiKey = app.secrets.plant('book key', 'planted-book-key');
    const chaptarr = await new ChaptarrFake({ apiKey, now: () => app.clock.now() }).start();
    const fields = { service_type: 'book_manager', name: 'Library', url: chaptarr.url, api_key: apiKey };
    const { id } = (await admin.post('/api/instances', { ...fields, auto_add_users: false })).body as { id: string };
    await admin.put(`/api/instances/${id}/grant-users`, { user_ids: [ana.userId, ben.userId] });
    const person = hub.given.person({ id: 4_200_001, username: 'ana', email: 'ana@example.org' });
    hub.given.share(BASEMENT, person);
    const accounts: Readonly<Record<Kind, string>> = {
      video_server_a: jellyfin.given.account({ name: 'ana' }).id,
      video_server_b: emby.given.account({ name: 'ana' }).id,
      audiobook_server: audiobookshelf.given.account({ username: 'ana' }).id,
      hub: String(person.id),
    };
    for (const kind of Object.keys(accounts) as Kind[]) {
      await media.grant(kind, ana, ben);
      const { status, text } = await media.link(ana, kind, accounts[kind]);
      if (status !== 200) throw new Error(text);
    }
    return new LookupHousehold(media, chaptarr, id, accounts);
  }

  /** Forgets what a test has done to the fakes. What was given stays. */
  startOver(): void {
    const { fakes, app } = this.media;
    for (const fake of [...Object.values(fakes), this.chaptarr, app.tmdb]) fake.startOver();
  }

  /** Where people open a server from now on; empty for nowhere. */
  async setAddress(kind: Kind, address: string): Promise<void> {
    const { admin, ids } = this.media;
    const instances = (await admin.get('/api/instances')).body as readonly { id: string; name: string; url: string }[];
    const { name, url } = instances.find(({ id }) => id === ids[kind]) ?? {};
    const body = { name, url, media_server_config: { public_address: address } };
    const { status, text } = await admin.put(`/api/instances/${ids[kind]}`, body);
    if (status !== 200) throw new Error(text);
  }

  async close(): Promise<void> {
    await this.media.close();
    await this.chaptarr.stop();
  }
}
