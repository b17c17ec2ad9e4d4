import { Database } from '../../../src/core/database/database.js';
import { DispatchRow } from '../../../src/modules/requests/delivery/dispatch-row.entity.js';
import { RequestRow } from '../../../src/modules/requests/saved/request-row.entity.js';
import { qualityProfile } from '../../fakes/radarr/radarr-fixed-answers.js';
import { RadarrFake } from '../../fakes/radarr/radarr-fake.js';
import { deferred } from '../../harness/deferred.js';
import type { Answer } from '../../harness/http-client.js';
import { startApp, type App, type Session, type StartOptions } from '../../harness/start-app.js';

type Fields = Readonly<Record<string, unknown>>;

/** A household with one film library, an administrator, and ana, who may use the library. */
export class Household {
  private readonly moreLibraries: RadarrFake[] = [];
  private films = 990_000;

  private constructor(
    readonly app: App,
    readonly admin: Session,
    readonly ana: Session,
    /** The id of the library on `app.radarr`; accounts that are invited may use it. */
    readonly library: string,
  ) {}

  static async open(options: StartOptions = {}): Promise<Household> {
    const app = await startApp(options);
    const admin = await app.setUpAdmin();
    const library = await app.connectRadarr(admin);
    return new Household(app, admin, await app.invite('ana'), library);
  }

  async close(): Promise<void> {
    await this.app.close();
    await Promise.all(this.moreLibraries.map((radarr) => radarr.stop()));
  }

  /** A film that the metadata provider and every library's lookup know, and nobody has; its TMDB id. */
  film(title?: string): number {
    const id = ++this.films;
    this.app.tmdb.given.film({ id, title: title ?? `Film no. ${id}` });
    for (const radarr of [this.app.radarr, ...this.moreLibraries])
      radarr.given.catalog([{ tmdbId: id, title: `${title ?? `Film no. ${id}`} (library)`, year: 2024 }]);
    return id;
  }

  /** One more library, behind the first in the list, on a fake of its own; accounts that exist may not use it. */
  async addLibrary(fields: Fields = {}): Promise<{ readonly id: string; readonly radarr: RadarrFake }> {
    const { apiKey } = this.app.radarr;
    const radarr = await new RadarrFake({ apiKey, now: () => this.app.clock.now() }).start();
    this.moreLibraries.push(radarr);
    const instance = { name: 'More films', url: radarr.url, ...fields };
    return { id: await this.app.connectRadarr(this.admin, instance), radarr };
  }

  assign(library: string, action: 'add' | 'remove', ...sessions: readonly Session[]): Promise<Answer> {
    const user_ids = sessions.map(({ userId }) => userId);
    return this.admin.patch(`/api/instances/${library}/assignments`, { action, user_ids });
  }

  ask(session: Session, tmdbId: number, fields: Fields = {}): Promise<Answer> {
    return session.post('/api/requests', { media_type: 'movie', tmdb_id: tmdbId, ...fields });
  }

  /** Asks, and answers the id of the request that stands for it. */
  async requestOf(session: Session, tmdbId: number, fields: Fields = {}): Promise<number> {
    const answer = await this.ask(session, tmdbId, fields);
    const { request_id: id } = answer.body as { request_id?: number };
    if (answer.status !== 200 || id === undefined) throw new Error(`no request: ${answer.status} ${answer.text}`);
    return id;
  }

  /** Asks and waits until the delivery has been attempted. */
  async delivered(session: Session, tmdbId: number, fields: Fields = {}): Promise<number> {
    const id = await this.requestOf(session, tmdbId, fields);
    await this.app.deliver();
    return id;
  }

  needApproval(): Promise<Answer> {
    return this.admin.put('/api/admin/request-settings', { require_approval: true });
  }

  /** What the caller sees of a film. */
  async status(session: Session, tmdbId: number): Promise<unknown> {
    return (await session.get(`/api/requests/${tmdbId}/status`)).body;
  }

  receipt(session: Session, requestId: number, query = ''): Promise<Answer> {
    return session.get(`/api/requests/delivery-status?request_id=${requestId}${query}`);
  }

  act(session: Session, requestId: number, action: string): Promise<Answer> {
    return session.post(`/api/requests/${requestId}/delivery`, { action });
  }

  approve(requestId: number, fields?: Fields): Promise<Answer> {
    return this.admin.post(`/api/admin/requests/${requestId}/approve`, fields);
  }

  deny(requestId: number, fields?: Fields): Promise<Answer> {
    return this.admin.post(`/api/admin/requests/${requestId}/deny`, fields);
  }

  /** All saved requests, in the order in which they came. */
  rows(): Promise<RequestRow[]> {
    return this.app.get(Database).read((tx) => tx.find(RequestRow, { order: { id: 'ASC' } }));
  }

  row(id: number): Promise<RequestRow> {
    return this.app.get(Database).read((tx) => tx.findOneByOrFail(RequestRow, { id }));
  }

  job(requestId: number): Promise<DispatchRow> {
    return this.app.get(Database).read((tx) => tx.findOneByOrFail(DispatchRow, { requestId }));
  }

  /**
   * Begins something that delivers, and holds the delivery in the middle of its work: the film is not added yet.
   *
   * @returns lets go of it
   */
  async holdDelivery(begin: () => Promise<unknown>): Promise<() => void> {
    const { promise, resolve } = deferred();
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
}
