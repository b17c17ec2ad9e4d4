import type { AllowanceKind, EffectiveRule, PerKind } from '../rules/allowance-rule.js';
import { covers, distinctUnits, type QuotaUnit, type QuotaSelection, type UnitWork } from './quota-unit.js';
import { expiryOf } from './quota-window.js';

/** A charged unit that was not refunded. */
export interface HeldCharge {
  readonly id: number;
  readonly kind: AllowanceKind;
  readonly instanceId: string;
  readonly key: string;
  /** Epoch milliseconds. */
  readonly chargedAt: number;
}

/** A unit that the priced request has already taken. */
export interface TakenUnit {
  readonly kind: AllowanceKind;
  readonly key: string;
  readonly work: UnitWork;
}

/**
 * The price of one unit: `new` is a charge; `shared` is free, because a charge within its window already pays for it.
 */
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
  readonly taken: readonly TakenUnit[];
  readonly now: number;
}

/**
 * Prices a selection: one unit for each title in each library; nothing for units that the request has taken before, nor
 * for what a charge within its window has paid for: the same unit again, or the rest of a season whose pilot was
 * requested. Source: doc 2 section 4, requests rule 1; doc 4 sections 1.15 and 1.18.
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

/** The newest charge: after a window was lengthened, several may count again. */
function newest(charges: readonly HeldCharge[]): HeldCharge | undefined {
  return charges.reduce<HeldCharge | undefined>(
    (latest, charge) => (latest && latest.chargedAt >= charge.chargedAt ? latest : charge),
    undefined,
  );
}
