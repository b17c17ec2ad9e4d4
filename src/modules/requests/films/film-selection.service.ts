import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { InjectLog } from '../../../core/core.module.js';
import { Database } from '../../../core/database/database.js';
import type { Log } from '../../../core/logging/log.js';
import { Clock } from '../../../core/time/clock.js';
import { TOO_LATE, within } from '../../../core/time/waiting.js';
import { InstanceAccessService } from '../../instances/instances.public.js';
import { FilmMetadataService } from '../../metadata/metadata.public.js';
import { filmNotFound } from '../requests.errors.js';
import type { AskedTitle } from '../kinds/request-kind.js';
import type { ProviderSubject } from '../saved/work.js';

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

/** Resolves the film and library of a request, and judges whether the caller may request there. */
@Injectable()
export class FilmSelectionService {
  constructor(
    private readonly database: Database,
    private readonly access: InstanceAccessService,
    private readonly metadata: FilmMetadataService,
    private readonly clock: Clock,
    @InjectLog() private readonly log: Log,
  ) {}

  /**
   * The request as it would be saved, with the film's title.
   *
   * @throws AppError 400 or 403 when the library is unknown or not available to the caller, before the film is looked
   *   up; 404 when the provider affirms that there is no such film. Source: doc 4 section 1.10
   */
  async resolve(
    caller: Caller,
    film: FilmSelection,
  ): Promise<{ readonly input: ProviderSubject; readonly title: string }> {
    const { id: instanceId } = await this.database.readOne((tx) =>
      this.access.resolveDestination(tx, caller, 'movie_manager', film.instanceId),
    );
    const title = await this.titleOf(film.tmdbId, film.title);
    const { key, tmdbId } = film;
    return { input: { userId: caller.userId, mediaType: 'movie', key, tmdbId, instanceId }, title };
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
