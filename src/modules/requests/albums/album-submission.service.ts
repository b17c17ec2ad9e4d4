import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database } from '../../../core/database/database.js';
import { InstanceAccessService } from '../../instances/instances.public.js';
import { albumUnit } from '../../quotas/quotas.public.js';
import type { PricedSelection, Submission } from '../kinds/submission.js';
import { WholeTitlesService, type WholeTitle } from '../kinds/whole-titles.service.js';
import { RequestPoliciesService } from '../policy/request-policies.service.js';
import { LIBRARY_KINDS } from '../saved/work.js';
import type { AlbumSelection } from './album-selection.js';
import { LiveAlbumsService } from './live-albums.service.js';

/** Prices and saves requests for albums. Nothing is asked of anybody but the library before it is saved. */
@Injectable()
export class AlbumSubmissionService {
  constructor(
    private readonly database: Database,
    private readonly access: InstanceAccessService,
    private readonly live: LiveAlbumsService,
    private readonly policies: RequestPoliciesService,
    private readonly titles: WholeTitlesService,
  ) {}

  /**
   * See {@link WholeTitlesService.submit}.
   *
   * @throws AppError 400 or 403 when the library is unknown or not available to the caller
   * @throws QuotaExceeded 429 when the caller's allowance doesn't cover it
   */
  async submit(caller: Caller, album: AlbumSelection): Promise<Submission> {
    return this.titles.submit(caller, await this.titleOf(caller, album));
  }

  /**
   * See {@link WholeTitlesService.preview}.
   *
   * @throws AppError as a submission; 503 when allowances can't be read
   */
  async preview(caller: Caller, album: AlbumSelection): Promise<PricedSelection> {
    return this.titles.preview(caller, await this.titleOf(caller, album));
  }

  private async titleOf(caller: Caller, album: AlbumSelection): Promise<WholeTitle> {
    const { mediaType, key, title, foreignId, searchTerm, catalogRef } = album;
    const kind = LIBRARY_KINDS[mediaType];
    const { id: instanceId } = await this.database.readOne((tx) =>
      this.access.resolveDestination(tx, caller, kind, album.instanceId),
    );
    const subject = { userId: caller.userId, mediaType, key, instanceId };
    const place = { instanceId, foreignAlbumId: key, recordId: null };
    return {
      subject,
      title,
      unit: albumUnit(key),
      isOwned: () => this.live.isOwned(place),
      live: async ({ recordId }) => {
        const bound = { ...place, recordId };
        return (await this.live.read([bound]))(bound).live;
      },
      glance: (job) => this.live.proof(instanceId, { ...place, recordId: job?.recordId ?? null }),
      recheck: async (tx) => void (await this.access.resolveDestination(tx, caller, kind, instanceId)),
      accepted: async (tx) => ({
        input: {
          ...subject,
          title,
          foreignId,
          searchTerm,
          catalogProvider: catalogRef?.provider ?? null,
          catalogId: catalogRef?.id ?? null,
          qualityProfileId: 0,
        },
        policy: await this.policies.forCatalogTitles(tx, caller.userId, caller.role),
      }),
    };
  }
}
