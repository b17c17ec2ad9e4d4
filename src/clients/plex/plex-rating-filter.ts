/**
 * What a share shows of films or of series, as Plex writes it: clauses with a bar between them, the values of a clause with
 * encoded commas. `contentRating=G%2CPG|label=Family` shows what has one of both ratings and the label. Empty shows all.
 *
 * Source: python-plexapi, whose account sends such filters; docs/upstreams/plex.md.
 */
const RATINGS = 'contentRating=';
const BETWEEN_CLAUSES = '|';

/** The ratings that a filter lets through; null where it judges by none, or where its ratings can't be read. */
export function contentRatingsOf(filter: string): readonly string[] | null {
  const clauses = filter.split(BETWEEN_CLAUSES).filter((clause) => clause.startsWith(RATINGS));
  const [clause] = clauses;
  if (clause === undefined || clauses.length > 1) return null;
  const ratings = decoded(clause.slice(RATINGS.length))
    ?.split(',')
    .filter((rating) => rating !== '');
  return ratings && ratings.length > 0 ? ratings : null;
}

/**
 * A filter that lets these ratings through and no others. Its other clauses, which an administrator has set, stay.
 *
 * @param ratings as the server names them: `PG-13`, `de/12`
 * @throws TypeError without ratings, which would show everything, and for one that holds a comma
 */
export function filterByRatings(filter: string, ratings: readonly string[]): string {
  const isPlain = ratings.length > 0 && ratings.every((rating) => rating.trim() !== '' && !rating.includes(','));
  if (!isPlain) throw new TypeError('no such list of ratings can be written');
  const others = filter.split(BETWEEN_CLAUSES).filter((clause) => clause !== '' && !clause.startsWith(RATINGS));
  return [`${RATINGS}${encodeURIComponent(ratings.join(','))}`, ...others].join(BETWEEN_CLAUSES);
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
