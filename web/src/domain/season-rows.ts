import type { Schemas } from '../api/client.js';
import { openSeasons, type SeriesReading } from './open-seasons.js';
import { titleState, type TitleState } from './title-state.js';

/** What the metadata provider says of a season. */
export interface SeasonFacts {
  /** 0 holds the specials. */
  readonly number: number;
  /** Of its first episode; empty where unknown. */
  readonly year: string;
  readonly episodes: number;
}

/** How an episode stands. */
export type EpisodeState = Schemas['EpisodeView']['state'];

/** A season as a row shows it. */
export interface SeasonRow extends SeasonFacts {
  readonly state: TitleState;
  /** 0 to 1. */
  readonly progress: number;
  /** So many of its episodes are there. */
  readonly there: number;
  readonly canRequest: boolean;
  /** One for each episode, as far as they can be told apart by their number alone. */
  readonly bits: readonly EpisodeState[];
}

interface Status extends SeriesReading {
  readonly seasons?: readonly Schemas['SeasonStatusView'][];
}

/**
 * The seasons of a series in order, the specials last: those that the provider lists, and those that a library has beside them. Specials
 * are never offered for request.
 */
export function seasonRows(listed: readonly SeasonFacts[], status: Status | undefined): readonly SeasonRow[] {
  const known = new Map(status?.seasons?.map((season) => [season.season_number, season]));
  const numbers = [...new Set([...listed.map(({ number }) => number), ...known.keys()])];
  const open = new Set(openOf(numbers, status));
  return [...numbers.filter((one) => one > 0).sort((a, b) => a - b), ...numbers.filter((one) => one === 0)].map(
    (number): SeasonRow => {
      const facts = listed.find((one) => one.number === number);
      const season = known.get(number);
      const episodes = Math.max(facts?.episodes ?? 0, season?.episode_count ?? 0);
      const state = stateOf(season?.status, status);
      const there = state === 'unknown' ? 0 : Math.min(season?.episode_file_count ?? 0, episodes);
      const aired = season && season.episode_count > 0 ? season.episode_count : episodes;
      return {
        number,
        year: facts?.year ?? '',
        episodes,
        state,
        progress: season?.progress ?? 0,
        there,
        canRequest: open.has(number),
        bits: Array.from({ length: episodes }, (_, at) =>
          state === 'unknown' ? 'unknown' : at < there ? 'here' : at < aired ? 'missing' : 'coming',
        ),
      };
    },
  );
}

/** What can be requested: nothing where nobody knows what is there. */
function openOf(numbers: readonly number[], status: Status | undefined): readonly number[] {
  if (!status || titleState(status) === 'unknown') return [];
  const isAsked = status.seasons === undefined && ['pending', 'requested', 'downloading'].includes(status.status);
  const isThere = status.seasons === undefined && status.status === 'available';
  return isAsked || isThere ? [] : openSeasons(numbers, status).filter((number) => number > 0);
}

/** Of a season of which nothing is said only that of a series that isn't there at all is known. */
function stateOf(own: Status['status'] | undefined, status: Status | undefined): TitleState {
  if (!status) return 'unknown';
  const whole = titleState(status);
  if (own !== undefined) return titleState({ status: own, status_known: status.status_known });
  if (whole === 'available' || whole === 'partial' || whole === 'downloading' || whole === 'denied')
    return 'unavailable';
  return whole;
}

/** More bits than that can't be told apart on a phone. */
const MOST_BITS = 60;

/** The bits as they are drawn: of a long season each stands for several episodes. */
export function drawnBits(bits: readonly EpisodeState[]): readonly EpisodeState[] {
  if (bits.length <= MOST_BITS) return bits;
  return Array.from({ length: MOST_BITS }, (_, at) => bits[Math.floor((at * bits.length) / MOST_BITS)] ?? 'unknown');
}

/** What is said of an episode: how it is, or when it airs. */
export type EpisodeWord = 'here' | 'downloading' | 'sought' | 'missing' | 'unknown' | 'airs' | 'someday';

/**
 * @param season how its season stands
 * @param today YYYY-MM-DD
 */
export function episodeWord(
  { state, air_date: day }: Pick<Schemas['EpisodeView'], 'state' | 'air_date'>,
  season: TitleState,
  today: string,
): EpisodeWord {
  if (state === 'here' || state === 'unknown') return state;
  if (state === 'missing') return season === 'requested' || season === 'downloading' ? 'sought' : 'missing';
  if (day === null || day === '') return 'someday';
  // It counts as aired once its day is over.
  return day >= today ? 'airs' : 'downloading';
}
