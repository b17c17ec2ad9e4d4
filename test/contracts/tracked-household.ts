import { FilmCacheService } from '../../src/modules/library/films/film-library.service.js';
import { SeriesCacheService } from '../../src/modules/library/series/series-cache.service.js';
import { Household } from '../e2e/requests/household.js';
import { SeriesHousehold, type Show } from '../e2e/requests/series-household.js';
import type { Answer } from '../harness/http-client.js';
import { startApp, type App, type Session } from '../harness/start-app.js';

/** A title that somebody has asked for. */
export interface Tracked {
  readonly tmdbId: number;
  /** The request for it. */
  readonly requestId: number;
  /** The statuses that readers get: of the request, and of the title. Source: doc 2 section 2, "Compat MediaRequest". */
  readonly status: readonly [request: number, media: number];
}

const PENDING = 1;
const APPROVED = 2;
const DECLINED = 3;
const FAILED = 4;
const COMPLETED = 5;

const UNKNOWN = 1;
const PROCESSING = 3;
const PARTLY = 4;
const AVAILABLE = 5;

/**
 * A household whose requests for films and series stand wherever a request can stand, read with the key of the
 * interface that other tools speak.
 */
export class TrackedHousehold {
  private constructor(
    readonly app: App,
    readonly admin: Session,
    readonly ana: Session,
    private readonly filmDesk: Household,
    private readonly seriesDesk: SeriesHousehold,
    private readonly key: string,
    /** By the state that they are in. */
    readonly films: Readonly<Record<string, Tracked>>,
    readonly series: Readonly<Record<string, Tracked>>,
  ) {}

  static async open(): Promise<TrackedHousehold> {
    const app = await startApp();
    const admin = await app.setUpAdmin();
    const [movies, shows] = [await app.connectRadarr(admin), await app.connectSonarr(admin)];
    const ana = await app.invite('ana');
    const films = new Household(app, admin, ana, movies);
    const series = new SeriesHousehold(app, admin, ana, shows);
    const { api_key: key } = (await admin.post('/api/admin/compat-api')).body as { api_key: string };
    const [filmsAsked, seriesAsked] = [await filmsOf(films), await seriesOf(series)];
    const household = new TrackedHousehold(app, admin, ana, films, series, key, filmsAsked, seriesAsked);
    household.lookAnew();
    return household;
  }

  close(): Promise<void> {
    return this.app.close();
  }

  /** Calls the interface, `/request/count`, with its key or another one. */
  ask(method: string, path: string, key = this.key): Promise<Answer> {
    return this.app.http.request(method, `/api/v1${path}`, { headers: { 'x-api-key': key } });
  }

  /** One more request that awaits its decision, for a film that nobody else asked for. */
  async pending(): Promise<Tracked> {
    await this.filmDesk.needApproval();
    const tmdbId = this.filmDesk.film();
    return { tmdbId, requestId: await this.filmDesk.requestOf(this.ana, tmdbId), status: [PENDING, UNKNOWN] };
  }

  /** The state of the delivery of a request. */
  async deliveryOf({ requestId }: Tracked): Promise<string> {
    return (await this.filmDesk.job(requestId)).state;
  }

  /** A film that a library has and nobody has asked for. */
  heldFilm(): number {
    const tmdbId = this.filmDesk.film('Held');
    this.app.radarr.given.movie({ tmdbId, hasFile: true });
    this.lookAnew();
    return tmdbId;
  }

  /** A series, one season of two on disk, that nobody has asked for. */
  heldSeries(): number {
    const { tmdbId, tvdbId } = this.seriesDesk.show({ title: 'Held' });
    this.app.sonarr.given.series({ tvdbId, files: { 1: 'aired' } });
    this.lookAnew();
    return tmdbId;
  }

  /** A film that no library has and nobody has asked for. */
  unheardFilm(): number {
    return this.filmDesk.film('Unheard of');
  }

  /** A series that no library has and nobody has asked for. */
  unheardSeries(): number {
    return this.seriesDesk.show({ title: 'Unheard of' }).tmdbId;
  }

