import fc from 'fast-check';

export type Format = 'ebook' | 'audiobook';

/** Something that happens to the work on one book. People are numbers from 0 on; those with even ones need approval. */
export type SharingEvent =
  | { readonly what: 'ask'; readonly person: number; readonly formats: readonly Format[] }
  | { readonly what: 'leave'; readonly person: number; readonly formats: readonly Format[] }
  | { readonly what: 'remove'; readonly person: number }
  | { readonly what: 'approve' }
  | { readonly what: 'deny' }
  | { readonly what: 'end'; readonly formats: readonly Format[] }
  | { readonly what: 'start'; readonly format: Format }
  | { readonly what: 'complete'; readonly format: Format };

export const PEOPLE = 4;

export const FORMATS: readonly Format[] = ['ebook', 'audiobook'];

const person = fc.integer({ min: 0, max: PEOPLE - 1 });
const formats = fc.constantFrom<readonly Format[]>(['ebook'], ['audiobook'], FORMATS);
const format = fc.constantFrom(...FORMATS);

const event: fc.Arbitrary<SharingEvent> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ what: fc.constant('ask' as const), person, formats }) },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('leave' as const), person, formats }) },
  fc.record({ what: fc.constant('remove' as const), person }),
  { weight: 2, arbitrary: fc.constant({ what: 'approve' as const }) },
  fc.constant({ what: 'deny' as const }),
  fc.record({ what: fc.constant('end' as const), formats }),
  fc.record({ what: fc.constant('start' as const), format }),
  fc.record({ what: fc.constant('complete' as const), format }),
);

/** What may happen to the work on one book, in an order. */
export const sharingHistory: fc.Arbitrary<readonly SharingEvent[]> = fc.array(event, { minLength: 3, maxLength: 16 });

interface ModelJob {
  readonly format: Format;
  /** Jobs that were asked for together are decided together. */
  readonly request: number;
  state: 'pending' | 'open' | 'complete' | 'ended';
  isStarted: boolean;
  readonly waiting: Set<number>;
  /** The account that pays for it; `final` when nothing gives it back. */
  readonly paid: Map<number, 'open' | 'final'>;
}

/** Who waits for what, and who pays for it: plain lists, written apart from the code. Source: issue of books and albums. */
export class SharingModel {
  private readonly jobs: ModelJob[] = [];
  private readonly removed = new Set<number>();
  private requests = 0;

  /** Whether this event can happen now. */
  happens(happening: SharingEvent): boolean {
    return !('person' in happening) || !this.removed.has(happening.person);
  }

  apply(happening: SharingEvent): void {
    switch (happening.what) {
      case 'ask':
        return this.ask(happening.person, happening.formats);
      case 'leave':
        for (const job of this.live(happening.formats)) this.leave(job, happening.person);
        return;
      case 'remove':
        this.removed.add(happening.person);
        for (const job of this.live(FORMATS)) this.leave(job, happening.person);
        return;
      case 'approve':
        return this.accept(this.firstPending());
      case 'deny':
        for (const job of this.inState('pending', this.firstPending())) this.end(job);
        return;
      case 'end':
        for (const job of this.live(happening.formats)) this.end(job);
        return;
      case 'start':
        for (const job of this.open(happening.format)) this.start(job);
        return;
      case 'complete':
        for (const job of this.open(happening.format)) {
          job.state = 'complete';
          this.refund(job, [...job.paid.keys()]);
        }
    }
  }

  /** Is a unit of this account's allowance used for the format? */
  isCharged(who: number, wanted: Format): boolean {
    return this.jobs.some((job) => job.format === wanted && job.paid.has(who));
  }

  /** Who waits for the open job of a format, ascending; null when there is none. */
  waitingFor(wanted: Format): readonly number[] | null {
    const [job] = this.live([wanted]);
    return job ? [...job.waiting].sort((one, other) => one - other) : null;
  }

  /** The state of the open job of a format; null when there is none. */
  stateOf(wanted: Format): string | null {
    return this.live([wanted])[0]?.state ?? null;
  }

  private ask(who: number, wanted: readonly Format[]): void {
    const needsApproval = who % 2 === 0;
    const hasGot = (each: Format): boolean =>
      this.jobs.some((job) => job.format === each && job.state === 'complete' && job.waiting.has(who));
    const joined = this.live(wanted).filter((job) => job.waiting.has(who) || !hasGot(job.format));
    const fresh = wanted.filter((each) => !this.live([each]).length && !hasGot(each));
    for (const job of joined) {
      if (!job.waiting.has(who)) job.paid.set(who, job.isStarted ? 'final' : (job.paid.get(who) ?? 'open'));
      job.waiting.add(who);
    }
    if (!needsApproval)
      for (const { request } of joined)
        if (this.inState('pending', request).every((job) => joined.includes(job))) this.accept(request);
    if (fresh.length > 0) this.requests += 1;
    for (const each of fresh)
      this.jobs.push({
        format: each,
        request: this.requests,
        state: needsApproval ? 'pending' : 'open',
        isStarted: false,
        waiting: new Set([who]),
        paid: new Map([[who, 'open']]),
      });
  }

  private leave(job: ModelJob, who: number): void {
    if (!job.waiting.delete(who)) return;
    this.refund(job, [who]);
    if (job.waiting.size === 0) job.state = 'ended';
  }

  private end(job: ModelJob): void {
    job.state = 'ended';
    this.refund(job, [...job.paid.keys()]);
  }

  private start(job: ModelJob): void {
    job.isStarted = true;
    for (const who of job.paid.keys()) job.paid.set(who, 'final');
  }

  private refund(job: ModelJob, people: readonly number[]): void {
    for (const who of people) if (job.paid.get(who) === 'open') job.paid.delete(who);
  }

  private accept(request: number | undefined): void {
    for (const job of this.inState('pending', request)) job.state = 'open';
  }

  private firstPending(): number | undefined {
    const pending = this.jobs.filter(({ state }) => state === 'pending').map(({ request }) => request);
    return pending.length === 0 ? undefined : Math.min(...pending);
  }

  private inState(state: ModelJob['state'], of: number | undefined): readonly ModelJob[] {
    return this.jobs.filter((job) => job.state === state && job.request === of);
  }

  private live(of: readonly Format[]): readonly ModelJob[] {
    return this.jobs.filter(
      ({ format: each, state }) => of.includes(each) && (state === 'pending' || state === 'open'),
    );
  }

  private open(of: Format): readonly ModelJob[] {
    return this.live([of]).filter(({ state }) => state === 'open');
  }
}
