import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import type { ReadTx } from '../../../core/database/database.js';
import { Clock } from '../../../core/time/clock.js';
import { TOO_LATE, within } from '../../../core/time/patience.js';
import { InstanceAccess, InstanceMissing } from '../../instances/instances.public.js';
import { FilmLibrary, UNKNOWN_FILM, type FilmAvailability } from '../../library/library.public.js';

/** A film in a library; null once that library has been removed. */
export interface FilmPlace {
  readonly instanceId: string | null;
  readonly tmdbId: number;
}

/** The live state of films that were asked about; unknown where no library may or can be read. */
export type LiveStates = (place: FilmPlace) => FilmAvailability;

/** How long somebody who looks waits for a library, in milliseconds. */
const PATIENCE_MS = 10_000;

/** How long a price waits for a library, in milliseconds. Source: doc 4 section 1.18, pre-flight library read. */
const GLANCE_MS = 250;

/** What the libraries say of films, as far as somebody may know it. */
@Injectable()
export class LiveFilms {
  constructor(
    private readonly access: InstanceAccess,
    private readonly library: FilmLibrary,
    private readonly clock: Clock,
  ) {}

  /** Of these films, those in libraries that the caller may use at this moment. */
  async within(tx: ReadTx, caller: Caller, places: readonly FilmPlace[]): Promise<readonly FilmPlace[]> {
    const usable = new Set<string>();
    for (const instanceId of new Set(places.map((place) => place.instanceId)))
      if (instanceId !== null && (await this.access.mayUse(tx, caller.userId, caller.role, instanceId)))
        usable.add(instanceId);
    return places.filter(({ instanceId }) => instanceId !== null && usable.has(instanceId));
  }

  /** Is it known, without asking the library, that it has a file of the film? Source: doc 4, decision "Owned already". */
  isOwned({ instanceId, tmdbId }: FilmPlace): boolean {
    return instanceId !== null && this.library.warmDigest(instanceId)?.get(tmdbId)?.hasFile === true;
  }

  /**
   * What the library says of a film within a quarter of a second; unknown when that isn't enough. It may prove that
   * nothing has to be spent. Source: doc 4, decision "Owned already".
   */
  async glance({ instanceId, tmdbId }: FilmPlace): Promise<FilmAvailability> {
    const states = instanceId === null ? null : await this.readOne(instanceId, [tmdbId], GLANCE_MS);
    return states?.get(tmdbId) ?? UNKNOWN_FILM;
  }

  /**
   * Reads each library once. A film that is not among `places` is unknown, and so is one whose library has not
   * answered after ten seconds. The reading goes on, and the next reader finds its result.
   */
  async read(places: readonly FilmPlace[]): Promise<LiveStates> {
    const wanted = new Map<string, number[]>();
    for (const { instanceId, tmdbId } of places) {
      if (instanceId === null) continue;
      const known = wanted.get(instanceId);
      if (known) known.push(tmdbId);
      else wanted.set(instanceId, [tmdbId]);
    }
    const read = [...wanted].map(async ([id, tmdbIds]) => [id, await this.readOne(id, tmdbIds, PATIENCE_MS)] as const);
    const states = new Map(await Promise.all(read));
    return ({ instanceId, tmdbId }) => states.get(instanceId ?? '')?.get(tmdbId) ?? UNKNOWN_FILM;
  }

  /** Nothing when the library takes too long, or has been removed since its requests were read. */
  private async readOne(
    instanceId: string,
    tmdbIds: readonly number[],
    patienceMs: number,
  ): Promise<ReadonlyMap<number, FilmAvailability>> {
    try {
      const states = await within(this.clock, patienceMs, this.library.availabilities(instanceId, tmdbIds));
      return states === TOO_LATE ? new Map() : states;
    } catch (fault) {
      if (fault instanceof InstanceMissing) return new Map();
      throw fault;
    }
  }
}
