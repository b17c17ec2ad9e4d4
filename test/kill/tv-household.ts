import { QuotaService } from '../../src/modules/quotas/allowances/quota.service.js';
import { QuotasRepository } from '../../src/modules/quotas/quotas.repository.js';
import { seasonUnits } from '../../src/modules/quotas/pricing/quota-price.js';
import { DispatchesRepository } from '../../src/modules/requests/saved/dispatches.repository.js';
import { RequestsRepository } from '../../src/modules/requests/saved/requests.repository.js';
import { encodeSeasonMap } from '../../src/modules/series-matching/matches/season-map.js';
import { tvMatchRevision } from '../../src/modules/series-matching/matches/tv-match.js';
import { SonarrFake } from '../fakes/sonarr/sonarr-fake.js';
import { TmdbFake } from '../fakes/tmdb/tmdb-fake.js';
import { everLater, Household } from './household.js';
import { SERIES_CASES, type SeriesKind } from './series-kinds.js';

const METADATA_TOKEN = 'kill-metadata-token';

/** A series that was asked for. */
export interface AskedSeries {
  readonly kind: SeriesKind;
  readonly tvdbId: number;
  readonly tmdbId: number;
}

/** A household with a library of series and a metadata provider, which outlive every process. */
export class TvHousehold {
  /** What has been asked for, by the id of its request. */
  readonly asked = new Map<number, AskedSeries>();
  private lastSeries = 1_000;

  private constructor(
    readonly household: Household,
    readonly sonarr: SonarrFake,
    private readonly tmdb: TmdbFake,
    private readonly library: string,
  ) {}

  static async found(): Promise<TvHousehold> {
    const tmdb = new TmdbFake({ token: METADATA_TOKEN });
    const sonarr = new SonarrFake({ now: everLater() });
    await Promise.all([tmdb.start(), sonarr.start()]);
    let library = '';
    const household = await Household.found({
      env: { METADATA_URL: tmdb.apiUrl, METADATA_TOKEN },
      furnish: async (app, admin) => {
        const fields = { url: sonarr.url, api_key: sonarr.apiKey, auto_add_users: true };
        library = await app.connectSonarr(admin, fields);
      },
    });
    return new TvHousehold(household, sonarr, tmdb, library);
  }

  /** Puts series in place and saves requests for them as the server does, and answers their ids. */
  ask(kinds: readonly SeriesKind[]): Promise<readonly number[]> {
    const saved = new RequestsRepository();
    const dispatches = new DispatchesRepository();
    const allowances = new QuotaService(new QuotasRepository());
    const [{ userId }] = this.household.members;
    const now = this.household.now;
    return this.household.withDatabase((database) =>
      database.write(async (tx) => {
        const ids: number[] = [];
        for (const kind of kinds) {
          const { tmdbId, tvdbId } = this.putInPlace(kind);
          const { scope, asked } = SERIES_CASES[kind];
          const id = await saved.insert(tx, {
            userId,
            requesterName: 'member1',
            mediaType: 'tv',
            key: String(tmdbId),
            tmdbId,
            tvdbId,
            instanceId: this.library,
            title: `Series ${tvdbId}`,
            status: 'requested',
            qualityProfileId: 0,
            requestedAt: now,
            seasonScope: scope,
            seasonMap: encodeSeasonMap(new Map(asked.map((season) => [season, season]))),
            matchRevision: tvMatchRevision({ mode: 'default', tvdbId, seasons: 'same' }),
            matchProvenance: 'metadata',
          });
          await dispatches.insert(tx, { requestId: id, format: '' }, 'queued', now);
          const units = seasonUnits(tmdbId, asked, scope === 'pilot' ? 'pilot' : 'season');
          await allowances.charge(tx, id, { userId, role: 'user' }, { instanceId: this.library, units }, now);
          this.asked.set(id, { kind, tmdbId, tvdbId });
          ids.push(id);
        }
        return ids;
      }),
    );
  }

  async close(): Promise<void> {
    await this.household.close();
    await Promise.all([this.sonarr.stop(), this.tmdb.stop()]);
  }

  private putInPlace(kind: SeriesKind): { readonly tmdbId: number; readonly tvdbId: number } {
    const tvdbId = (this.lastSeries += 1);
    const tmdbId = tvdbId + 500_000;
    const seasons = [1, 2, 3].map((season_number) => ({ season_number, episode_count: 2, air_date: '2015-01-01' }));
    this.tmdb.given.series({ id: tmdbId, name: `Series ${tvdbId}`, tvdb_id: tvdbId, seasons });
    SERIES_CASES[kind].given(this.sonarr, tvdbId);
    return { tmdbId, tvdbId };
  }
}
