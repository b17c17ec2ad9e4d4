import type { AllowanceKind, EffectiveRule, PerKind } from '../rules/allowance-rule.js';
import { covers, distinctUnits, type QuotaUnit, type QuotaSelection, type UnitWork } from './quota-unit.js';
import { expiryOf } from './quota-window.js';

/** A unit that somebody has spent and that was not given back. */
export interface HeldCharge {
  readonly id: number;
  readonly kind: AllowanceKind;
  readonly instanceId: string;
  readonly key: string;
  /** Epoch milliseconds. */
  readonly chargedAt: number;
}

/** A unit that the request which is priced has taken already. */
export interface TakenUnit {
  readonly kind: AllowanceKind;
  readonly key: string;
  readonly work: UnitWork;
}

/** What one unit costs: `new` a charge; `shared` nothing, for a charge within its window pays for it already. */
export type UnitPrice =
  | { readonly unit: QuotaUnit; readonly cost: 'new' }
  | { readonly unit: QuotaUnit; readonly cost: 'shared'; readonly charge: HeldCharge };

/** What a price is worked out from. */
export interface PriceInput {
  readonly input: QuotaSelection;
  readonly rules: PerKind<EffectiveRule>;
  /** The spender's own charges. Those that no longer count may be among them. */
  readonly charges: readonly HeldCharge[];
  /** What the same request has taken before; empty for a new one. */
  readonly taken: readonly TakenUnit[];
  readonly now: number;
}

/**
 * What does a wish cost? One unit for each thing that it names, in each library; nothing for what the request has
 * taken before, nor for what a charge within its window has paid for: the same thing again, or the rest of a season
 * whose pilot was asked for. Source: doc 2 section 4, requests rule 1; doc 4 sections 1.15 and 1.18.
 *
 * @returns the units that the request has not taken yet, each once
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

/** The charge that lasts longest: a longer window may bring an older one for the same thing back. */
function newest(charges: readonly HeldCharge[]): HeldCharge | undefined {
  return charges.reduce<HeldCharge | undefined>(
    (latest, charge) => (latest && latest.chargedAt >= charge.chargedAt ? latest : charge),
    undefined,
  );
}
