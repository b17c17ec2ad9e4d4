import { Database } from '../../../src/core/database/database.js';
import { SeriesLibraryService } from '../../../src/modules/library/library.public.js';
import { DispatchesRepository } from '../../../src/modules/requests/saved/dispatches.repository.js';
import { RequestsRepository } from '../../../src/modules/requests/saved/requests.repository.js';
import { encodeSeasonMap } from '../../../src/modules/series-matching/matches/season-map.js';
import { TvMatchesRepository } from '../../../src/modules/series-matching/matches/tv-matches.repository.js';
import { SonarrFake } from '../../fakes/sonarr/sonarr-fake.js';
import { showOf, type SonarrAirings } from '../../fakes/sonarr/sonarr-show.js';
import type { TmdbSeriesGiven } from '../../fakes/tmdb/tmdb-series.js';
import { manualPromise } from '../../harness/manual-promise.js';
import { ADMIN_PASSWORD, startApp, type App, type Session, type StartOptions } from '../../harness/start-app.js';
import { RequestsFixture, type Fields } from './requests-fixture.js';

const LIST = 'GET /api/v3/series';

/** What a test says about a series; the rest is filled in. */
export interface ShowGiven {
  readonly title?: string;
  /** The year of its first season; each later one airs a year after. */
  readonly year?: number;
  readonly tmdbId?: number;
  readonly tvdbId?: number;
  /** By number: airings, or how many episodes air weekly. Two seasons of three aired episodes where nothing is said. */
  readonly seasons?: Readonly<Record<number, SonarrAirings | number>>;
  /** What the metadata provider says of it, where that differs: `{ tvdb_id: null }`, other seasons… */
  readonly atProvider?: Partial<TmdbSeriesGiven>;
}

/** A series by its id at the metadata provider and its id in the library's catalog. */
export interface Show {
  readonly tmdbId: number;
  readonly tvdbId: number;
}

/** A household with one library of series, an administrator, and ana, who may use the library. */
export class SeriesHousehold extends RequestsFixture {
  private moreLibraries: SonarrFake[] = [];

  constructor(
    app: App,
    admin: Session,
    ana: Session,
    /** The id of the library on `app.sonarr`; accounts that are invited may use it. */
    readonly library: string,
  ) {
    super(app, admin, ana, 'tv');
  }

  static async open(options: StartOptions = {}): Promise<SeriesHousehold> {
    const app = await startApp(options);
    const admin = await app.setUpAdmin();
    const library = await app.connectSonarr(admin);
    return new SeriesHousehold(app, admin, await app.invite('ana'), library);
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.stopMore();
  }

  override async startOver(): Promise<void> {
    await this.stopMore();
    await super.startOver();
  }

  /** A series that the metadata provider and every library's lookup know by the same seasons, and nobody has. */
  show(given: ShowGiven = {}): Show {
    const { tmdbId = 770_000 + ++this.app.madeUp, year = 2015, seasons = { 1: 3, 2: 3 } } = given;
    const { tvdbId = tmdbId + 100_000, title = `Series no. ${tmdbId}` } = given;
    const show = showOf({ tvdbId, tmdbId, title, year, seasons });
    this.app.tmdb.given.series({
      id: tmdbId,
      name: title,
      first_air_date: `${year}-01-01`,
      tvdb_id: tvdbId,
      seasons: [...show.seasons].map(([season_number, airings]) => ({
        season_number,
        episode_count: airings.length,
        air_date: dayOf(airings[0]),
      })),
      ...given.atProvider,
    });
    for (const { given: catalog } of [this.app.sonarr, ...this.moreLibraries])
      catalog.catalog([{ tvdbId, tmdbId, title, year, seasons }]);
    return { tmdbId, tvdbId };
  }

