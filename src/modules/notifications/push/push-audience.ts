import type { Role } from '../../../core/access/permissions.js';
import type { PushCategory, PushPolicy, PushPreferences } from './push-categories.js';

/** `concerned`: who has asked or reported, and who waits with them. `library`: who may use the library. */
type PushAudience = 'administrators' | 'concerned' | 'library';

const AUDIENCES: Readonly<Record<PushCategory, PushAudience>> = {
  request_decision: 'concerned',
  request_pending: 'administrators',
  request_auto_approved: 'administrators',
  new_movie: 'library',
  new_episode: 'library',
  new_book: 'library',
  new_album: 'library',
  content_upgraded: 'administrators',
  issue_created: 'administrators',
  issue_report_update: 'concerned',
  agent_action_pending: 'administrators',
  agent_digest: 'administrators',
  hub_access_request: 'administrators',
  media_server_access: 'concerned',
};

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
  if (person.isActor || !isMeant(AUDIENCES[category], person) || !mayUse(category, person)) return false;
  return person.title === null || person.title === 'shown';
}

export const isForAdministrators = (category: PushCategory): boolean => AUDIENCES[category] === 'administrators';

const isMeant = (audience: PushAudience, { role, isConcerned }: PushedPerson): boolean =>
  audience === 'library' || (audience === 'administrators' ? role === 'admin' : isConcerned);

/** Administrators may use every library. Of new books, who was assigned some hears of those alone. */
function mayUse(category: PushCategory, { role, library }: PushedPerson): boolean {
  if (library === null || library.holds) return true;
  return role === 'admin' && !(category === 'new_book' && library.holdsAnother);
}
