import { Database } from '../../../src/core/database/database.js';
import { FilmCacheService } from '../../../src/modules/library/films/film-library.service.js';
import { SeriesCacheService } from '../../../src/modules/library/series/series-cache.service.js';
import { DispatchRow } from '../../../src/modules/requests/saved/job-rows.js';
import { RadarrFake } from '../../fakes/radarr/radarr-fake.js';
import type { RadarrMovieGiven } from '../../fakes/radarr/radarr-library.js';
import type { Answer } from '../../harness/http-client.js';
import { KeyClient } from '../../harness/key-client.js';
import type { App, Session, StartOptions } from '../../harness/start-app.js';
import type { Fields } from '../requests/requests-fixture.js';
import { SeriesHousehold, type Show, type ShowGiven } from '../requests/series-household.js';

export const FILMS = 'GET /api/v3/movie';
export const SERIES = 'GET /api/v3/series';
export const EPISODES = 'GET /api/v3/episode';

/** The fields of a request in an answer that tests read. */
export interface ListedRequest {
  readonly id: number;
  readonly status: number;
  readonly media: { readonly status: number; readonly [name: string]: unknown };
  readonly seasons: readonly { readonly seasonNumber: number; readonly status: number }[];
  readonly [name: string]: unknown;
}

/**
 * A household with a library of films, one of series, ana who may use both, and a tool with the administrator's key.
 */
export class ToolHousehold {
  private readonly moreFilms: RadarrFake[] = [];
  private isAsOpened = true;

  private constructor(
    private readonly household: SeriesHousehold,
    public films: string,
    public tool: KeyClient,
  ) {}

  static async open(options: StartOptions = {}): Promise<ToolHousehold> {
    const household = await SeriesHousehold.open(options);
    // What is put back before each test is the household as it is now, without films and a tool.
    await household.startOver();
    return new ToolHousehold(household, ...(await ToolHousehold.equip(household)));
  }

  private static async equip(household: SeriesHousehold): Promise<[films: string, tool: KeyClient]> {
    const films = await household.app.connectRadarr(household.admin);
    await household.assign(films, 'add', household.ana);
    return [films, await KeyClient.issuedBy(household.app, household.admin)];
  }

  /** As after it was opened, in the same app; called before each test, the first one too. */
  async startOver(): Promise<void> {
    if (this.isAsOpened) {
      this.isAsOpened = false;
      return;
    }
    await this.household.startOver();
    await Promise.all(this.moreFilms.splice(0).map((radarr) => radarr.stop()));
    [this.films, this.tool] = await ToolHousehold.equip(this.household);
  }

  get app(): App {
    return this.household.app;
  }

  get admin(): Session {
    return this.household.admin;
  }

  get ana(): Session {
    return this.household.ana;
  }

  /** The id of the library of series. */
  get series(): string {
    return this.household.library;
  }

  async close(): Promise<void> {
    await this.household.close();
    await Promise.all(this.moreFilms.map((radarr) => radarr.stop()));
  }

  /** One more library of films, behind the first in the list. */
  async addFilmLibrary(): Promise<{ readonly id: string; readonly radarr: RadarrFake }> {
    const { apiKey } = this.app.radarr;
    const radarr = await new RadarrFake({ apiKey, now: () => this.app.clock.now() }).start();
    this.moreFilms.push(radarr);
    return { id: await this.app.connectRadarr(this.admin, { name: 'More films', url: radarr.url }), radarr };
  }

  /** One more library of series, behind the first in the list. */
  addSeriesLibrary(): ReturnType<SeriesHousehold['addLibrary']> {
    return this.household.addLibrary();
  }

  /** A film that the metadata provider and the library's lookup know, and nobody has; its TMDB id. */
  film(title = 'Harbor Lights'): number {
    const id = 990_000 + ++this.app.madeUp;
    this.app.tmdb.given.film({ id, title });
    this.app.radarr.given.catalog([{ tmdbId: id, title, year: 2024 }]);
    return id;
  }

  /** A film as {@link film}, which the library has. */
  heldFilm(given: Omit<RadarrMovieGiven, 'tmdbId'> = {}): number {
    const tmdbId = this.film();
    this.app.radarr.given.movie({ ...given, tmdbId });
    return tmdbId;
  }

  show(given?: ShowGiven): Show {
    return this.household.show(given);
  }

  approval(isNeeded: boolean): Promise<Answer> {
    return this.admin.put('/api/admin/request-settings', { require_approval: isNeeded });
  }

  /** Asks for a film, and answers the id of the request. */
  askFilm(tmdbId: number, session: Session = this.ana): Promise<number> {
    return this.household.requestOf(session, tmdbId, { media_type: 'movie' });
  }

  /** Asks for seasons of a series, and answers the id of the request. */
  askSeries({ tmdbId }: Show, fields: Fields = { seasons: [1] }, session: Session = this.ana): Promise<number> {
    return this.household.requestOf(session, tmdbId, fields);
  }

  /** Leaves a request's delivery where a test wants it. */
  leave(requestId: number, job: Partial<DispatchRow>): Promise<unknown> {
    return this.app.get(Database).write((tx) => tx.update(DispatchRow, { requestId }, job));
  }

  /** Since when the seasons of these series were seen to differ between the catalogs; null for no longer. */
  doubt(shows: readonly Show[], seasonsDifferSince: number | null): Promise<void> {
    return this.household.doubt(shows, seasonsDifferSince);
  }

  /** The libraries are read anew by the next reader. */
  forgetSnapshots(): void {
    this.app.get(FilmCacheService).drop(this.films);
    this.app.get(SeriesCacheService).drop(this.series);
  }

  /** How the tool reads a request once the libraries have been read anew. */
  async readRequest(requestId: number): Promise<ListedRequest> {
    this.forgetSnapshots();
    const answer = await this.tool.get(`/api/v1/request/${requestId}`);
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
    return answer.body as ListedRequest;
  }

  /** Where a request and its title stand. */
  async statuses(requestId: number): Promise<readonly [request: number, media: number]> {
    const { status, media } = await this.readRequest(requestId);
    return [status, media.status];
  }

  /** A list as the tool reads it. */
  async list(query: string): Promise<{ readonly ids: readonly number[]; readonly pageInfo: unknown }> {
    const answer = await this.tool.get(`/api/v1/request${query}`);
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
    const { results, pageInfo } = answer.body as { results: readonly ListedRequest[]; pageInfo: unknown };
    return { ids: results.map(({ id }) => id), pageInfo };
  }
}
