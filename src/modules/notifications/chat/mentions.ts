import type { Role } from '../../../core/access/permissions.js';
import { EVENT_AUDIENCES, type NotificationEvent } from '../events/notification-event.js';
import type { ChatPreferences } from './chat-preferences.repository.js';
import { POST_CAPS } from '../../../clients/discord/webhook-post.js';

/**
 * May a message about a title go to a kids account? `none`: it is none, or its limits don't speak of such titles; `unknown`: that couldn't
 * be judged, or its limits have changed since.
 */
export type TitleLimits = 'none' | 'within' | 'outside' | 'unknown';

export interface MentionCandidate {
  readonly userId: number;
  readonly role: Role;
  /** Has it asked for the title, or does it wait for a shared one? Of a report: has it sent it? */
  readonly isInvolved: boolean;
  readonly mayUseLibrary: boolean;
  readonly limits: TitleLimits;
  readonly preferences: ChatPreferences | undefined;
}

export interface MentionedEvent {
  readonly event: NotificationEvent;
  readonly enableMentions: boolean;
  readonly actorId: number | null;
}

/**
 * Who is mentioned in person. Everything has to agree: the server's mentions, the account's own switch, event and ids, its role,
 * its library and its limits; and nobody is mentioned for what they did themselves.
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

export interface Mentioned {
  readonly userId: number;
  /** The ids at the chat service by which that happens: ten at most. */
  readonly chatIds: readonly string[];
}

export interface MentionSlice {
  readonly userIds: readonly number[];
  readonly users: readonly string[];
  readonly roles: readonly string[];
  readonly content: string;
}

export const mentionOf = (chatId: string): string => `<@${chatId}>`;

const roleMentionOf = (roleId: string): string => `<@&${roleId}>`;

/** As many posts as the caps of a post need, one at least. Somebody's ids stay together, and the role stands in the first post. */
export function mentionSlices(people: readonly Mentioned[], roleId: string | null): readonly MentionSlice[] {
  const slices: MentionSlice[] = [sliceOf([], roleId)];
  let together: readonly Mentioned[] = [];
  for (const one of people) {
    const larger = sliceOf([...together, one], slices.length === 1 ? roleId : null);
    const fits = larger.users.length <= POST_CAPS.mentions && larger.content.length <= POST_CAPS.content;
    together = fits ? [...together, one] : [one];
    if (fits) slices[slices.length - 1] = larger;
    else slices.push(sliceOf(together, null));
  }
  return slices;
}

function sliceOf(people: readonly Mentioned[], roleId: string | null): MentionSlice {
  const users = [...new Set(people.flatMap(({ chatIds }) => chatIds))];
  const roles = roleId === null ? [] : [roleId];
  return {
    userIds: people.map(({ userId }) => userId),
    users,
    roles,
    content: [...roles.map(roleMentionOf), ...users.map(mentionOf)].join(' '),
  };
}
