import type { Role } from '../../../core/access/permissions.js';
import { EVENT_AUDIENCES } from '../events/event-audience.js';
import type { NotificationEvent } from '../events/notification-event.js';
import type { ChatPreferences } from './chat-preferences.repository.js';
import type { Mentioned } from './mention-slices.js';

/**
 * May a kids account be told of a title?
 *
 * | limits | meaning |
 * |---|---|
 * | none | it is no kids account, or its limits don't speak of such titles |
 * | within | it may see the title |
 * | outside | it may not |
 * | unknown | that couldn't be judged, or its limits have changed since |
 */
export type TitleLimits = 'none' | 'within' | 'outside' | 'unknown';

/** An account that an event may concern, as everything is at this moment. */
export interface MentionCandidate {
  readonly userId: number;
  readonly role: Role;
  /** Has it asked for the title, or does it wait for a shared one? Of a report: has it sent it? */
  readonly isInvolved: boolean;
  /** May it use the library of the title? */
  readonly mayUseLibrary: boolean;
  readonly limits: TitleLimits;
  /** What it has chosen; undefined for nothing. */
  readonly preferences: ChatPreferences | undefined;
}

/** What an event is, as far as it decides who is mentioned. */
export interface MentionedEvent {
  readonly event: NotificationEvent;
  /** May posts mention anybody? */
  readonly enableMentions: boolean;
  /** Who did it; null for nobody. */
  readonly actorId: number | null;
}

/**
 * Who is mentioned in person. Everything has to agree: mentions of the server, the account's own switch, event and ids, its role,
 * its right to the library, its limits; and nobody is told of what they did themselves. Source: doc 2 section 6, At delivery.
 */
export function mentionAudience(
  { event, enableMentions, actorId }: MentionedEvent,
  candidates: readonly MentionCandidate[],
): readonly Mentioned[] {
  if (!enableMentions) return [];
  return candidates
    .filter((one) => one.userId !== actorId && isConcerned(event, one) && maySee(one) && isWanted(event, one))
    .map(({ userId, preferences }) => ({ userId, chatIds: preferences?.chatIds ?? [] }));
}

function isConcerned(event: NotificationEvent, { role, isInvolved }: MentionCandidate): boolean {
  switch (EVENT_AUDIENCES[event]) {
    case 'administrators':
      return role === 'admin';
    case 'requester':
      return isInvolved;
    case 'reporter':
      return role === 'admin' || isInvolved;
  }
}

const maySee = ({ mayUseLibrary, limits }: MentionCandidate): boolean =>
  mayUseLibrary && (limits === 'none' || limits === 'within');

const isWanted = (event: NotificationEvent, { preferences }: MentionCandidate): boolean =>
  preferences !== undefined && preferences.enabled && preferences.events[event] && preferences.chatIds.length > 0;
