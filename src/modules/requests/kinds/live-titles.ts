import type { Caller } from '../../../core/access/caller.js';
import { groupBy } from '../../../core/collections/group-by.js';
import type { ReadTx } from '../../../core/database/database.js';
import { Clock } from '../../../core/time/clock.js';
import { TOO_LATE, within } from '../../../core/time/waiting.js';
import { InstanceAccessService, InstanceMissing } from '../../instances/instances.public.js';
import { type ArrivalReading, UNREAD_ARRIVAL } from '../../library/library.public.js';
import type { SavedRequest } from '../saved/dispatches.repository.js';
import type { StatusReading } from './request-kind.js';
import type { StatusNow } from './request-status.js';

interface InLibrary {
  readonly instanceId: string | null;
}

interface TitleReads<Title, State, Id> {
  /** By id, one entry per title. Returns in time even when the library hangs. */
  readonly availabilities: (instanceId: string, titles: readonly Title[]) => Promise<ReadonlyMap<Id, State>>;
  readonly idOf: (title: Title) => Id;
  /** The state of a title whose library may not or can't be read. */
  readonly unknown: State;
}

/** How long a price calculation waits for a library, in milliseconds. */
export const GLANCE_MS = 250;

/** Reads the live state of titles of one kind, as far as the caller may see it. */
export abstract class LiveTitles<Title extends InLibrary, State, Id extends string | number = number> {
  protected constructor(
    private readonly access: InstanceAccessService,
    private readonly clock: Clock,
    private readonly reads: TitleReads<Title, State, Id>,
  ) {}

  /** Unknown where the caller may no longer use the library. @param nowOf lays the live state over what is saved */
  async statuses(
    tx: ReadTx,
    caller: Caller,
    requests: readonly SavedRequest[],
    titleOf: (one: SavedRequest) => Title,
    nowOf: (one: SavedRequest, live: State) => StatusNow,
  ): Promise<StatusReading> {
    const titles = new Map(requests.map((one) => [one, titleOf(one)]));
    const readable = await this.readable(tx, caller, [...titles.values()]);
    return async () => {
      const states = await this.read(readable);
      return (one) => nowOf(one, states(titles.get(one) ?? titleOf(one)));
    };
  }

  private async readable(tx: ReadTx, caller: Caller, titles: readonly Title[]): Promise<readonly Title[]> {
    const usable = new Set<string>();
    for (const instanceId of new Set(titles.map((title) => title.instanceId)))
      if (instanceId !== null && (await this.access.mayUse(tx, caller.userId, caller.role, instanceId)))
        usable.add(instanceId);
    return titles.filter(({ instanceId }) => instanceId !== null && usable.has(instanceId));
  }

  async readOne(title: Title): Promise<State> {
    return (await this.read([title]))(title);
  }

  /** The library's state of a title, if it answers within a quarter of a second; else unknown. */
  async glance(title: Title): Promise<State> {
    const states = await within(this.clock, GLANCE_MS, this.readAt(title.instanceId, [title]));
    return (states === TOO_LATE ? undefined : states)?.get(this.reads.idOf(title)) ?? this.reads.unknown;
  }

  /**
   * Each library once, in parallel. Unknown are titles not among `titles`, and those of a library that takes longer
   * than two seconds; the read goes on, and later callers use its result.
   */
  async read(titles: readonly Title[]): Promise<(title: Title) => State> {
    const wanted = groupBy(titles, ({ instanceId }) => instanceId);
    const read = [...wanted].map(async ([id, titles]) => [id, await this.readAt(id, titles)] as const);
    const states = new Map(await Promise.all(read));
    return (title) => states.get(title.instanceId)?.get(this.reads.idOf(title)) ?? this.reads.unknown;
  }

  /** How far a title has come; unread when its library has been removed, even since its request was read. */
  protected async arrivalIn(
    instanceId: string | null,
    read: (instanceId: string) => Promise<ArrivalReading>,
  ): Promise<ArrivalReading> {
    if (instanceId === null) return UNREAD_ARRIVAL;
    try {
      return await read(instanceId);
    } catch (fault) {
      if (fault instanceof InstanceMissing) return UNREAD_ARRIVAL;
      throw fault;
    }
  }

  /** Empty when the library has been removed meanwhile. */
  private async readAt(instanceId: string | null, titles: readonly Title[]): Promise<ReadonlyMap<Id, State>> {
    if (instanceId === null) return new Map();
    try {
      return await this.reads.availabilities(instanceId, titles);
    } catch (fault) {
      if (fault instanceof InstanceMissing) return new Map();
      throw fault;
    }
  }
}
