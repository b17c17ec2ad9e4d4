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

const timeOf = (moment: string | undefined): number | undefined =>
  moment === undefined ? undefined : Date.parse(moment);

/** Reads the price of a request. Source: doc 4 §1.18, Preview */
export function requestCost(preview: Schemas['RequestPreviewView']): RequestCost {
  const uses = preview.allowances.flatMap((allowance): AllowanceUse[] => {
    const { media_type: type, book_format: format, count, requested_units: wanted } = allowance;
    if (preview.exempt || count === null || wanted === undefined) return [];
    const kind = type === 'book' ? format : type;
    if (kind === undefined) return [];
    const { remaining, window_days: days, next_replenishes_at: next } = allowance;
    return [{ kind, wanted, left: remaining ?? 0, count, days, nextAt: timeOf(next) }];
  });
  return {
    uses,
    over: uses.filter(({ wanted, left }) => wanted > left),
    fits: preview.fits,
    fitsAt: timeOf(preview.earliest_fits_at),
  };
}
