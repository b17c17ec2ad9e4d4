import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { InstanceAccess } from '../../instances/instances.public.js';
import type { Wish } from '../saved/open-key.js';
import { FilmTitles } from './film-titles.js';

/** What somebody asks for. */
export interface FilmWish {
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
export class FilmWishes {
  constructor(
    private readonly database: Database,
    private readonly access: InstanceAccess,
    private readonly titles: FilmTitles,
  ) {}

  /**
   * The wish as it would be saved, with the film's title.
   *
   * @throws AppError 400 or 403 when the library is unknown or not the caller's, before anybody is asked about the
   *   film; 404 when the provider affirms that there is no such film. Source: doc 4 section 1.10
   */
  async resolve(caller: Caller, film: FilmWish): Promise<{ readonly wish: Wish; readonly title: string }> {
    const { id: instanceId } = await this.database.readOne((tx) =>
      this.access.resolveDestination(tx, caller, 'movie_manager', film.instanceId),
    );
    const title = await this.titles.titleOf(film.tmdbId, film.title);
    return { wish: { userId: caller.userId, mediaType: 'movie', tmdbId: film.tmdbId, instanceId }, title };
  }

  /**
   * Judges once more, where it counts, whether the caller may ask this library: time has passed since {@link resolve}.
   *
   * @throws AppError 400 or 403 as {@link resolve}
   */
  async recheck(tx: ReadTx, caller: Caller, { instanceId }: Wish): Promise<void> {
    await this.access.resolveDestination(tx, caller, 'movie_manager', instanceId);
  }
}
