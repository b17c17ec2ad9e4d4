/**
 * Allowances as a plain person would keep them: everything that ever happened is a list, every question goes through all of
 * it, and what comes is found by living through it. It shares no code with what it judges.
 */

type ModelKind = 'movie' | 'tv' | 'ebook' | 'audiobook' | 'music';

/** A thing that is asked for. */
export interface ModelUnit {
  readonly kind: ModelKind;
  readonly key: string;
  readonly work: 'pilot' | 'season' | '';
}

interface ModelRule {
  count: number | null;
  days: number;
}

/** A unit that was paid for once, and everybody who relies on it. */
interface Payment {
  readonly kind: ModelKind;
  readonly key: string;
  readonly library: string;
  readonly paidAt: number;
  gone: boolean;
  readonly reliedOnBy: Set<Claim>;
}

/** What one request has of one unit. */
interface Claim {
  readonly request: number;
  readonly kind: ModelKind;
  readonly key: string;
  wholeSeason: boolean;
  begun: boolean;
  payment: Payment;
}

/** What the model says of a selection. */
export interface ModelAnswer {
  readonly accepted: boolean;
  readonly units: number;
  /** The first moment at which the same selection would be accepted; null when that is now or never. */
  readonly fitsAt: number | null;
}

const HOURS_OF_A_DAY = 24;
const MS_OF_AN_HOUR = 3_600_000;

/** One account's allowances. */
export class AllowanceModel {
  readonly rules: Record<ModelKind, ModelRule> = {
    movie: { count: null, days: 7 },
    tv: { count: null, days: 7 },
    ebook: { count: null, days: 7 },
    audiobook: { count: null, days: 7 },
    music: { count: null, days: 7 },
  };
  private readonly payments: Payment[] = [];
  private claims: Claim[] = [];

  constructor(private readonly limited = true) {}

  used(kind: ModelKind, now: number): number {
    return this.payments.filter((payment) => payment.kind === kind && this.counts(payment, now)).length;
  }

  remaining(kind: ModelKind, now: number): number | null {
    const { count } = this.rules[kind];
    if (!this.limited || count === null) return null;
    return this.used(kind, now) > count ? 0 : count - this.used(kind, now);
  }

  /** The first moment after now at which `changed` holds; only the end of a payment can bring it about. */
  firstMoment(now: number, changed: (moment: number) => boolean): number | null {
    const ends = this.payments.map((payment) => payment.paidAt + this.length(payment.kind));
    for (const end of ends.filter((moment) => moment > now).sort((a, b) => a - b)) if (changed(end)) return end;
    return null;
  }

  /** When the answer to {@link used} changes by itself, for any kind. */
  nextChange(now: number): number | null {
    const total = (moment: number) => Object.keys(this.rules).map((kind) => this.used(kind as ModelKind, moment));
    return this.firstMoment(now, (moment) => String(total(moment)) !== String(total(now)));
  }

  /** Asks without taking. */
  price(request: number, library: string, wanted: readonly ModelUnit[], now: number): ModelAnswer {
    const verdict = (moment: number) => {
      const fresh = this.missing(request, library, wanted, moment);
      const kinds = [...new Set(fresh.map(({ kind }) => kind))];
      const accepted = kinds.every((kind) => {
        const left = this.remaining(kind, moment);
        return left === null || fresh.filter((unit) => unit.kind === kind).length <= left;
      });
      return { accepted, units: fresh.length };
    };
    const today = verdict(now);
    const fitsAt = today.accepted ? null : this.firstMoment(now, (moment) => verdict(moment).accepted);
    return { ...today, fitsAt };
  }

  /** Asks and takes; nothing is taken when it is refused. */
  ask(request: number, library: string, wanted: readonly ModelUnit[], now: number): ModelAnswer {
    const answer = this.price(request, library, wanted, now);
    if (!answer.accepted) return answer;
    for (const unit of wanted) this.take(request, library, unit, now);
    return answer;
  }

  begin(request: number, keys: readonly string[]): void {
    for (const claim of this.claims) if (claim.request === request && keys.includes(claim.key)) claim.begun = true;
  }

  giveBack(request: number): void {
    const given = this.claims.filter((claim) => claim.request === request && !claim.begun);
    this.claims = this.claims.filter((claim) => !given.includes(claim));
    for (const claim of given) {
      claim.payment.reliedOnBy.delete(claim);
      if (claim.payment.reliedOnBy.size === 0) claim.payment.gone = true;
    }
  }

  reset(kinds: readonly ModelKind[]): void {
    for (const payment of this.payments) if (kinds.includes(payment.kind)) payment.gone = true;
  }

  private take(request: number, library: string, unit: ModelUnit, now: number): void {
    if (this.claimOf(request, unit)) return;
    const payment = this.latest(library, unit, now) ?? this.pay(library, unit, now);
    const pilot = this.claims.find((claim) => claim.request === request && isSame(claim, unit));
    if (pilot) {
      pilot.payment.reliedOnBy.delete(pilot);
      pilot.payment = payment;
      pilot.wholeSeason = true;
      payment.reliedOnBy.add(pilot);
      return;
    }
    const { kind, key, work } = unit;
    const claim: Claim = { request, kind, key, wholeSeason: work !== 'pilot', begun: false, payment };
    payment.reliedOnBy.add(claim);
    this.claims.push(claim);
  }

  private pay(library: string, { kind, key }: ModelUnit, now: number): Payment {
    const payment: Payment = { kind, key, library, paidAt: now, gone: false, reliedOnBy: new Set() };
    this.payments.push(payment);
    return payment;
  }

  private missing(request: number, library: string, wanted: readonly ModelUnit[], now: number): ModelUnit[] {
    const unpaid = wanted.filter((unit) => !this.claimOf(request, unit) && !this.latest(library, unit, now));
    return unpaid.filter((unit, place) => unpaid.findIndex((other) => isSame(other, unit)) === place);
  }

  /** What the request already has that is enough for the unit. */
  private claimOf(request: number, unit: ModelUnit): Claim | undefined {
    return this.claims.find(
      (claim) => claim.request === request && isSame(claim, unit) && (claim.wholeSeason || unit.work === 'pilot'),
    );
  }

  private latest(library: string, unit: ModelUnit, now: number): Payment | undefined {
    const paying = this.payments.filter(
      (payment) => payment.library === library && isSame(payment, unit) && this.counts(payment, now),
    );
    return paying.sort((a, b) => a.paidAt - b.paidAt).at(-1);
  }

  private counts(payment: Payment, now: number): boolean {
    return !payment.gone && now - payment.paidAt < this.length(payment.kind);
  }

  private length(kind: ModelKind): number {
    return this.rules[kind].days * HOURS_OF_A_DAY * MS_OF_AN_HOUR;
  }
}

function isSame(one: { kind: string; key: string }, other: { kind: string; key: string }): boolean {
  return one.kind === other.kind && one.key === other.key;
}
