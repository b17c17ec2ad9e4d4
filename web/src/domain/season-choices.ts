import type { Schemas } from '../api/client.js';

/** Which season of the library stands for each season of the metadata provider; undefined for none. */
export type SeasonChoices = Readonly<Record<number, number | undefined>>;

/** The choices that a form begins with: those of the match where the same series is meant, else the same numbers. */
export function firstChoices(
  sources: readonly number[],
  targets: readonly number[],
  map: Schemas['TvMatchResponse']['season_map'] | undefined,
): SeasonChoices {
  const choices: Record<number, number | undefined> = {};
  for (const season of sources) {
    const chosen = map ? map[String(season)] : season;
    choices[season] = chosen !== undefined && targets.includes(chosen) ? chosen : undefined;
  }
  return choices;
}

/** Why a form can't be saved yet. */
export type ChoiceFault = 'none' | 'twice';

/** What is wrong with the choices: no season is chosen, or one of the library's stands for two. */
export function choiceFault(choices: SeasonChoices): ChoiceFault | undefined {
  const chosen = Object.values(choices).filter((season) => season !== undefined);
  if (chosen.length === 0) return 'none';
  return new Set(chosen).size < chosen.length ? 'twice' : undefined;
}

/** The map as the server takes it. */
export const seasonMap = (choices: SeasonChoices): Record<string, number> =>
  Object.fromEntries(Object.entries(choices).filter((entry): entry is [string, number] => entry[1] !== undefined));
