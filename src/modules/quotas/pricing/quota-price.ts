import type { AllowanceKind, EffectiveRule, PerKind } from '../rules/allowance-rule.js';
import { expiryOf } from './quota-window.js';
import type { UnitWork } from '../rows.js';

/** A unit of an allowance: a film, a season of a series, a format of a book, or an album. */
export interface QuotaUnit {
  readonly kind: AllowanceKind;
  /** A film's TMDB id; a season's as `<TMDB id>:<season number>`; the key of a book or an album. */
  readonly key: string;
  readonly work: UnitWork;
}

/** The units of a request in one library. */
export interface QuotaSelection {
  readonly instanceId: string;
  readonly units: readonly QuotaUnit[];
}

/** The unit of a film. */
export function filmUnit(tmdbId: number): QuotaUnit {
  return { kind: 'movie', key: String(tmdbId), work: '' };
}

/** The unit of a format of a book. @param key the key of the book */
export function bookUnit(key: string, format: 'ebook' | 'audiobook'): QuotaUnit {
  return { kind: format, key, work: '' };
}

/** The unit of an album. @param key the key of the album */
export function albumUnit(key: string): QuotaUnit {
  return { kind: 'music', key, work: '' };
}

/** Units by the metadata provider's season numbers; specials have none. Source: doc 2 section 4, requests rule 1; doc 4 section 1.15. */
export function seasonUnits(
  tmdbId: number,
  seasons: readonly number[],
  work: 'pilot' | 'season',
): readonly QuotaUnit[] {
  return seasons.filter((season) => season > 0).map((season) => ({ kind: 'tv', key: `${tmdbId}:${season}`, work }));
}

/** Does earlier work cover this one? A season covers its pilot; a pilot doesn't cover its season. */
export function covers(held: UnitWork, wanted: UnitWork): boolean {
  return held === wanted || (held === 'season' && wanted === 'pilot');
}

/** Each unit once; a season replaces its pilot. */
export function distinctUnits(units: readonly QuotaUnit[]): readonly QuotaUnit[] {
  const distinct = new Map<string, QuotaUnit>();
  for (const unit of units) {
    const known = distinct.get(`${unit.kind} ${unit.key}`);
    if (!known || !covers(known.work, unit.work)) distinct.set(`${unit.kind} ${unit.key}`, unit);
  }
  return [...distinct.values()];
}

/** A charged unit that was not refunded. */
export interface HeldCharge {
  readonly id: number;
  readonly kind: AllowanceKind;
  readonly instanceId: string;
  readonly key: string;
  /** Epoch milliseconds. */
  readonly chargedAt: number;
}

/** The price of one unit: `new` is a charge; `shared` is free, because a charge within its window already pays for it. */
export type UnitPrice =
  | { readonly unit: QuotaUnit; readonly cost: 'new' }
  | { readonly unit: QuotaUnit; readonly cost: 'shared'; readonly charge: HeldCharge };

/** The input of a price calculation. */
export interface PriceInput {
  readonly input: QuotaSelection;
  readonly rules: PerKind<EffectiveRule>;
  /** The spender's own charges. They may include some that no longer count. */
  readonly charges: readonly HeldCharge[];
  /** What the same request has taken before; empty for a new request. */
  readonly taken: readonly QuotaUnit[];
  readonly now: number;
}

/**
 * Prices the units that the request has not taken yet, each once, in this library. Free is what a charge within its window has paid for:
 * the same unit again, or the rest of a season whose pilot was requested. Source: doc 2 section 4, requests rule 1; doc 4 sections 1.15 and
 * 1.18.
 */
export function priceSelection({ input, rules, charges, taken, now }: PriceInput): readonly UnitPrice[] {
  const isTaken = (unit: QuotaUnit): boolean =>
    taken.some((one) => one.kind === unit.kind && one.key === unit.key && covers(one.work, unit.work));
  const counting = charges.filter(
    (charge) => charge.instanceId === input.instanceId && expiryOf(charge.chargedAt, rules[charge.kind]) > now,
  );
  return distinctUnits(input.units)
    .filter((unit) => !isTaken(unit))
    .map((unit) => {
      const charge = newest(counting.filter(({ kind, key }) => kind === unit.kind && key === unit.key));
      return charge ? { unit, cost: 'shared', charge } : { unit, cost: 'new' };
    });
}

/** The newest charge: after a window was lengthened, several may count again. */
function newest(charges: readonly HeldCharge[]): HeldCharge | undefined {
  return charges.reduce<HeldCharge | undefined>(
    (latest, charge) => (latest && latest.chargedAt >= charge.chargedAt ? latest : charge),
    undefined,
  );
}
