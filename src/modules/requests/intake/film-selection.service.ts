import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { InjectLog } from '../../../core/core.module.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import type { Log } from '../../../core/logging/log.js';
import { Clock } from '../../../core/time/clock.js';
import { TOO_LATE, within } from '../../../core/time/waiting.js';
import { InstanceAccessService } from '../../instances/instances.public.js';
import { FilmMetadataService } from '../../metadata/metadata.public.js';
import { filmNotFound } from '../requests.errors.js';
import type { RequestSubject } from '../saved/request-subject.js';

const LONGEST_TITLE = 300;

/** How long an acknowledgement waits for a title, in milliseconds. */
const PATIENCE_MS = 3_000;

/** What somebody asks for. */
export interface FilmSelection {
  readonly tmdbId: number;
  /** What the caller calls it; used only while the provider can't be asked. */
  readonly title: string | undefined;
  /** The library that was named; undefined for the caller's default. */
  readonly instanceId: string | undefined;
  /** 0 for the server's choice. */
  readonly qualityProfileId: number;
}

/** Which film is asked for, in which library, and may it be asked for at all? */
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
   * The wish as it would be saved, with the film's title.
   *
   * @throws AppError 400 or 403 when the library is unknown or not the caller's, before anybody is asked about the
   *   film; 404 when the provider affirms that there is no such film. Source: doc 4 section 1.10
   */
  async resolve(
    caller: Caller,
    film: FilmSelection,
  ): Promise<{ readonly input: RequestSubject; readonly title: string }> {
    const { id: instanceId } = await this.database.readOne((tx) =>
      this.access.resolveDestination(tx, caller, 'movie_manager', film.instanceId),
    );
    const title = await this.titleOf(film.tmdbId, film.title);
    return { input: { userId: caller.userId, mediaType: 'movie', tmdbId: film.tmdbId, instanceId }, title };
  }

  /**
   * Judges once more, where it counts, whether the caller may ask this library: time has passed since {@link resolve}.
   *
   * @throws AppError 400 or 403 as {@link resolve}
   */
  async recheck(tx: ReadTx, caller: Caller, { instanceId }: RequestSubject): Promise<void> {
    await this.access.resolveDestination(tx, caller, 'movie_manager', instanceId);
  }

  /**
   * The provider's title. An administrator decides by it, so a caller's own words are not good enough. When the
   * provider can't be asked, or takes more than three seconds, the caller's words have to do: a request is neither lost
   * nor held up over a title.
   *
   * @throws AppError 404 when the provider affirms that there is no such film
   */
  private async titleOf(tmdbId: number, callersWords: string | undefined): Promise<string> {
    const film = await this.ask(tmdbId);
    if (film === null) throw filmNotFound();
    if (film !== TOO_LATE) return film.title;
    return callersWords?.trim().slice(0, LONGEST_TITLE) || `Film ${tmdbId}`;
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
