import type { Schemas } from '../api/client.js';

/** What is counted, each by its own allowance. */
export type CountedKind = 'movie' | 'tv' | 'ebook' | 'audiobook' | 'music';

/** What a request would take of one allowance that has a limit. */
export interface AllowanceUse {
  readonly kind: CountedKind;
  readonly wanted: number;
  readonly left: number;
  /** The limit itself, in so many days. */
  readonly count: number;
  readonly days: number;
  /** When the next unit is free again; undefined where none was used. */
  readonly nextAt: number | undefined;
}

/** What a request costs, and whether it can be sent. */
export interface RequestCost {
  /** The limited allowances that it would use. Others don't concern it. */
  readonly uses: readonly AllowanceUse[];
  /** Those of `uses` that it is over. */
  readonly over: readonly AllowanceUse[];
  readonly fits: boolean;
  /** When it fits again, in milliseconds since 1970; undefined where it fits, or never will. */
  readonly fitsAt: number | undefined;
}

/** What is left of an allowance. */
export interface OwnAllowance {
  readonly kind: CountedKind;
  readonly used: number;
  readonly left: number;
  /** Null for no limit. */
  readonly count: number | null;
  readonly days: number;
  readonly nextAt: number | undefined;
}

const timeOf = (moment: string | undefined): number | undefined =>
  moment === undefined ? undefined : Date.parse(moment);

/** Reads the price of a request. Source: doc 4 §1.18, Preview */
export function requestCost(preview: Schemas['RequestPreviewView']): RequestCost {
  const uses = preview.allowances.flatMap((allowance): AllowanceUse[] => {
    const { requested_units: wanted } = allowance;
    const own = ownAllowance(allowance);
    if (preview.exempt || own === undefined || own.count === null || wanted === undefined) return [];
    const { kind, left, count, days, nextAt } = own;
    return [{ kind, wanted, left, count, days, nextAt }];
  });
  return {
    uses,
    over: uses.filter(({ wanted, left }) => wanted > left),
    fits: preview.fits,
    fitsAt: timeOf(preview.earliest_fits_at),
  };
}

/** How many units have to be left out for the rest to fit; undefined where nothing fits. */
export function unitsTooMany({ uses, over }: RequestCost): number | undefined {
  const tooMany = over.reduce((sum, { wanted, left }) => sum + wanted - left, 0);
  return tooMany < uses.reduce((sum, { wanted }) => sum + wanted, 0) ? tooMany : undefined;
}

/** The allowances of an account, in the server's order; administrators have none. */
export const ownAllowances = ({ exempt, allowances }: Schemas['AllowancesView']): readonly OwnAllowance[] =>
  exempt ? [] : allowances.flatMap((allowance) => ownAllowance(allowance) ?? []);

function ownAllowance(allowance: Schemas['AllowanceStateView']): OwnAllowance | undefined {
  const { media_type: type, book_format: format, count, used, remaining, window_days: days } = allowance;
  const kind = type === 'book' ? format : type;
  return kind && { kind, used, left: remaining ?? 0, count, days, nextAt: timeOf(allowance.next_replenishes_at) };
}
