import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { InjectLog } from '../../../core/core.module.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import type { Log } from '../../../core/logging/log.js';
import { Clock } from '../../../core/time/clock.js';
import { TOO_LATE, within } from '../../../core/time/waiting.js';
import { InstanceAccessService } from '../../instances/instances.public.js';
import {
  type ArrivalReading,
  type FilmAvailability,
  FilmLibraryService,
  TitleArrivalsService,
  UNKNOWN_FILM,
} from '../../library/library.public.js';
import { FilmMetadataService } from '../../metadata/metadata.public.js';
import { filmUnit } from '../../quotas/quotas.public.js';
import { LiveTitles } from '../kinds/live-titles.js';
import type {
  AskedTitle,
  PricedSelection,
  RequestKind,
  StatusReading,
  Submission,
  TitleState,
} from '../kinds/request-kind.js';
import { type LiveState, savedStateOf, statusNow } from '../kinds/request-status.js';
import {
  type Glance,
  isOwned,
  type WholeTitle,
  type WholeTitleLibrary,
  WholeTitlesService,
} from '../kinds/whole-titles.service.js';
import { filmNotFound } from '../requests.errors.js';
import type { SavedRequest } from '../saved/dispatches.repository.js';
import { FilmDeliveryService } from './film-delivery.service.js';

interface FilmInLibrary {
  readonly instanceId: string | null;
  readonly tmdbId: number;
}

class LiveFilms extends LiveTitles<FilmInLibrary, FilmAvailability> implements WholeTitleLibrary {
  constructor(
    access: InstanceAccessService,
    private readonly library: FilmLibraryService,
    private readonly arrivals: TitleArrivalsService,
    clock: Clock,
  ) {
    super(access, clock, {
      availabilities: (instanceId, films) => library.availabilities(instanceId, films.map(tmdbIdOf)),
      idOf: tmdbIdOf,
      unknown: UNKNOWN_FILM,
    });
  }

  arrival({ instanceId, tmdbId }: FilmInLibrary): Promise<ArrivalReading> {
    return this.arrivalIn(instanceId, (id) => this.arrivals.film(id, tmdbId));
  }

  hasAll({ input: { instanceId, tmdbId = 0 } }: WholeTitle): boolean {
    return this.library.warmDigest(instanceId)?.get(tmdbId)?.hasFile === true;
  }

  stateOf({ input: { instanceId, tmdbId = 0 } }: WholeTitle): Promise<LiveState> {
    return this.readOne({ instanceId, tmdbId });
  }

  async glanceAt({ input: { instanceId, tmdbId = 0 } }: WholeTitle): Promise<Glance> {
    const live = await this.glance({ instanceId, tmdbId });
    return { live, needsNothing: isOwned(live) };
  }
}

function tmdbIdOf({ tmdbId }: FilmInLibrary): number {
  return tmdbId;
}

const LONGEST_TITLE = 300;

/** How long a submission waits for the film's title, in milliseconds. */
const PATIENCE_MS = 3_000;

export interface FilmSelection extends AskedTitle {
  /** The caller's title; used only while the provider can't be asked. */
  readonly title: string | undefined;
  readonly qualityProfileId: number;
}

@Injectable()
export class FilmRequestsService implements RequestKind<FilmSelection> {
  readonly mediaType = 'movie';
  private readonly live: LiveFilms;

  constructor(
    readonly delivery: FilmDeliveryService,
    private readonly database: Database,
    private readonly access: InstanceAccessService,
    private readonly metadata: FilmMetadataService,
    library: FilmLibraryService,
    arrivals: TitleArrivalsService,
    private readonly titles: WholeTitlesService,
    private readonly clock: Clock,
    @InjectLog() private readonly log: Log,
  ) {
    this.live = new LiveFilms(access, library, arrivals, clock);
  }

  async submit(caller: Caller, film: FilmSelection): Promise<Submission> {
    return this.titles.submit(caller, await this.resolve(caller, film), this.live);
  }

  async preview(caller: Caller, film: FilmSelection): Promise<PricedSelection> {
    return this.titles.preview(caller, await this.resolve(caller, film), this.live);
  }

  statuses(tx: ReadTx, caller: Caller, requests: readonly SavedRequest[]): Promise<StatusReading> {
    return this.live.statuses(tx, caller, requests, inLibrary, (one, live) => statusNow(savedStateOf(one), live));
  }

  async inDigest(instanceId: string, tmdbIds: readonly number[]): Promise<ReadonlyMap<number, LiveState>> {
    const live = await this.live.read(tmdbIds.map((tmdbId) => ({ instanceId, tmdbId })));
    return new Map(tmdbIds.map((tmdbId) => [tmdbId, live({ instanceId, tmdbId })]));
  }

  arrival(one: SavedRequest): Promise<ArrivalReading> {
    return this.live.arrival(inLibrary(one));
  }

  async titleIn(instanceId: string, { tmdbId }: AskedTitle, requests: readonly SavedRequest[]): Promise<TitleState> {
    const [saved = null] = requests;
    const live = await this.live.readOne({ instanceId, tmdbId });
    return { saved, now: statusNow(saved && savedStateOf(saved), live), match: null };
  }

  /** @throws AppError 400 or 403 for the library, before the film is looked up; 404 when the provider affirms that there is no such film */
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
   * The provider's, since administrators decide by it; the caller's after three seconds, so that a request is neither
   * lost nor delayed.
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

function inLibrary({ request }: SavedRequest): FilmInLibrary {
  return { instanceId: request.instanceId, tmdbId: request.tmdbId };
}