  /** The library isn't to be reached until `recover` of its fake, and nothing of it is remembered. */
  silence(library: 'films' | 'series'): void {
    if (library === 'films') this.app.radarr.fail('GET /api/v3/movie', 503, Infinity);
    else this.app.sonarr.fail('GET /api/v3/series', 503, Infinity);
    this.lookAnew();
  }

  recover(): void {
    this.app.radarr.recover();
    this.app.sonarr.recover();
    this.lookAnew();
  }

  private lookAnew(): void {
    this.app.get(FilmCacheService).drop(this.filmDesk.library);
    this.app.get(SeriesCacheService).drop(this.seriesDesk.library);
  }
}

async function filmsOf(fixture: Household): Promise<Record<string, Tracked>> {
  const { ana, app } = fixture;
  const asked = async (name: string, status: Tracked['status'], ask = fixture.delivered): Promise<Tracked> => {
    const tmdbId = fixture.film(name);
    return { tmdbId, requestId: await ask.call(fixture, ana, tmdbId), status };
  };
  await fixture.needApproval();
  const pending = await asked('Pending', [PENDING, UNKNOWN]);
  const declined = await asked('Declined', [DECLINED, UNKNOWN]);
  await fixture.deny(declined.requestId);
  const cancelled = await asked('Cancelled', [DECLINED, UNKNOWN]);
  await fixture.act(ana, cancelled.requestId, 'cancel');
  const approved = await asked('Approved by a person', [APPROVED, PROCESSING]);
  await fixture.approve(approved.requestId);
  await app.deliver();
  await fixture.admin.put('/api/admin/request-settings', { require_approval: false });

  const processing = await asked('Processing', [APPROVED, PROCESSING]);
  const downloading = await asked('Downloading', [APPROVED, PROCESSING]);
  app.radarr.startDownload(downloading.tmdbId);
  const completed = await asked('Completed', [COMPLETED, AVAILABLE]);
  app.radarr.finishDownload(completed.tmdbId);
  app.radarr.fail('GET /api/v3/movie/lookup', { body: [] });
  const failed = await asked('Failed', [FAILED, UNKNOWN]);
  app.radarr.fail('GET /api/v3/movie', 503);
  const waiting = await asked('Waiting', [APPROVED, PROCESSING]);
  return { pending, declined, cancelled, approved, processing, downloading, completed, failed, waiting };
}

async function seriesOf(fixture: SeriesHousehold): Promise<Record<string, Tracked>> {
  const { ana, app } = fixture;
  const shows = new Map<number, Show>();
  const asked = async (title: string, status: Tracked['status'], fields: object = {}): Promise<Tracked> => {
    const show = fixture.show({ title });
    shows.set(show.tmdbId, show);
    return { tmdbId: show.tmdbId, requestId: await fixture.delivered(ana, show.tmdbId, { ...fields }), status };
  };
  const files = ({ tmdbId }: Tracked, ...[season, which]: [number, 'aired' | readonly number[]]): void =>
    app.sonarr.importFiles(shows.get(tmdbId)?.tvdbId ?? NaN, season, which);

  await fixture.needApproval();
  const pending = await asked('Pending', [PENDING, UNKNOWN]);
  const declined = await asked('Declined', [DECLINED, UNKNOWN]);
  await fixture.deny(declined.requestId);
  await fixture.admin.put('/api/admin/request-settings', { require_approval: false });

  const processing = await asked('Processing', [APPROVED, PROCESSING]);
  const partly = await asked('Partly', [APPROVED, PARTLY]);
  files(partly, 1, [1]);
  const oneOfTwo = await asked('One season of two', [COMPLETED, PARTLY], { seasons: [1] });
  files(oneOfTwo, 1, 'aired');
  const completed = await asked('Completed', [COMPLETED, AVAILABLE]);
  files(completed, 1, 'aired');
  files(completed, 2, 'aired');
  const pilot = await asked('Pilot', [APPROVED, PROCESSING], { season_scope: 'pilot' });
  app.sonarr.fail('GET /api/v3/series/lookup', { body: [] });
  const failed = await asked('Failed', [FAILED, UNKNOWN]);
  return { pending, declined, processing, partly, oneOfTwo, completed, pilot, failed };
}
