/** What allowances are kept of, in the order in which they are shown. Source: doc 4 section 1.18, rule keys. */
export const ALLOWANCE_KINDS = ['movie', 'tv', 'ebook', 'audiobook', 'music'] as const;

/** One of {@link ALLOWANCE_KINDS}. */
export type AllowanceKind = (typeof ALLOWANCE_KINDS)[number];

/** How rows and the wire name a kind. */
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

/** How do rows and the wire name this kind? */
export function nameOf(kind: AllowanceKind): AllowanceName {
  return NAMES[kind];
}

/** Which kind is meant by these two words? Null when there is none of that name. */
export function kindNamed(mediaType: string, bookFormat: string): AllowanceKind | null {
  const isNamed = (kind: AllowanceKind): boolean =>
    NAMES[kind].mediaType === mediaType && NAMES[kind].bookFormat === bookFormat;
  return ALLOWANCE_KINDS.find(isNamed) ?? null;
}
