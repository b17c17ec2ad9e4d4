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
