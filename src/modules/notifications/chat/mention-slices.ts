import { POST_CAPS } from '../../../clients/discord/webhook-post.js';

/** Somebody who is mentioned. */
export interface Mentioned {
  readonly userId: number;
  /** The ids at the chat service by which that happens: ten at most. */
  readonly chatIds: readonly string[];
}

/** Whom one post mentions. */
export interface MentionSlice {
  /** The accounts. */
  readonly userIds: readonly number[];
  /** Their ids at the chat service. */
  readonly users: readonly string[];
  /** The ids of roles. */
  readonly roles: readonly string[];
  /** The text of the post. */
  readonly content: string;
}

/** The text by which somebody is mentioned. */
export const mentionOf = (chatId: string): string => `<@${chatId}>`;

const roleMentionOf = (roleId: string): string => `<@&${roleId}>`;

/**
 * Spreads whom an event mentions over as many posts as it takes, one at least: no post mentions more than 100 people or has a text
 * of more than 2,000 characters. Somebody's ids stay together, and the role stands in the first post. Source: Discord facts,
 * issue 24.
 *
 * @param roleId null where no role is mentioned
 */
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
