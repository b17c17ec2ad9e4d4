import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { InjectLog } from '../../../core/core.module.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import type { Log } from '../../../core/logging/log.js';
import { Clock } from '../../../core/time/clock.js';
import { TOO_LATE, within } from '../../../core/time/waiting.js';
import { InstanceAccessService } from '../../instances/instances.public.js';
import type { ArrivalReading } from '../../library/library.public.js';
import { FilmMetadataService } from '../../metadata/metadata.public.js';
import { filmUnit } from '../../quotas/quotas.public.js';
import type { SavedRequest } from '../jobs/dispatches.repository.js';
import type { AskedTitle, RequestKind, StatusReading, TitleState } from '../kinds/request-kind.js';
import { savedStateOf, statusNow, type LiveState } from '../kinds/request-status.js';
import type { PricedSelection, Submission } from '../kinds/submission.js';
import { WholeTitlesService, type WholeTitle } from '../kinds/whole-titles.service.js';
import { filmNotFound } from '../requests.errors.js';
import { FilmDeliveryService } from './film-delivery.service.js';
import { LiveFilmsService, type FilmPlace } from './live-films.service.js';

const LONGEST_TITLE = 300;

/** How long a submission waits for the film's title, in milliseconds. */
const PATIENCE_MS = 3_000;

/** The input of a request for a film. */
export interface FilmSelection extends AskedTitle {
  /** The caller's title; used only while the provider can't be asked. */
  readonly title: string | undefined;
  /** 0 for the server's choice. */
  readonly qualityProfileId: number;
}

/** Requests for films. */
@Injectable()
export class FilmRequestsService implements RequestKind<FilmSelection> {
  readonly mediaType = 'movie';

  constructor(
    readonly delivery: FilmDeliveryService,
    private readonly database: Database,
    private readonly access: InstanceAccessService,
    private readonly metadata: FilmMetadataService,
    private readonly live: LiveFilmsService,
    private readonly titles: WholeTitlesService,
    private readonly clock: Clock,
    @InjectLog() private readonly log: Log,
  ) {}

  async submit(caller: Caller, film: FilmSelection): Promise<Submission> {
    return this.titles.submit(caller, await this.resolve(caller, film), this.live);
  }

  async preview(caller: Caller, film: FilmSelection): Promise<PricedSelection> {
    return this.titles.preview(caller, await this.resolve(caller, film), this.live);
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

  /**
   * The request as it would be saved.
   *
   * @throws AppError 400 or 403 when the library is unknown or not available to the caller, before the film is looked
   *   up; 404 when the provider affirms that there is no such film. Source: doc 4 section 1.10
   */
  private async resolve(caller: Caller, film: FilmSelection): Promise<WholeTitle> {
    const { key, tmdbId, qualityProfileId } = film;
    const { id: instanceId } = await this.database.readOne((tx) =>
      this.access.resolveDestination(tx, caller, 'movie_manager', film.instanceId),
    );
    const title = await this.titleOf(tmdbId, film.title);
    const input = {
      userId: caller.userId,
      mediaType: 'movie',
      key,
      tmdbId,
      instanceId,
      title,
      qualityProfileId,
    } as const;
    return { input, unit: filmUnit(tmdbId) };
  }

  /**
   * The provider's title, because an administrator decides by it. When the provider can't be asked, or takes more than
   * three seconds, the caller's title is used, so that a request is neither lost nor delayed.
   *
   * @throws AppError 404 when the provider affirms that there is no such film
   */
  private async titleOf(tmdbId: number, callersTitle: string | undefined): Promise<string> {
    const film = await this.ask(tmdbId);
    if (film === null) throw filmNotFound();
    if (film !== TOO_LATE) return film.title;
    return callersTitle?.trim().slice(0, LONGEST_TITLE) || `Film ${tmdbId}`;
  }

  private async ask(tmdbId: number) {
    try {
      return await within(this.clock, PATIENCE_MS, this.metadata.filmSummary(tmdbId));
    } catch (fault) {
      this.log.warn('a film is requested without its title', { tmdb_id: tmdbId, error: fault });
      return TOO_LATE;
    }
  }
}

function placeOf({ request }: SavedRequest): FilmPlace {
  return { instanceId: request.instanceId, tmdbId: request.tmdbId };
}
