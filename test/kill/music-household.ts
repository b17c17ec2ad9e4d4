import { QuotaService } from '../../src/modules/quotas/allowances/quota.service.js';
import { QuotasRepository } from '../../src/modules/quotas/quotas.repository.js';
import { albumUnit } from '../../src/modules/quotas/pricing/quota-price.js';
import { DispatchesRepository } from '../../src/modules/requests/saved/dispatches.repository.js';
import { RequestsRepository } from '../../src/modules/requests/saved/requests.repository.js';
import { LidarrFake } from '../fakes/lidarr/lidarr-fake.js';
import { ALBUM_CASES, type AlbumIds, type AlbumKind } from './album-kinds.js';
import { everLater, Household } from './household.js';

/** An album that was asked for. */
export interface AskedAlbum extends AlbumIds {
  readonly kind: AlbumKind;
}

/** A household with a music library, which outlives every process. */
export class MusicHousehold {
  /** What has been asked for, by the id of its request. */
  readonly asked = new Map<number, AskedAlbum>();
  private last = 0;

  private constructor(
    readonly household: Household,
    readonly lidarr: LidarrFake,
    private readonly library: string,
  ) {}

  static async found(): Promise<MusicHousehold> {
    const lidarr = await new LidarrFake({ stocked: false, now: everLater() }).start();
    let library = '';
    const household = await Household.found({
      furnish: async (_app, admin) => {
        const body = { service_type: 'music_manager', name: 'Music', url: lidarr.url, api_key: lidarr.apiKey };
        const created = await admin.post('/api/instances', { ...body, auto_add_users: true });
        if (created.status !== 201) throw new Error(`instance not created: ${created.text}`);
        library = (created.body as { id: string }).id;
      },
    });
    return new MusicHousehold(household, lidarr, library);
  }

  /** Puts albums in place and saves requests for them as the server does, and answers their ids. */
  ask(kinds: readonly AlbumKind[]): Promise<readonly number[]> {
    const saved = new RequestsRepository();
    const dispatches = new DispatchesRepository();
    const allowances = new QuotaService(new QuotasRepository());
    const [{ userId }] = this.household.members;
    const now = this.household.now;
    return this.household.withDatabase((database) =>
      database.write(async (tx) => {
        const ids: number[] = [];
        for (const kind of kinds) {
          const album = this.putInPlace(kind);
          const id = await saved.insert(tx, {
            userId,
            requesterName: 'member1',
            mediaType: 'music',
            key: album.group,
            foreignId: album.group,
            instanceId: this.library,
            title: `Album ${album.group}`,
            status: 'requested',
            qualityProfileId: 0,
            requestedAt: now,
          });
          await dispatches.insert(tx, { requestId: id, format: '' }, 'queued', now);
          const charge = { instanceId: this.library, units: [albumUnit(album.group)] };
          await allowances.charge(tx, id, { userId, role: 'user' }, charge, now);
          this.asked.set(id, album);
          ids.push(id);
        }
        return ids;
      }),
    );
  }

  async close(): Promise<void> {
    await this.household.close();
    await this.lidarr.stop();
  }

  private putInPlace(kind: AlbumKind): AskedAlbum {
    const number = String((this.last += 1)).padStart(11, '0');
    const [group, other, artist] = ['1', '2', '3'].map((end) => `7c9d2e10-0000-4aaa-8bbb-${end}${number}`);
    if (!group || !other || !artist) throw new Error('an album has three ids');
    const ids = { group, other, artist };
    this.lidarr.given.catalog(
      [group, other].map((foreignAlbumId) => ({ foreignAlbumId, artist: { foreignArtistId: artist } })),
    );
    ALBUM_CASES[kind].given(this.lidarr, ids);
    return { kind, ...ids };
  }
}
