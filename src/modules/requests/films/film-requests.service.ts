import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import type { ReadTx } from '../../../core/database/database.js';
import type { ArrivalReading } from '../../library/library.public.js';
import { filmUnit } from '../../quotas/quotas.public.js';
import type { SavedRequest } from '../jobs/dispatches.repository.js';
import { isOwned } from '../kinds/judge-repeat.js';
import type { AskedTitle, RequestKind, StatusReading, TitleState } from '../kinds/request-kind.js';
import { savedStateOf, statusNow, type LiveState } from '../kinds/request-status.js';
import type { PricedSelection, Submission } from '../kinds/submission.js';
import { WholeTitlesService, type WholeTitle } from '../kinds/whole-titles.service.js';
import { RequestPoliciesService } from '../policy/request-policies.service.js';
import { FilmDeliveryService } from './film-delivery.service.js';
import { FilmSelectionService, type FilmSelection } from './film-selection.service.js';
import { LiveFilmsService, type FilmPlace } from './live-films.service.js';

/** Requests for films. */
@Injectable()
export class FilmRequestsService implements RequestKind<FilmSelection> {
  readonly mediaType = 'movie';

  constructor(
    readonly delivery: FilmDeliveryService,
    private readonly inputs: FilmSelectionService,
    private readonly live: LiveFilmsService,
    private readonly policies: RequestPoliciesService,
    private readonly titles: WholeTitlesService,
  ) {}

  async submit(caller: Caller, film: FilmSelection): Promise<Submission> {
    return this.titles.submit(caller, await this.titleOf(caller, film));
  }

  async preview(caller: Caller, film: FilmSelection): Promise<PricedSelection> {
    return this.titles.preview(caller, await this.titleOf(caller, film));
  }

  statuses(tx: ReadTx, caller: Caller, requests: readonly SavedRequest[]): Promise<StatusReading> {
    return this.live.statuses(tx, caller, requests, placeOf, (one, live) => statusNow(savedStateOf(one), live));
  }

  async inDigest(instanceId: string, tmdbIds: readonly number[]): Promise<ReadonlyMap<number, LiveState>> {
    const live = await this.live.read(tmdbIds.map((tmdbId) => ({ instanceId, tmdbId })));
    return new Map(tmdbIds.map((tmdbId) => [tmdbId, live({ instanceId, tmdbId })]));
  }

  arrival(one: SavedRequest): Promise<ArrivalReading> {
    return this.live.arrival(placeOf(one));
  }

  async titleIn(instanceId: string, { tmdbId }: AskedTitle, requests: readonly SavedRequest[]): Promise<TitleState> {
    const [saved = null] = requests;
    const live = await this.live.readOne({ instanceId, tmdbId });
    return { saved, now: statusNow(saved && savedStateOf(saved), live), match: null };
  }

  private async titleOf(caller: Caller, film: FilmSelection): Promise<WholeTitle> {
    const { input, title } = await this.inputs.resolve(caller, film);
    return {
      subject: input,
      title,
      unit: filmUnit(input.tmdbId),
      isOwned: () => this.live.isOwned(input),
      live: () => this.live.readOne(input),
      glance: async () => {
        const live = await this.live.glance(input);
        return { live, needsNothing: isOwned(live) };
      },
      accepted: async (tx) => ({
        input: { ...input, title, qualityProfileId: film.qualityProfileId },
        policy: await this.policies.of(tx, caller.userId, caller.role),
      }),
    };
  }
}

function placeOf({ request }: SavedRequest): FilmPlace {
  return { instanceId: request.instanceId, tmdbId: request.tmdbId };
}
