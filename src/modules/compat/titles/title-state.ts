import { judgePilot, judgeSeasons, type SeriesAvailability } from '../../library/library.public.js';

/** All that has aired, unknown, some of it, nothing but a request, nothing. */
export type Holding = 'available' | 'unknown' | 'partial' | 'requested' | 'unavailable';

export interface SeasonState {
  readonly holding: Holding;
  readonly pilot: Holding;
}

export interface TitleState {
  readonly holding: Holding;
  readonly inLibrary: boolean;
  /** The record's id in the library that gave the best answer; null where there is none, or it isn't given. */
  readonly recordId: number | null;
  /** A film: when its file was imported, the earliest of them, in epoch milliseconds. Null for a series. */
  readonly addedAt: number | null;
  /** A series: by the libraries' numbers, ascending, the specials' season 0 too. Empty for a film. */
  readonly seasons: ReadonlyMap<number, SeasonState>;
  /** A series: what they hold of a season that isn't among these; left out for nothing. */
  readonly otherSeasons?: SeasonState;
}

export interface FilmRecord {
  readonly recordId: number;
  readonly hasFile: boolean;
  readonly monitored: boolean;
  /** Epoch milliseconds. */
  readonly fileAddedAt: number | null;
}

export interface SeriesAnswer {
  readonly availability: SeriesAvailability;
  readonly recordId: number | null;
}

const NO_SEASONS: TitleState['seasons'] = new Map();

export const IN_NO_LIBRARY: TitleState = {
  holding: 'unavailable',
  inLibrary: false,
  recordId: null,
  addedAt: null,
  seasons: NO_SEASONS,
};

/**
 * A record that can't be read counts as looked for: the film isn't absent, and nobody knows that it is there.
 * Source: doc 2 §4 Compat rules, "the best answer across libraries of the kind"; issue 43 C14.
 * @param records one per library, in the order of libraries: undefined where it has none, null where it can't be read
 */
export function filmState(records: readonly (FilmRecord | null | undefined)[]): TitleState {
  let state = IN_NO_LIBRARY;
  for (const record of records) {
    if (record === undefined) continue;
    const holding = record ? holdingOf(record) : 'requested';
    const addedAt = earlier(state.addedAt, record?.fileAddedAt ?? null);
    const isBetter = !state.inLibrary || RANK[holding] > RANK[state.holding];
    state = isBetter
      ? { holding, inLibrary: true, recordId: record?.recordId ?? null, addedAt, seasons: NO_SEASONS }
      : { ...state, addedAt };
  }
  return state;
}

/**
 * The best answer as a whole, and for each season. An answer that is unknown gives way only to one that nothing could better.
 * One that is unknown as a whole, because the record can't be read, counts as looked for, as a whole and season by season.
 * Source: as {@link filmState}; doc 4, decision "Truth about series".
 * @param answers one per library, in the order of libraries
 */
export function seriesState(answers: readonly SeriesAnswer[]): TitleState {
  let state = IN_NO_LIBRARY;
  const seasons = new Map<number, SeasonState>();
  for (const { availability, recordId } of answers) {
    if (availability.known && !availability.inLibrary) continue;
    const whole = judgeSeasons(availability);
    const holding = !availability.known ? 'requested' : whole.known ? whole.status : 'unknown';
    if (!state.inLibrary || RANK[holding] > RANK[state.holding]) {
      state = { holding, inLibrary: true, recordId, addedAt: null, seasons };
    }
    if (availability.known) addSeasons(seasons, availability);
  }
  if (answers.some(({ availability }) => !availability.known)) {
    for (const [number, one] of seasons) seasons.set(number, bestOf(one, LOOKED_FOR));
    state = { ...state, seasons, otherSeasons: LOOKED_FOR };
  }
  return seasons.size > 1 ? { ...state, seasons: byNumber(seasons) } : state;
}

const LOOKED_FOR: SeasonState = { holding: 'requested', pilot: 'requested' };

/** By the libraries' number; undefined for nothing. */
export const seasonOf = ({ seasons, otherSeasons }: TitleState, number: number): SeasonState | undefined =>
  seasons.get(number) ?? otherSeasons;

/** Where catalogs count seasons differently, it may be another season: it counts as looked for at most. Source: issue 43 C16. */
export function doubtedState(state: TitleState): TitleState {
  const seasons = [...state.seasons].map(
    ([number, { holding, pilot }]) =>
      [number, { holding: atMostRequested(holding), pilot: atMostRequested(pilot) }] as const,
  );
  return { ...state, holding: atMostRequested(state.holding), seasons: new Map(seasons) };
}

const atMostRequested = (holding: Holding): Holding => (RANK[holding] > RANK.requested ? 'requested' : holding);

/** How good an answer is. What is unknown is partly held at least, and may be all there. */
export const RANK: Readonly<Record<Holding, number>> = {
  unavailable: 0,
  requested: 1,
  partial: 2,
  unknown: 3,
  available: 4,
};

export function better(one: Holding, other: Holding): Holding {
  return RANK[other] > RANK[one] ? other : one;
}

function addSeasons(seasons: Map<number, SeasonState>, series: SeriesAvailability & { readonly known: true }): void {
  for (const season of series.seasons) {
    const { seasonNumber } = season;
    const first = judgePilot(series, seasonNumber);
    const holding = season.known ? season.status : 'unknown';
    // Whether a first episode is looked for may be untold; whether it has a file never is, but for an unknown season.
    const pilot = first.known ? first.status : season.known ? 'unavailable' : 'unknown';
    const before = seasons.get(seasonNumber);
    seasons.set(seasonNumber, before ? bestOf(before, { holding, pilot }) : { holding, pilot });
  }
}

function bestOf(one: SeasonState, other: SeasonState): SeasonState {
  return { holding: better(one.holding, other.holding), pilot: better(one.pilot, other.pilot) };
}

function byNumber(seasons: ReadonlyMap<number, SeasonState>): ReadonlyMap<number, SeasonState> {
  return new Map([...seasons].sort(([one], [other]) => one - other));
}

function holdingOf({ hasFile, monitored }: FilmRecord): Holding {
  if (hasFile) return 'available';
  return monitored ? 'requested' : 'unavailable';
}

function earlier(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}
