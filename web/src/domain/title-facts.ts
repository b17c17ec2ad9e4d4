import { eachOnce } from './each-once.js';
import { ratingOf, yearOf } from './found-titles.js';
import type { SeasonFacts } from './season-rows.js';

/** Somebody who worked on a title. */
export interface Credited {
  readonly id: number;
  readonly name: string;
}

/** Somebody who played in a title. */
export interface CastMember extends Credited {
  /** Whom they played; empty where unknown. */
  readonly character: string;
  /** The path of their picture as the provider names it; empty where there is none. */
  readonly portrait: string;
}

/** So many are named; all others are in the provider's own pages. */
const MOST_CAST = 20;

/** So many of each are named beside the story. */
const MOST_NAMED = 3;

/** So many services are named. */
const MOST_STREAMS = 6;

/** Who wrote it, in the provider's words for a job. */
const WRITING: ReadonlySet<unknown> = new Set(['Screenplay', 'Writer', 'Story', 'Novel', 'Author']);

/** What IMDb names a title by; nothing in it has a meaning in an address. */
const IMDB = /^tt\d{1,12}$/;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Where it was released in cinemas, which is what a certification is best known by. Source: TMDB, release types. */
const IN_CINEMAS = 3;

/** What a title's page says of it. */
export interface TitleFacts {
  readonly title: string;
  readonly year: string;
  /** The year of a series' last episode; empty where more may come. */
  readonly lastYear: string;
  readonly overview: string;
  /** One sentence to make people curious; empty where there is none. */
  readonly tagline: string;
  /** The paths of its pictures as the provider names them; empty where there are none. */
  readonly poster: string;
  readonly backdrop: string;
  /** For whom it is, as the reader's country says it: `12`, `PG-13`; empty where nobody has said. */
  readonly certification: string;
  /** What the provider's people think of it, of ten: `8.1`; empty where nobody has said. */
  readonly rating: string;
  readonly votes: number;
  /** In minutes; undefined where it is unknown. */
  readonly runtime: number | undefined;
  /** With the provider's number of each; 0 where it has none. */
  readonly genres: readonly { readonly id: number; readonly name: string }[];
  /** Who played in it, the leading parts first. */
  readonly cast: readonly CastMember[];
  /** The numbers of a series' seasons, in order; 0 holds the specials. */
  readonly seasons: readonly number[];
  /** What is said of each of them. */
  readonly seasonFacts: readonly SeasonFacts[];
  /** The films that it belongs to; undefined for one that stands alone. */
  readonly collection: FilmCollection | undefined;
  readonly made: TitleMaking;
}

/** Films that belong together. */
export interface FilmCollection {
  readonly id: number;
  readonly name: string;
  /** The path of its picture as the provider names it; empty where there is none. */
  readonly backdrop: string;
}

/** Does a series go on? */
export type Continuation = 'running' | 'ended' | 'cancelled';

const CONTINUATIONS: Readonly<Record<string, Continuation>> = {
  'Returning Series': 'running',
  'In Production': 'running',
  Ended: 'ended',
  Canceled: 'cancelled',
};

/** Who made a title, and when and where. What is unknown is empty. */
export interface TitleMaking {
  readonly directors: readonly Credited[];
  readonly writers: readonly Credited[];
  /** Of a series. */
  readonly creators: readonly Credited[];
  readonly studios: readonly string[];
  /** Of a series. */
  readonly networks: readonly string[];
  /** Only where it is another one. */
  readonly originalTitle: string;
  /** The first day, `1927-02-06`. */
  readonly day: string;
  /** Of a series: does it go on? */
  readonly continuation: Continuation | undefined;
  /** Of a series: the day of its next episode, `1927-02-06`. */
  readonly nextDay: string;
  /** A code of ISO 639-1, `de`. */
  readonly language: string;
  /** As IMDb names it, `tt0017136`. */
  readonly imdb: string;
  /** Who streams it in the reader's country for those who have subscribed; undefined where nobody knows. */
  readonly streams: readonly string[] | undefined;
}

type Entry = Readonly<Record<string, unknown>>;

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

const entries = (value: unknown): readonly Entry[] =>
  Array.isArray(value)
    ? (value as unknown[]).filter((one): one is Entry => typeof one === 'object' && one !== null)
    : [];

/**
 * Reads the metadata provider's document of a film or a series. What is missing or of another type stays empty.
 *
 * @param region the reader's country, `DE`: certifications differ; those of the US stand in where it has none
 */
