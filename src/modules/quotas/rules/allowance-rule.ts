/** The kinds of allowances, in the order in which they are shown. */
export const ALLOWANCE_KINDS = ['movie', 'tv', 'ebook', 'audiobook', 'music'] as const;

/** One of {@link ALLOWANCE_KINDS}. */
export type AllowanceKind = (typeof ALLOWANCE_KINDS)[number];

/** The name of a kind in rows and in JSON. */
export interface AllowanceName {
  readonly mediaType: 'movie' | 'tv' | 'book' | 'music';
  /** Empty for everything but books. */
  readonly bookFormat: 'ebook' | 'audiobook' | '';
}

const NAMES: Readonly<Record<AllowanceKind, AllowanceName>> = {
  movie: { mediaType: 'movie', bookFormat: '' },
  tv: { mediaType: 'tv', bookFormat: '' },
  ebook: { mediaType: 'book', bookFormat: 'ebook' },
  audiobook: { mediaType: 'book', bookFormat: 'audiobook' },
  music: { mediaType: 'music', bookFormat: '' },
};

/** The name of this kind in rows and in JSON. */
export function nameOf(kind: AllowanceKind): AllowanceName {
  return NAMES[kind];
}

/** The kind with this name; null when there is none. */
export function kindNamed(mediaType: string, bookFormat: string): AllowanceKind | null {
  const isNamed = (kind: AllowanceKind): boolean =>
    NAMES[kind].mediaType === mediaType && NAMES[kind].bookFormat === bookFormat;
  return ALLOWANCE_KINDS.find(isNamed) ?? null;
}

/** The allowed lengths of a window, in days. */
export const WINDOW_DAYS = [1, 7, 30] as const;

/** The largest count of a rule. */
export const LARGEST_COUNT = 1_000_000;

/** How much may be requested, in what time. */
export interface AllowanceRule {
  /** Units within the window: 0 allows none, null has no limit. */
  readonly count: number | null;
  /** The length of the window, in days of exactly 24 hours. */
  readonly windowDays: (typeof WINDOW_DAYS)[number];
}

/** The rule that applies to an account, and whether it is the household's or its own. */
export interface EffectiveRule extends AllowanceRule {
  readonly source: 'default' | 'override';
}

/** One value for every kind. */
export type PerKind<T> = Readonly<Record<AllowanceKind, T>>;

/** The rule while none is set. */
export const UNLIMITED: AllowanceRule = { count: null, windowDays: 7 };

/** Is this a valid rule? */
export function isAllowanceRule(value: { count: number | null; windowDays: number }): value is AllowanceRule {
  const { count, windowDays } = value;
  const counts = count === null || (Number.isInteger(count) && count >= 0 && count <= LARGEST_COUNT);
  return counts && (WINDOW_DAYS as readonly number[]).includes(windowDays);
}

/** An account's own rule replaces the household's as a whole: count and window. Source: doc 2 section 2. */
export function effectiveRule(household: AllowanceRule, own: AllowanceRule | null): EffectiveRule {
  const { count, windowDays } = own ?? household;
  return { count, windowDays, source: own ? 'override' : 'default' };
}

/** Makes a value for every kind. */
export function forEachKind<T>(make: (kind: AllowanceKind) => T): PerKind<T> {
  return Object.fromEntries(ALLOWANCE_KINDS.map((kind) => [kind, make(kind)])) as PerKind<T>;
}
