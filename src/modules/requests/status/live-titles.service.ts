import type { Caller } from '../../../core/access/caller.js';
import type { ReadTx } from '../../../core/database/database.js';
import { Clock } from '../../../core/time/clock.js';
import { TOO_LATE, within } from '../../../core/time/waiting.js';
import { InstanceAccessService, InstanceMissing } from '../../instances/instances.public.js';
import { Injectable } from '@nestjs/common';
import {
  FilmLibraryService,
  UNKNOWN_FILM,
  type FilmAvailability,
  SeriesLibraryService,
  UNKNOWN_SERIES,
  type SeriesAvailability,
} from '../../library/library.public.js';

/** A title in a library; null once that library has been removed. */
interface InLibrary {
  readonly instanceId: string | null;
}

/** A library's answer about titles of one kind. */
export interface TitleReads<Place, State> {
  /**
   * Where do these titles of one library stand? One entry per title asked about, by its id. It keeps nobody waiting for a
   * library that hangs.
   */
  readonly availabilities: (instanceId: string, places: readonly Place[]) => Promise<ReadonlyMap<number, State>>;
  /** What the library calls the title. */
  readonly idOf: (place: Place) => number;
  /** What is said of a title where no library may or can be read. */
  readonly unknown: State;
}

/** How long a price waits for a library, in milliseconds. Source: doc 4 section 1.18, pre-flight library read. */
const GLANCE_MS = 250;

/** What the libraries say of titles of one kind, as far as somebody may know it. */
abstract class LiveTitles<Place extends InLibrary, State> {
  protected constructor(
    private readonly access: InstanceAccessService,
    private readonly clock: Clock,
    private readonly readings: TitleReads<Place, State>,
  ) {}

  /** Of these titles, those in libraries that the caller may use at this moment. */
  async within(tx: ReadTx, caller: Caller, places: readonly Place[]): Promise<readonly Place[]> {
    const usable = new Set<string>();
    for (const instanceId of new Set(places.map((place) => place.instanceId)))
      if (instanceId !== null && (await this.access.mayUse(tx, caller.userId, caller.role, instanceId)))
        usable.add(instanceId);
    return places.filter(({ instanceId }) => instanceId !== null && usable.has(instanceId));
  }

  /**
   * What the library says of a title within a quarter of a second; unknown when that isn't enough. It may prove that
   * nothing has to be spent. Source: doc 4, decision "Owned already".
   */
  async glance(place: Place): Promise<State> {
    if (place.instanceId === null) return this.readings.unknown;
    const states = await within(this.clock, GLANCE_MS, this.readOne(place.instanceId, [place]));
    return (states === TOO_LATE ? undefined : states)?.get(this.readings.idOf(place)) ?? this.readings.unknown;
  }

  /**
   * Reads each library once, all of them side by side. A title that is not among `places` is unknown, and so is one
   * whose library has not answered after two seconds, or is known to hang. The reading goes on, and the next reader finds
   * its result.
   */
  async read(places: readonly Place[]): Promise<(place: Place) => State> {
    const wanted = new Map<string, Place[]>();
    for (const place of places) {
      if (place.instanceId === null) continue;
      const known = wanted.get(place.instanceId);
      if (known) known.push(place);
      else wanted.set(place.instanceId, [place]);
    }
    const read = [...wanted].map(async ([id, titles]) => [id, await this.readOne(id, titles)] as const);
    const states = new Map(await Promise.all(read));
    return (place) => states.get(place.instanceId ?? '')?.get(this.readings.idOf(place)) ?? this.readings.unknown;
  }

  /** Nothing when the library has been removed since its requests were read. */
  private async readOne(instanceId: string, places: readonly Place[]): Promise<ReadonlyMap<number, State>> {
    try {
      return await this.readings.availabilities(instanceId, places);
    } catch (fault) {
      if (fault instanceof InstanceMissing) return new Map();
      throw fault;
    }
  }
}

/** A film in a library; null once that library has been removed. */
export interface FilmPlace {
  readonly instanceId: string | null;
  readonly tmdbId: number;
}

/** What the libraries say of films, as far as somebody may know it. */
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

  /** Is it known, without asking the library, that it has a file of the film? Source: doc 4, decision "Owned already". */
  isOwned({ instanceId, tmdbId }: FilmPlace): boolean {
    return instanceId !== null && this.library.warmDigest(instanceId)?.get(tmdbId)?.hasFile === true;
  }
}

function tmdbIdOf({ tmdbId }: FilmPlace): number {
  return tmdbId;
}

/** A series in a library; null once that library has been removed. */
export interface SeriesPlace {
  readonly instanceId: string | null;
  readonly tvdbId: number;
  /** Does it matter whether the library looks for a first episode? That may cost a reading. */
  readonly pilot?: boolean;
}

/** What the libraries say of series, as far as somebody may know it. */
@Injectable()
export class LiveSeriesService extends LiveTitles<SeriesPlace, SeriesAvailability> {
  constructor(
    access: InstanceAccessService,
    private readonly library: SeriesLibraryService,
    clock: Clock,
  ) {
    super(access, clock, {
      availabilities: (instanceId, places) =>
        library.availabilities(instanceId, places.map(tvdbIdOf), places.filter(({ pilot }) => pilot).map(tvdbIdOf)),
      idOf: tvdbIdOf,
      unknown: UNKNOWN_SERIES,
    });
  }

  /** What is known of a series without asking its library; unknown when nothing is. It may prove that it is there. */
  warm({ instanceId, tvdbId }: SeriesPlace): SeriesAvailability {
    const known = instanceId === null ? undefined : this.library.warm(instanceId, tvdbId);
    return known ?? UNKNOWN_SERIES;
  }
}

function tvdbIdOf({ tvdbId }: SeriesPlace): number {
  return tvdbId;
}
