import type { EpisodeHoldings, SeasonHoldings } from '../../library/library.public.js';
import type { ListedEpisode, SeriesSummary } from '../../metadata/metadata.public.js';
import { mapSeasons, regularSeasons, type TvMatch } from '../../series-matching/series-matching.public.js';
import { distinctSeasons } from '../policy/season-input.js';
import { withCounterparts } from './series-request-status.js';

/**
 * `here`: a library has its file. `coming`: it is being downloaded, or hasn't aired. `missing`: it has aired. `unknown`: a library can't be
 * read, or it isn't sure which of its seasons is meant, and no other has it.
 */
export type EpisodeState = 'here' | 'coming' | 'missing' | 'unknown';

/** An episode of the provider's, and what the libraries say of it together. */
export interface EpisodeNow extends ListedEpisode {
  readonly state: EpisodeState;
}

/** What a library has of a season of the provider's, by its own numbers; null where it is unknown. */
export type SeasonThere = Omit<SeasonHoldings, 'seasonNumber'> | null;

const NOTHING: SeasonThere = { first: null, held: [], downloading: [] };

/** The specials have no other number than 0, and a counterpart only where both catalogs count alike. */
export function seasonThere(
  { match, series, season }: { readonly match: TvMatch; readonly series: SeriesSummary; readonly season: number },
  library: EpisodeHoldings,
): SeasonThere {
  if (!library.known) return null;
  const { map } = mapSeasons(match, distinctSeasons([...regularSeasons(series), season]));
  const regular = [...map].flatMap(([source, target]) => (source === 0 ? [] : [{ source, target }]));
  const counterpart = withCounterparts(regular, library).find(({ source }) => source === season);
  const target = season === 0 ? map.get(0) : counterpart?.target;
  if (target === undefined || target === null) return null;
  return library.seasons.find(({ seasonNumber }) => seasonNumber === target) ?? NOTHING;
}

/** So many episodes come before those of this season. */
export const episodesBefore = ({ seasons }: Pick<SeriesSummary, 'seasons'>, season: number): number =>
  seasons
    .filter(({ seasonNumber }) => seasonNumber > 0 && seasonNumber < season)
    .reduce((total, { episodeCount }) => total + episodeCount, 0);

/**
 * @param before as {@link episodesBefore}: some series count on from season to season at the provider, and anew in libraries
 * @param now epoch milliseconds
 */
export function episodesNow(
  listed: readonly ListedEpisode[],
  libraries: readonly SeasonThere[],
  { before, now }: { readonly before: number; readonly now: number },
): readonly EpisodeNow[] {
  const first = listed[0]?.episodeNumber ?? 0;
  const countsOn = before > 0 && first > before;
  const numberIn = (there: NonNullable<SeasonThere>, number: number): number =>
    countsOn && there.first !== null && there.first <= 1 ? number - first + 1 : number;
  const stateOf = ({ episodeNumber, airDate }: ListedEpisode): EpisodeState => {
    const said = libraries.map((there) => there && stateIn(there, numberIn(there, episodeNumber)));
    if (said.includes('here')) return 'here';
    if (said.includes('coming')) return 'coming';
    if (said.includes(null)) return 'unknown';
    return hasAired(airDate, now) ? 'missing' : 'coming';
  };
  return listed.map((episode) => ({ ...episode, state: stateOf(episode) }));
}

/** Null where it can't be said whether it is on its way. */
function stateIn({ held, downloading }: NonNullable<SeasonThere>, number: number): 'here' | 'coming' | 'absent' | null {
  if (held.includes(number)) return 'here';
  if (downloading === null) return null;
  return downloading.includes(number) ? 'coming' : 'absent';
}

const DAY_MS = 24 * 3_600_000;

/** The provider says the day alone: it has once that is over, in UTC. */
const hasAired = (day: string | null, now: number): boolean =>
  day !== null && Date.parse(`${day}T00:00:00Z`) + DAY_MS <= now;
