import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/time/clock.js';
import { InstanceAccessService } from '../../instances/instances.public.js';
import { FilmLibraryService, UNKNOWN_FILM, type FilmAvailability } from '../../library/library.public.js';
import { LiveTitles } from '../kinds/live-titles.js';

/** A film in a library; null once that library has been removed. */
export interface FilmPlace {
  readonly instanceId: string | null;
  readonly tmdbId: number;
}

/** Reads the live state of films, as far as the caller may see it. */
@Injectable()
export class LiveFilmsService extends LiveTitles<FilmPlace, FilmAvailability> {
  constructor(
    access: InstanceAccessService,
    private readonly library: FilmLibraryService,
    clock: Clock,
  ) {
    super(access, clock, {
      availabilities: (instanceId, places) => library.availabilities(instanceId, places.map(tmdbIdOf)),
      idOf: tmdbIdOf,
      unknown: UNKNOWN_FILM,
    });
  }

  /**
   * Does the cache show that the library has a file of the film? The library is not asked. Source: doc 4, decision
   * "Owned already".
   */
  isOwned({ instanceId, tmdbId }: FilmPlace): boolean {
    return instanceId !== null && this.library.warmDigest(instanceId)?.get(tmdbId)?.hasFile === true;
  }
}

function tmdbIdOf({ tmdbId }: FilmPlace): number {
  return tmdbId;
}
