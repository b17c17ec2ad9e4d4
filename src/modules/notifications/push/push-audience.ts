import type { Role } from '../../../core/access/permissions.js';
import {
  audienceOf,
  type PushAudience,
  type PushCategory,
  type PushPolicy,
  type PushPreferences,
} from './push-categories.js';

export interface PushedPerson {
  readonly role: Role;
  readonly preferences: PushPreferences;
  /** Is it one of those whom the message is about? */
  readonly isConcerned: boolean;
  readonly isActor: boolean;
  /** What they hold of the library that the message is about; null where it is about none. */
  readonly library: {
    readonly holds: boolean;
    readonly holdsAnother: boolean;
  } | null;
  /** May they see the title in the message? Null where there is none in it, or they have no limits. */
  readonly title: 'shown' | 'hidden' | 'unknown' | null;
}

/** Is somebody sent a message of this category? What can't be judged isn't told. */
export function isPushed(category: PushCategory, policy: PushPolicy, person: PushedPerson): boolean {
  if (!policy.enabled || !policy.categories[category]) return false;
  if (!person.preferences.push_enabled || !person.preferences[category]) return false;
  if (person.isActor || !isMeant(audienceOf(category), person) || !mayUse(category, person)) return false;
  return person.title === null || person.title === 'shown';
}

export const isForAdministrators = (category: PushCategory): boolean => audienceOf(category) === 'administrators';

const isMeant = (audience: PushAudience, { role, isConcerned }: PushedPerson): boolean =>
  audience === 'library' || (audience === 'administrators' ? role === 'admin' : isConcerned);

/** Administrators may use every library. Of new books, who was assigned some hears of those alone. */
function mayUse(category: PushCategory, { role, library }: PushedPerson): boolean {
  if (library === null || library.holds) return true;
  return role === 'admin' && !(category === 'new_book' && library.holdsAnother);
}
