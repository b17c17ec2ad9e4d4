import type { WebhookPost } from '../../../clients/discord/webhook-post.js';
import type { ChatOptions } from './chat-options.js';
import { mentionOf } from './mention-slices.js';

/** A post by which somebody sees that posts arrive. */
export function testPost(
  { username, avatarUrl }: Pick<ChatOptions, 'username' | 'avatarUrl'>,
  users: readonly string[],
): WebhookPost {
  const text = 'This is a test of the notifications from Usher.';
  return {
    content: [...users.map(mentionOf), text].join(' '),
    ...(username && { username }),
    ...(avatarUrl && { avatarUrl }),
    mentions: { users, roles: [] },
  };
}
