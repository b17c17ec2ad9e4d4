import type { TmdbCertifications } from './tmdb-certifications.js';
import type { TmdbFilm } from './tmdb-film.js';
import type { TmdbTitle } from './tmdb-parts.js';
import type { TmdbSeries } from './tmdb-series.js';

/** The parameters of a browse, one value each. */
export type Filters = Readonly<Record<string, string>>;

/** What a browse goes by, of a film or a series. */
interface Browsed {
  readonly title: TmdbTitle;
  readonly day: string;
  readonly name: string;
  readonly originalName: string;
  readonly keywords: readonly object[];
  /** In minutes; several for a series, and 0 or none where nobody knows. */
  readonly runtimes: readonly number[];
  /** Of series alone. */
  readonly networks: readonly object[];
  /** What it is rated in a country; empty for series, for which there is no such filter. */
  readonly ratings: (country: string) => readonly string[];
}

/** Does a film fit the filters of `/discover/movie`? Parameters that TMDB doesn't know say nothing. */
export function filmFits(film: TmdbFilm, filters: Filters, schemes: TmdbCertifications): boolean {
  const days = [filters['primary_release_date.gte'], filters['primary_release_date.lte'], filters.primary_release_year];
  return fits(browsedFilm(film), filters, days) && isWithinRating(browsedFilm(film), filters, schemes);
}

/** Does a series fit the filters of `/discover/tv`? */
export function seriesFits(series: TmdbSeries, filters: Filters): boolean {
  const days = [filters['first_air_date.gte'], filters['first_air_date.lte'], filters.first_air_date_year];
  return fits(browsedSeries(series), filters, days);
}

/** Films in the order of `sort_by`; by popularity where nothing is said. */
export function sortedFilms(films: readonly TmdbFilm[], sortBy = 'popularity.desc'): readonly TmdbFilm[] {
  return sorted(films, sortBy, (film, field) =>
    field === 'revenue' ? film.revenue : fieldOf(browsedFilm(film), field),
  );
}

/** Series in the order of `sort_by`; by popularity where nothing is said. */
export function sortedSeries(all: readonly TmdbSeries[], sortBy = 'popularity.desc'): readonly TmdbSeries[] {
  return sorted(all, sortBy, (series, field) => fieldOf(browsedSeries(series), field));
}

function browsedFilm(film: TmdbFilm): Browsed {
  const releases = film.release_dates.results as readonly {
    iso_3166_1: string;
    release_dates: readonly { certification: string }[];
  }[];
  return {
    title: film,
    day: film.release_date,
    name: film.title,
    originalName: film.original_title,
    keywords: film.keywords.keywords,
    runtimes: [film.runtime],
    networks: [],
    ratings: (country) =>
      releases
        .filter(({ iso_3166_1 }) => iso_3166_1 === country)
        .flatMap(({ release_dates }) => release_dates.map(({ certification }) => certification)),
  };
}

function browsedSeries(series: TmdbSeries): Browsed {
  const { first_air_date: day, name, original_name: originalName, keywords, networks } = series;
  const runtimes = series.episode_run_time;
  return { title: series, day, name, originalName, keywords: keywords.results, runtimes, networks, ratings: () => [] };
}

function fits(browsed: Browsed, filters: Filters, days: readonly (string | undefined)[]): boolean {
  const { title, day, keywords, runtimes, networks } = browsed;
  const [from, until, year] = days;
  const [shortest, longest] = [filters['with_runtime.gte'], filters['with_runtime.lte']];
  const genres = title.genres.map(({ id }) => id);
  return [
    filters.include_adult === 'true' || !title.adult,
    matches(filters.with_genres, genres),
    filters.without_genres === undefined || !idsIn(filters.without_genres).some((id) => genres.includes(id)),
    matches(filters.with_keywords, keywords.map(idOf)),
    matches(filters.with_companies, title.production_companies.map(idOf)),
    filters.with_original_language === undefined || filters.with_original_language === title.original_language,
    title.vote_average >= Number(filters['vote_average.gte'] ?? 0),
    title.vote_count >= Number(filters['vote_count.gte'] ?? 0),
    from === undefined || day >= from,
    until === undefined || (day !== '' && day <= until),
    year === undefined || day.startsWith(year),
    shortest === undefined || runtimes.some((minutes) => minutes >= Number(shortest)),
    longest === undefined || runtimes.some((minutes) => minutes <= Number(longest)),
    matches(filters.with_networks, networks.map(idOf)),
  ].every(Boolean);
}

/** Only with a country, and only for films: one of its ratings there is none above the given one. */
function isWithinRating({ ratings }: Browsed, filters: Filters, schemes: TmdbCertifications): boolean {
  const { certification_country: country, 'certification.lte': most } = filters;
  if (country === undefined || most === undefined) return true;
  const orderOf = (name: string) => schemes[country]?.find(({ certification }) => certification === name)?.order ?? 0;
  return ratings(country).some((rating) => orderOf(rating) > 0 && orderOf(rating) <= orderOf(most));
}

/** A comma asks for all of them, a pipe for any. */
function matches(wanted: string | undefined, ids: readonly number[]): boolean {
  if (wanted === undefined) return true;
  const found = idsIn(wanted).map((id) => ids.includes(id));
  return wanted.includes('|') ? found.some(Boolean) : found.every(Boolean);
}

const idsIn = (list: string): readonly number[] => list.split(/[,|]/).map(Number);
const idOf = (entry: object): number => (entry as { id: number }).id;

function fieldOf({ title, day, name, originalName }: Browsed, field: string): string | number {
  if (field === 'vote_average' || field === 'vote_count' || field === 'popularity') return title[field];
  if (field.endsWith('_date')) return day;
  return field.startsWith('original') ? originalName : name;
}

function sorted<T extends { readonly id: number }>(
  all: readonly T[],
  sortBy: string,
  read: (title: T, field: string) => string | number,
): readonly T[] {
  const [field = '', direction] = sortBy.split('.');
  const sign = direction === 'asc' ? 1 : -1;
  return [...all].sort((a, b) => sign * compare(read(a, field), read(b, field)) || a.id - b.id);
}

function compare(a: string | number, b: string | number): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
