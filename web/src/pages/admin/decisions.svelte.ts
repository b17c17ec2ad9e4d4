import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import { inTurns } from './in-turns.js';

/** So many calls are made at once. */
const AT_ONCE = 4;

/** How far a decision about many requests has come. */
interface Progress {
  readonly ended: number;
  readonly all: number;
}

/** Which requests are selected, and what becomes of a decision about all of them. */
export class Decisions {
  readonly selected = new SvelteSet<number>();
  /** Why the last decision about a request failed. */
  readonly failures = new SvelteMap<number, unknown>();
  /** Undefined while nothing is under way. */
  progress: Progress | undefined = $state.raw();

  select(ids: readonly number[], isSelected: boolean): void {
    for (const id of ids)
      if (isSelected) this.selected.add(id);
      else this.selected.delete(id);
  }

  /**
   * Makes one call for each of these requests. Those that failed stay selected, with the reason; the others are no longer.
   *
   * @returns how many succeeded; 0 while another decision is under way
   */
  async decide(ids: readonly number[], call: (id: number) => Promise<unknown>): Promise<number> {
    if (this.progress) return 0;
    this.failures.clear();
    this.progress = { ended: 0, all: ids.length };
    const { done, failed } = await inTurns(ids, AT_ONCE, call, (ended) => {
      this.progress = { ended, all: ids.length };
    });
    this.progress = undefined;
    for (const id of done) this.selected.delete(id);
    for (const [id, failure] of failed) this.failures.set(id, failure);
    return done.length;
  }

  /** Forgets what isn't among these any more: others have decided about it. */
  keepOnly(ids: ReadonlySet<number>): void {
    for (const id of [...this.selected]) if (!ids.has(id)) this.selected.delete(id);
    for (const id of [...this.failures.keys()]) if (!ids.has(id)) this.failures.delete(id);
  }
}
