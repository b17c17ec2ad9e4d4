import type { RatingCaps } from './person-forms.js';
import { isFit, type AllowanceChoice } from './person-forms.js';

/** What is to be changed for several people; what isn't named stays as each of them has it. */
export interface ManyChanges {
  /** By the id of a library or media server. */
  readonly libraries: Readonly<Record<string, 'give' | 'take'>>;
  /** Null for what holds for everybody. */
  readonly approval: boolean | null | undefined;
  /** By the key of a kind. */
  readonly allowances: Readonly<Record<string, AllowanceChoice>>;
  readonly limits: RatingCaps | undefined;
}

/** What is wrong with changes that are to be saved; undefined where nothing is. */
export function faultOfMany({ libraries, approval, allowances, limits }: ManyChanges): 'nothing' | 'unfit' | undefined {
  if (!Object.values(allowances).every(isFit)) return 'unfit';
  const isEmpty = Object.keys(libraries).length + Object.keys(allowances).length === 0;
  return isEmpty && approval === undefined && limits === undefined ? 'nothing' : undefined;
}

/** Who may use something after it was given to these people, or taken from them. */
export function holdersAfter(
  before: ReadonlySet<number>,
  people: readonly number[],
  change: 'give' | 'take',
): ReadonlySet<number> {
  const after = new Set(before);
  for (const id of people)
    if (change === 'give') after.add(id);
    else after.delete(id);
  return after;
}
