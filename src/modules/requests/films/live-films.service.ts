import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/time/clock.js';
import { InstanceAccessService } from '../../instances/instances.public.js';
import {
  FilmLibraryService,
  TitleArrivalsService,
  UNKNOWN_FILM,
  type ArrivalReading,
  type FilmAvailability,
} from '../../library/library.public.js';
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
    private readonly arrivals: TitleArrivalsService,
    clock: Clock,
  ) {
    super(access, clock, {
      availabilities: (instanceId, places) => library.availabilities(instanceId, places.map(tmdbIdOf)),
      idOf: tmdbIdOf,
      unknown: UNKNOWN_FILM,
    });
  }

  /** How far a film has come. */
  arrival({ instanceId, tmdbId }: FilmPlace): Promise<ArrivalReading> {
    return this.arrivalIn(instanceId, (id) => this.arrivals.film(id, tmdbId));
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
