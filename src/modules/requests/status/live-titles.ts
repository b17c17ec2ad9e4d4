import type { Caller } from '../../../core/access/caller.js';
import type { ReadTx } from '../../../core/database/database.js';
import type { Clock } from '../../../core/time/clock.js';
import { TOO_LATE, within } from '../../../core/time/patience.js';
import { type InstanceAccessService, InstanceMissing } from '../../instances/instances.public.js';

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
export abstract class LiveTitles<Place extends InLibrary, State> {
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
