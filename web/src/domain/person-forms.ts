import type { Schemas } from '../api/client.js';
import { MOST_TITLES } from './typed-number.js';

/** Instances by their kind, as the server takes and answers them. */
export type ByKind<T> = Readonly<Partial<Record<Schemas['InstanceView']['service_type'], T>>>;

/** The instances that somebody is to hold, of every kind that there is: a kind without one is an empty list. */
export function grantsOf(
  instances: readonly Pick<Schemas['InstanceView'], 'id' | 'service_type'>[],
  held: ReadonlySet<string>,
): ByKind<string[]> {
  const byKind: Partial<Record<Schemas['InstanceView']['service_type'], string[]>> = {};
  for (const { id, service_type: kind } of instances) {
    const ids = (byKind[kind] ??= []);
    if (held.has(id)) ids.push(id);
  }
  return byKind;
}

/** Kinds of library whose titles have no ratings. */
const UNRATED: ReadonlySet<string> = new Set(['book_manager', 'music_manager']);

/** The libraries that somebody holds whose titles have no ratings, so that limits by ratings judge nothing there. */
export const unjudgedOf = <T extends Pick<Schemas['InstanceView'], 'id' | 'service_type'>>(
  instances: readonly T[],
  held: readonly string[],
): readonly T[] => instances.filter(({ id, service_type: kind }) => UNRATED.has(kind) && held.includes(id));

/** How much of one kind somebody may request, as a form has it. */
export interface AllowanceChoice {
  readonly mode: 'everyone' | 'unlimited' | 'own';
  /** Whole, 0 or more; only for `own`. */
  readonly count: number | null;
  readonly days: 1 | 7 | 30;
}

/** Names one kind of what can be requested. */
export interface AllowanceKind {
  readonly media_type: Schemas['AllowanceStateView']['media_type'];
  readonly book_format?: Schemas['AllowanceStateView']['book_format'];
}

/** A name for a kind in keys and ids. */
export const allowanceKey = ({
  media_type: type,
  book_format: format,
}: AllowanceKind): 'movie' | 'tv' | 'music' | 'ebook' | 'audiobook' => (type === 'book' ? (format ?? 'ebook') : type);

/** What a form shows of an allowance at first. */
export function choiceOf(
  state: Pick<Schemas['AllowanceStateView'], 'source' | 'count' | 'window_days'>,
): AllowanceChoice {
  const { source, count, window_days: days } = state;
  if (source === 'default') return { mode: 'everyone', count, days };
  return { mode: count === null ? 'unlimited' : 'own', count, days };
}

/** May this be saved? A limit of one's own has a number. */
export const isFit = ({ mode, count }: AllowanceChoice): boolean =>
  mode !== 'own' || (count !== null && Number.isInteger(count) && count >= 0 && count <= MOST_TITLES);

/** An allowance as the server takes it. */
export function allowanceBody({ media_type, book_format }: AllowanceKind, { mode, count, days }: AllowanceChoice) {
  const name = { media_type, ...(book_format === undefined ? {} : { book_format }) };
  if (mode === 'everyone') return { ...name, inherit: true as const };
  return { ...name, inherit: false as const, count: mode === 'unlimited' ? null : count, window_days: days };
}

/** A rating, as far as it is chosen. */
type Rating = Pick<Schemas['CertificationView'], 'certification' | 'order' | 'default'>;

/** The ratings that can be a limit. What has no rating isn't one. */
export const limits = <T extends Rating>(ratings: readonly T[] | undefined): readonly T[] =>
  (ratings ?? []).filter(({ order }) => order > 0);

/** The limit to begin with: the server's own, or one in the lower half. Empty where a region has none. */
export function suggestedLimit(ratings: readonly Rating[] | undefined): string {
  const fit = limits(ratings);
  const suggested = fit.find((rating) => rating.default) ?? fit[Math.floor((fit.length - 1) / 2)];
  return suggested?.certification ?? '';
}

/** The highest ratings that a child sees, and whose ratings these are. */
export interface RatingCaps {
  /** ISO 3166-1 alpha-2. */
  readonly region: string;
  readonly movie: string;
  readonly tv: string;
}

/** The ratings of films and series by region. */
interface RatingsByRegion {
  readonly movie: Readonly<Record<string, readonly Rating[]>>;
  readonly tv: Readonly<Record<string, readonly Rating[]>>;
}

/** What a form begins with in this country. */
export const suggestedCaps = ({ movie, tv }: RatingsByRegion, region: string): RatingCaps => ({
  region,
  movie: suggestedLimit(movie[region]),
  tv: suggestedLimit(tv[region]),
});

/** The country that a form begins with. */
export const FIRST_REGION = 'US';

/** A genre of films or series. */
export interface Genre {
  readonly id: number;
  readonly name: string;
}

/** The genres in an answer of the metadata provider, which is passed on as it is. */
export function genresIn(answer: unknown): readonly Genre[] {
  const { genres } = (answer ?? {}) as { readonly genres?: unknown };
  return (Array.isArray(genres) ? genres : []).filter((genre: unknown): genre is Genre => {
    const { id, name } = (genre ?? {}) as Partial<Record<keyof Genre, unknown>>;
    return Number.isInteger(id) && typeof name === 'string';
  });
}
