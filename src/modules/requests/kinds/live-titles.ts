import type { Caller } from '../../../core/access/caller.js';
import type { ReadTx } from '../../../core/database/database.js';
import { Clock } from '../../../core/time/clock.js';
import { TOO_LATE, within } from '../../../core/time/waiting.js';
import { InstanceAccessService, InstanceMissing } from '../../instances/instances.public.js';

/** A title in a library; null once that library has been removed. */
interface InLibrary {
  readonly instanceId: string | null;
}

/** Reads the state of titles of one kind from a library. */
interface TitleReads<Place, State, Id> {
  /**
   * The state of these titles in one library, one entry per title, by its id. Returns in time even when the library
   * hangs.
   */
  readonly availabilities: (instanceId: string, places: readonly Place[]) => Promise<ReadonlyMap<Id, State>>;
  /** The title's id in the library's catalog. */
  readonly idOf: (place: Place) => Id;
  /** The state of a title whose library may not or can't be read. */
  readonly unknown: State;
}

/**
 * How long a price calculation waits for a library, in milliseconds. Source: doc 4 section 1.18, pre-flight library
 * read.
 */
export const GLANCE_MS = 250;

/** Reads the live state of titles of one kind, as far as the caller may see it. */
export abstract class LiveTitles<Place extends InLibrary, State, Id extends string | number = number> {
  protected constructor(
    private readonly access: InstanceAccessService,
    private readonly clock: Clock,
    private readonly reads: TitleReads<Place, State, Id>,
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
  private async readOne(instanceId: string, places: readonly Place[]): Promise<ReadonlyMap<Id, State>> {
    try {
      return await this.reads.availabilities(instanceId, places);
    } catch (fault) {
      if (fault instanceof InstanceMissing) return new Map();
      throw fault;
    }
  }
}