export function titleFacts(document: Entry, region = 'US'): TitleFacts {
  const { runtime } = document;
  const seasons = entries(document.seasons).map(({ season_number: number }) => number);
  const title = text(document.title) || text(document.name);
  return {
    title,
    year: yearOf(document),
    lastYear: ['ended', 'cancelled'].includes(continuationOf(document) ?? '')
      ? yearOf({ first_air_date: document.last_air_date })
      : '',
    overview: text(document.overview),
    tagline: text(document.tagline),
    poster: text(document.poster_path),
    backdrop: text(document.backdrop_path),
    certification: certificationIn(document, region) || certificationIn(document, 'US'),
    rating: ratingOf(document),
    votes: typeof document.vote_count === 'number' ? document.vote_count : 0,
    runtime: typeof runtime === 'number' && runtime > 0 ? runtime : undefined,
    genres: entries(document.genres)
      .map(({ id, name }) => ({ id: typeof id === 'number' ? id : 0, name: text(name) }))
      .filter(({ name }) => name !== ''),
    cast: castOf(document.credits),
    seasons: seasons.filter((number): number is number => Number.isSafeInteger(number)).sort((a, b) => a - b),
    seasonFacts: entries(document.seasons).flatMap(seasonOf),
    collection: collectionOf(document.belongs_to_collection),
    made: { ...makingOf(document, title), streams: streamsIn(document, region) },
  };
}

function seasonOf(season: Entry): readonly SeasonFacts[] {
  const { season_number: number, episode_count: count } = season;
  if (!isCount(number)) return [];
  return [{ number, year: yearOf({ first_air_date: season.air_date }), episodes: isCount(count) ? count : 0 }];
}

function collectionOf(value: unknown): FilmCollection | undefined {
  const [{ id, name, backdrop_path: backdrop } = {}] = entries([value]);
  return isCount(id) && text(name) !== '' ? { id, name: text(name), backdrop: text(backdrop) } : undefined;
}

const continuationOf = ({ status }: Entry): Continuation | undefined =>
  typeof status === 'string' && Object.hasOwn(CONTINUATIONS, status) ? CONTINUATIONS[status] : undefined;

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

function castOf(credits: unknown): readonly CastMember[] {
  const [{ cast } = {}] = entries([credits]);
  const members = entries(cast).flatMap((entry): CastMember[] =>
    credited(entry).map((one) => ({ ...one, character: text(entry.character), portrait: text(entry.profile_path) })),
  );
  return eachOnce(members).slice(0, MOST_CAST);
}

const credited = ({ id, name }: Entry): readonly Credited[] =>
  typeof id === 'number' && text(name) !== '' ? [{ id, name: text(name) }] : [];

/** Nobody knows where the provider says nothing at all; nobody streams it where it says something of other countries alone. */
function streamsIn({ 'watch/providers': providers }: Entry, region: string): readonly string[] | undefined {
  const [{ results } = {}] = entries([providers]);
  if (typeof results !== 'object' || results === null) return undefined;
  const [{ flatrate } = {}] = entries([(results as Entry)[region]]);
  const names = entries(flatrate).map(({ provider_name: name }) => text(name));
  return [...new Set(names.filter(Boolean))].slice(0, MOST_STREAMS);
}

function makingOf(document: Entry, title: string): Omit<TitleMaking, 'streams'> {
  const [{ crew } = {}] = entries([document.credits]);
  const [{ imdb_id: external } = {}] = entries([document.external_ids]);
  const workers = entries(crew);
  const some = (of: readonly Entry[]): readonly Credited[] => eachOnce(of.flatMap(credited)).slice(0, MOST_NAMED);
  const names = (of: unknown): readonly string[] =>
    entries(of)
      .map(({ name }) => text(name))
      .filter(Boolean)
      .slice(0, MOST_NAMED);
  const original = text(document.original_title) || text(document.original_name);
  const imdb = text(document.imdb_id) || text(external);
  return {
    directors: some(workers.filter(({ job }) => job === 'Director')),
    writers: some(workers.filter(({ job }) => WRITING.has(job))),
    creators: some(entries(document.created_by)),
    studios: names(document.production_companies),
    networks: names(document.networks),
    originalTitle: original === title ? '' : original,
    day: DAY.exec(text(document.release_date) || text(document.first_air_date))?.[0] ?? '',
    continuation: continuationOf(document),
    nextDay: DAY.exec(text(entries([document.next_episode_to_air])[0]?.air_date))?.[0] ?? '',
    language: text(document.original_language),
    imdb: IMDB.test(imdb) ? imdb : '',
  };
}

/** Of a film by its releases, those in cinemas first; of a series by its ratings. */
function certificationIn({ release_dates: releases, content_ratings: ratings }: Entry, region: string): string {
  const [{ results: released } = {}] = entries([releases]);
  const [{ results: rated } = {}] = entries([ratings]);
  const isHere = ({ iso_3166_1: country }: Entry): boolean => country === region;
  const dates = entries(entries(released).find(isHere)?.release_dates).filter(
    ({ certification }) => text(certification) !== '',
  );
  const film = dates.find(({ type }) => type === IN_CINEMAS) ?? dates[0];
  return text(film?.certification) || text(entries(rated).find(isHere)?.rating);
}
