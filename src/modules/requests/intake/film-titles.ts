import { Injectable } from '@nestjs/common';
import { InjectLog } from '../../../core/core.module.js';
import type { Log } from '../../../core/logging/log.js';
import { Clock } from '../../../core/time/clock.js';
import { TOO_LATE, within } from '../../../core/time/patience.js';
import { FilmMetadata } from '../../metadata/metadata.public.js';
import { filmNotFound } from '../requests.errors.js';

const LONGEST_TITLE = 300;

/** How long an acknowledgement waits for a title. */
const PATIENCE_MS = 3_000;

/** What is this film called? */
@Injectable()
export class FilmTitles {
  constructor(
    private readonly metadata: FilmMetadata,
    private readonly clock: Clock,
    @InjectLog() private readonly log: Log,
  ) {}

  /**
   * The provider's title. An administrator decides by it, so a caller's own words are not good enough. When the
   * provider can't be asked, or takes more than three seconds, the caller's words have to do: a request is neither lost
   * nor held up over a title.
   *
   * @throws AppError 404 when the provider affirms that there is no such film
   */
  async titleOf(tmdbId: number, callersWords: string | undefined): Promise<string> {
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