  /** A request of earlier times, as its delivery left it: accepted by the library and complete. Its id. */
  async deliveredBefore(
    { userId, username }: Session,
    { tmdbId, tvdbId }: Show,
    { seasons, scope }: { readonly seasons: readonly number[]; readonly scope?: string },
  ): Promise<number> {
    const now = this.app.clock.now();
    return this.app.get(Database).write(async (tx) => {
      const id = await this.app.get(RequestsRepository).insert(tx, {
        ...{
          userId,
          requesterName: username,
          mediaType: 'tv',
          key: String(tmdbId),
          tmdbId,
          tvdbId,
          title: 'Earlier',
          status: 'requested',
        },
        ...{ qualityProfileId: 0, requestedAt: now, instanceId: this.library, matchRevision: '0'.repeat(24) },
        ...{ seasonScope: scope ?? seasons.join(','), seasonMap: encodeSeasonMap(new Map(seasons.map((n) => [n, n]))) },
        matchProvenance: 'metadata',
      });
      const job = { requestId: id, format: '' } as const;
      await this.app.get(DispatchesRepository).insert(tx, job, 'queued', now);
      await this.app.get(DispatchesRepository).change(tx, job, { state: 'complete', nextAttemptAt: null });
      return id;
    });
  }

  /**
   * A request of ana's that no worker has begun to deliver: it waits for approval, until {@link letGo}. What it has spent
   * can be looked at meanwhile.
   */
  async held(tmdbId: number, fields: Fields): Promise<number> {
    await this.needApproval();
    return this.requestOf(this.ana, tmdbId, fields);
  }

  /** Approves what was held, and waits until its delivery has been attempted. */
  async letGo(requestId: number): Promise<void> {
    const { status, text } = await this.approve(requestId);
    if (status !== 200) throw new Error(`not approved: ${text}`);
    await this.app.deliver();
  }

  /** Holds the next readings of the library until they are let go; they then answer that it has nothing. */
  holdRead(): { readonly begun: Promise<unknown>; readonly letGo: () => void } {
    const { promise, resolve } = manualPromise();
    this.app.sonarr.route(LIST, async () => {
      await promise;
      return { body: [] };
    });
    return { begun: this.app.sonarr.nextCall(LIST), letGo: resolve };
  }

  /** Since when the seasons of these series were seen to differ between the catalogs; null for no longer. */
  async doubt(shows: readonly Show[], seasonsDifferSince: number | null): Promise<void> {
    const finding = { source: 'metadata', cachedAt: this.app.clock.now(), seasonsDifferSince } as const;
    const stored = this.app.get(TvMatchesRepository);
    await this.app.get(Database).write(async (tx) => {
      for (const { tmdbId, tvdbId } of shows) await stored.remember(tx, { tmdbId, tvdbId, ...finding });
    });
  }

  /** Somebody looks at a series in the library, so that it is known for a while. */
  async lookAt({ tvdbId }: Show): Promise<void> {
    await this.app.get(SeriesLibraryService).availabilities(this.library, [tvdbId]);
  }

  /** One more library, behind the first in the list, on a fake of its own; accounts that exist may not use it. */
  async addLibrary(fields: Fields = {}): Promise<{ readonly id: string; readonly sonarr: SonarrFake }> {
    const { apiKey } = this.app.sonarr;
    const sonarr = await new SonarrFake({ apiKey, now: () => this.app.clock.now() }).start();
    this.moreLibraries.push(sonarr);
    const instance = { name: 'Some more series', url: sonarr.url, ...fields };
    // Tests let months pass, in which a session ends.
    this.admin = await this.app.login('admin', ADMIN_PASSWORD);
    return { id: await this.app.connectSonarr(this.admin, instance), sonarr };
  }

  protected override libraryUrl(): string {
    return this.app.sonarr.url;
  }

  private async stopMore(): Promise<void> {
    const fakes = this.moreLibraries;
    this.moreLibraries = [];
    await Promise.all(fakes.map((fake) => fake.stop()));
  }
}

function dayOf(moment: number | null | undefined): string | null {
  return typeof moment === 'number' ? new Date(moment).toISOString().slice(0, 'YYYY-MM-DD'.length) : null;
}
