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
import { isOwned } from '../kinds/judge-repeat.js';
import { LiveTitles } from '../kinds/live-titles.js';
import type { LiveState } from '../kinds/request-status.js';
import type { Glance, WholeTitle, WholeTitleLibrary } from '../kinds/whole-titles.service.js';

/** A film in a library; null once that library has been removed. */
export interface FilmPlace {
  readonly instanceId: string | null;
  readonly tmdbId: number;
}

/** Reads the live state of films, as far as the caller may see it. */
@Injectable()
export class LiveFilmsService extends LiveTitles<FilmPlace, FilmAvailability> implements WholeTitleLibrary {
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

function tmdbIdOf({ tmdbId }: FilmPlace): number {
  return tmdbId;
}
