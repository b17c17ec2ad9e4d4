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

/** Reads the state of titles of one kind from a library. */
export interface TitleReads<Place, State> {
  /**
   * The state of these titles in one library, one entry per title, by its id. Returns in time even when the library
   * hangs.
   */
  readonly availabilities: (instanceId: string, places: readonly Place[]) => Promise<ReadonlyMap<number, State>>;
  /** The title's id in the library's catalog. */
  readonly idOf: (place: Place) => number;
  /** The state of a title whose library may not or can't be read. */
  readonly unknown: State;
}

/**
 * How long a price calculation waits for a library, in milliseconds. Source: doc 4 section 1.18, pre-flight library
 * read.
 */
const GLANCE_MS = 250;

/** Reads the live state of titles of one kind, as far as the caller may see it. */
abstract class LiveTitles<Place extends InLibrary, State> {
  protected constructor(
    private readonly access: InstanceAccessService,
    private readonly clock: Clock,
    private readonly reads: TitleReads<Place, State>,
  ) {}

  /** The titles that are in libraries which the caller may use now. */
  async within(tx: ReadTx, caller: Caller, places: readonly Place[]): Promise<readonly Place[]> {
    const usable = new Set<string>();
    for (const instanceId of new Set(places.map((place) => place.instanceId)))
      if (instanceId !== null && (await this.access.mayUse(tx, caller.userId, caller.role, instanceId)))
        usable.add(instanceId);
    return places.filter(({ instanceId }) => instanceId !== null && usable.has(instanceId));
  }

  /**
   * The library's state of a title, if it answers within a quarter of a second; else unknown. It may prove that nothing
   * has to be charged. Source: doc 4, decision "Owned already".
   */
  async glance(place: Place): Promise<State> {
    if (place.instanceId === null) return this.reads.unknown;
    const states = await within(this.clock, GLANCE_MS, this.readOne(place.instanceId, [place]));
    return (states === TOO_LATE ? undefined : states)?.get(this.reads.idOf(place)) ?? this.reads.unknown;
  }

  /**
   * Reads each library once, in parallel. A title that is not among `places` is unknown, and so is one whose library
   * has not answered after two seconds or is known to hang. The read continues in the background, and later callers use
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
    return (place) => states.get(place.instanceId ?? '')?.get(this.reads.idOf(place)) ?? this.reads.unknown;
  }

  /** Empty when the library has been removed since its requests were read. */
  private async readOne(instanceId: string, places: readonly Place[]): Promise<ReadonlyMap<number, State>> {
    try {
      return await this.reads.availabilities(instanceId, places);
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

/** A series in a library; null once that library has been removed. */
export interface SeriesPlace {
  readonly instanceId: string | null;
  readonly tvdbId: number;
  /** Must the monitoring of the first episode be known? Finding out may need another read. */
  readonly pilot?: boolean;
}

/** Reads the live state of series, as far as the caller may see it. */
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

  /**
   * The cached state of a series; unknown when there is none. The library is not asked. It may prove that the library
   * holds the series.
   */
  warm({ instanceId, tvdbId }: SeriesPlace): SeriesAvailability {
    const known = instanceId === null ? undefined : this.library.warm(instanceId, tvdbId);
    return known ?? UNKNOWN_SERIES;
  }
}

function tvdbIdOf({ tvdbId }: SeriesPlace): number {
  return tvdbId;
}
