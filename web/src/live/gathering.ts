/**
 * Gathers what comes in quick succession and hands it on together: a little after the first, and never sooner than `restMs`
 * after the last time.
 */
export class Gathering<Item> {
  private items: Item[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private lastAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly handOn: (items: readonly Item[]) => void,
    private readonly times: { readonly gatherMs: number; readonly restMs: number },
  ) {}

  add(item: Item): void {
    this.items.push(item);
    const rest = this.lastAt + this.times.restMs - Date.now();
    this.timer ??= setTimeout(() => this.flush(), Math.max(this.times.gatherMs, Math.min(rest, this.times.restMs)));
  }

  /** Forgets what has been gathered. */
  clear(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.items = [];
  }

  private flush(): void {
    const { items } = this;
    this.clear();
    this.lastAt = Date.now();
    this.handOn(items);
  }
}
