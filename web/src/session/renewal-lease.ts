/** What one tab says to the others about who renews the session. */
export interface LeaseMessage {
  /** It wants to renew; it is the one that renews; it has ended, whatever came of it. */
  readonly kind: 'claim' | 'held' | 'released';
  /** The tab that says it. */
  readonly tab: string;
}

/** So long does a tab listen whether another one is faster; a message between two tabs takes a few milliseconds. */
const LISTEN_MS = 50;

/** So often does the tab that renews say that it still does. */
const REPEAT_MS = 2_000;

/** A tab that hasn't been heard for so long was closed or frozen by the browser: the next one goes on. */
const LAPSES_MS = 5_000;

/**
 * One piece of work at a time in all tabs, where the browser has no Web Locks: on plain HTTP. A tab claims the work, and does it
 * where no other tab has said within a moment that it is faster. Two that claim at once are told apart by their names.
 * Source: issue 22, session
 */
export class RenewalLease {
  /** What this tab is about. */
  private state: 'idle' | 'claiming' | 'holding' = 'idle';
  /** The tab that others have to wait for, as far as this one has heard. */
  private holder: string | undefined;
  private lapse: ReturnType<typeof setTimeout> | undefined;
  private readonly waiting: (() => void)[] = [];

  /**
   * @param tab a name that no other tab has
   * @param say brings a message to every other tab
   */
  constructor(
    private readonly tab: string,
    private readonly say: (message: LeaseMessage) => void,
  ) {}

  /** Does the work as soon as no other tab does its own. Called for one piece of work at a time. */
  async request<T>(work: () => Promise<T>): Promise<T> {
    while (!(await this.claim())) await this.free();
    const repeating = setInterval(() => this.tell('held'), REPEAT_MS);
    try {
      return await work();
    } finally {
      clearInterval(repeating);
      this.state = 'idle';
      this.tell('released');
    }
  }

  /** Hears what another tab has said. */
  hear({ kind, tab }: LeaseMessage): void {
    if (kind === 'released') {
      if (tab === this.holder) this.forgetHolder();
      return;
    }
    if (kind === 'held') {
      if (this.state !== 'holding') this.waitFor(tab);
      return;
    }
    if (this.state === 'holding' || (this.state === 'claiming' && this.tab < tab)) this.tell('held');
    else if (this.state === 'claiming') this.waitFor(tab);
  }

  /** Has this tab got it? */
  private async claim(): Promise<boolean> {
    if (this.holder !== undefined) return false;
    this.state = 'claiming';
    this.tell('claim');
    await new Promise((heard) => setTimeout(heard, LISTEN_MS));
    const isFree = this.holder === undefined;
    this.state = isFree ? 'holding' : 'idle';
    if (isFree) this.tell('held');
    return isFree;
  }

  private waitFor(tab: string): void {
    clearTimeout(this.lapse);
    this.holder = tab;
    this.lapse = setTimeout(() => this.forgetHolder(), LAPSES_MS);
  }

  private forgetHolder(): void {
    clearTimeout(this.lapse);
    this.holder = undefined;
    for (const go of this.waiting.splice(0)) go();
  }

  private free(): Promise<void> {
    if (this.holder === undefined) return Promise.resolve();
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  private tell(kind: LeaseMessage['kind']): void {
    this.say({ kind, tab: this.tab });
  }
}
