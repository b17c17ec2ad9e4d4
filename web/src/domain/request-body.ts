/** What the reader has chosen in the dialog of a request. */
export interface RequestChoice {
  readonly kind: 'movie' | 'tv';
  readonly id: number;
  readonly title: string;
  /** The seasons that are chosen; undefined where the server chooses. */
  readonly seasons: readonly number[] | undefined;
  /** The quality that is chosen; undefined for the library's own. */
  readonly quality: number | undefined;
}

/** The body that such a request is made with; what wasn't chosen is left to the server. */
export function requestBody({ kind, id, title, seasons, quality }: RequestChoice) {
  return {
    media_type: kind,
    tmdb_id: id,
    ...(kind === 'movie' ? { title } : {}),
    ...(kind === 'tv' && seasons !== undefined ? { seasons: [...seasons] } : {}),
    ...(quality === undefined ? {} : { quality_profile_id: quality }),
  };
}

/** The seasons that are chosen at first, by what the server chooses where nothing is said; the specials never. */
export function firstChoice(
  seasons: readonly number[],
  scope: 'all' | 'first' | 'latest' | 'pilot',
): readonly number[] {
  const numbered = seasons.filter((number) => number > 0);
  if (scope === 'first') return numbered.slice(0, 1);
  return scope === 'latest' ? numbered.slice(-1) : numbered;
}
