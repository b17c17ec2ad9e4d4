/** What the reader has chosen in the dialog of a request. */
export interface RequestChoice {
  readonly kind: 'movie' | 'tv';
  readonly id: number;
  readonly title: string;
  /** The seasons that are chosen; undefined where the server chooses. */
  readonly seasons: readonly number[] | undefined;
  /** The quality that is chosen; undefined for the library's own. */
  readonly quality: number | undefined;
  /** The library; undefined where there is only one. */
  readonly library?: string | undefined;
}

/** The body that such a request is made with; what wasn't chosen is left to the server. */
export function requestBody({ kind, id, title, seasons, quality, library }: RequestChoice) {
  return {
    media_type: kind,
    tmdb_id: id,
    ...(kind === 'movie' ? { title } : {}),
    ...(kind === 'tv' && seasons !== undefined ? { seasons: [...seasons] } : {}),
    ...(quality === undefined ? {} : { quality_profile_id: quality }),
    ...(library === undefined ? {} : { instance_id: library }),
  };
}

/**
 * The seasons that are chosen at first: those that the server would choose where nothing is said, without what is there already.
 * Undefined for the first episode alone, which no choice of seasons says.
 *
 * @param open seasons that aren't there yet
 */
export function firstChoice(
  seasons: readonly number[],
  open: readonly number[],
  scope: 'all' | 'first' | 'latest' | 'pilot',
): readonly number[] | undefined {
  const numbered = seasons.filter((number) => number > 0);
  const meant = { all: numbered, first: numbered.slice(0, 1), latest: numbered.slice(-1), pilot: undefined }[scope];
  return meant?.filter((number) => open.includes(number));
}

/** What the reader has chosen in the dialog for an album or a book. */
export interface CatalogChoice {
  readonly kind: 'music' | 'book';
  readonly id: string;
  readonly title: string;
  /** The library; undefined where there is only one. */
  readonly library: string | undefined;
  /** Of a book. */
  readonly formats: readonly ('ebook' | 'audiobook')[];
}

/** The body that such a request is made with. Source: doc 4 section 1.2 */
export function catalogBody({ kind, id, title, library, formats }: CatalogChoice) {
  const [first, second] = formats;
  return {
    media_type: kind,
    foreign_id: id,
    title,
    ...(kind === 'music'
      ? { catalog_ref: { provider: 'music_metadata', id } }
      : { book_format: second === undefined ? (first ?? 'both') : ('both' as const) }),
    ...(library === undefined ? {} : { instance_id: library }),
  };
}
