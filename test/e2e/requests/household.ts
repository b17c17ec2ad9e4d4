import { qualityProfile } from '../../fakes/radarr/radarr-fixed-answers.js';
import { RadarrFake } from '../../fakes/radarr/radarr-fake.js';
import { manualPromise } from '../../harness/manual-promise.js';
import { startApp, type App, type Session, type StartOptions } from '../../harness/start-app.js';
import { RequestsFixture, type Fields } from './requests-fixture.js';

/** A household with one film library, an administrator, and ana, who may use the library. */
export class Household extends RequestsFixture {
  private moreLibraries: RadarrFake[] = [];

  constructor(
    app: App,
    admin: Session,
    ana: Session,
    /** The id of the library on `app.radarr`; accounts that are invited may use it. */
    readonly library: string,
  ) {
    super(app, admin, ana, 'movie');
  }

  static async open(options: StartOptions = {}): Promise<Household> {
    const app = await startApp(options);
    const admin = await app.setUpAdmin();
    const library = await app.connectRadarr(admin);
    return new Household(app, admin, await app.invite('ana'), library);
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.stopMore();
  }

  override async startOver(): Promise<void> {
    await this.stopMore();
    await super.startOver();
  }

  /** A film that the metadata provider and every library's lookup know, and nobody has; its TMDB id. */
  film(title?: string): number {
    const id = 990_000 + ++this.app.madeUp;
    this.app.tmdb.given.film({ id, title: title ?? `Film no. ${id}` });
    for (const radarr of [this.app.radarr, ...this.moreLibraries])
      radarr.given.catalog([{ tmdbId: id, title: `${title ?? `Film no. ${id}`} (library)`, year: 2024 }]);
    return id;
  }

  /** What the queues of administrators show of a request for a film by ana that has chosen nothing. */
  queued(requestId: number, tmdbId: number, title: string, askedAt: number): Fields {
    return {
      id: requestId,
      user_id: this.ana.userId,
      username: 'ana',
      tmdb_id: tmdbId,
      tvdb_id: 0,
      media_type: 'movie',
      title,
      poster_path: `/poster-${tmdbId}.jpg`,
      book_format: '',
      instance_id: this.library,
      instance_name: 'Films',
      requester_count: 1,
      season_scope: '',
      quality_profile_id: 0,
      requested_at: new Date(askedAt).toISOString(),
    };
  }

  /** One more library, behind the first in the list, on a fake of its own; accounts that exist may not use it. */
  async addLibrary(fields: Fields = {}): Promise<{ readonly id: string; readonly radarr: RadarrFake }> {
    const { apiKey } = this.app.radarr;
    const radarr = await new RadarrFake({ apiKey, now: () => this.app.clock.now() }).start();
    this.moreLibraries.push(radarr);
    const instance = { name: 'More films', url: radarr.url, ...fields };
    return { id: await this.app.connectRadarr(this.admin, instance), radarr };
  }

  /**
   * Begins something that delivers, and holds the delivery in the middle of its work: the film is not added yet.
   *
   * @returns lets go of it
   */
  async holdDelivery(begin: () => Promise<unknown>): Promise<() => void> {
    const { promise, resolve } = manualPromise();
    const key = 'GET /api/v3/qualityprofile';
    this.app.radarr.route(key, async () => {
      await promise;
      return { body: [qualityProfile({ id: 4, name: 'HD-1080p' })] };
    });
    const arrived = this.app.radarr.nextCall(key);
    await begin();
    await arrived;
    return resolve;
  }

  protected override libraryUrl(): string {
    return this.app.radarr.url;
  }

  private async stopMore(): Promise<void> {
    const fakes = this.moreLibraries;
    this.moreLibraries = [];
    await Promise.all(fakes.map((fake) => fake.stop()));
  }
}
