import { POST_CAPS, type EmbedField, type WebhookPost } from '../../../clients/discord/webhook-post.js';
import type { MediaType } from '../../requests/requests.public.js';
import type { NotificationEvent } from '../events/notification-event.js';
import type { ChatOptions } from './chat-options.js';
import type { MentionSlice } from './mention-slices.js';
import { plainMarkdown } from './plain-markdown.js';

/** What a post is about. */
export interface ChatSubject {
  readonly event: NotificationEvent;
  readonly title: string;
  readonly mediaType: MediaType;
  /** The names of those who have asked for it, or of who has reported it. */
  readonly people: readonly string[];
  /** The library's name; null once it was removed. */
  readonly library: string | null;
  /** Where the web app shows more of it; null without an external address. */
  readonly link: string | null;
  /** The address of a picture at a public provider; null for none. */
  readonly poster: string | null;
}

/** What has happened, in words, and the colour of the frame: 0xRRGGBB. */
const EVENTS: Readonly<Record<NotificationEvent, { readonly words: string; readonly color: number }>> = {
  request_pending: { words: 'Request waiting for approval', color: 0x3498db },
  request_auto_approved: { words: 'Request approved automatically', color: 0x2ecc71 },
  request_approved: { words: 'Request approved', color: 0x2ecc71 },
  request_denied: { words: 'Request denied', color: 0xe74c3c },
  request_failed: { words: 'Request could not be delivered', color: 0xe74c3c },
  request_available: { words: 'Now available', color: 0x9b59b6 },
  issue_created: { words: 'A problem was reported', color: 0xe67e22 },
  issue_comment: { words: 'New reply to a report', color: 0x3498db },
  issue_resolved: { words: 'Report resolved', color: 0x2ecc71 },
  issue_reopened: { words: 'Report opened again', color: 0xe67e22 },
};

const TYPES: Readonly<Record<MediaType, string>> = { movie: 'Movie', tv: 'Series', book: 'Book', music: 'Album' };

const UNTITLED = 'Untitled';

/**
 * A post as it goes out: mentions in its text, all words in its frame, and those of other people plain. Source: doc 2 section 6
 * (Delivery rules), issue 24.
 */
export function chatPost(
  subject: ChatSubject,
  { users, roles, content }: MentionSlice,
  { username, avatarUrl }: Pick<ChatOptions, 'username' | 'avatarUrl'>,
): WebhookPost {
  const { words, color } = EVENTS[subject.event];
  return {
    content,
    ...(username && { username }),
    ...(avatarUrl && { avatarUrl }),
    mentions: { users, roles },
    embed: {
      title: plainMarkdown(subject.title, POST_CAPS.title) || UNTITLED,
      description: words,
      ...(subject.link !== null && { url: subject.link }),
      color,
      fields: fieldsOf(subject),
      ...(subject.poster !== null && { thumbnail: subject.poster }),
      footer: subject.event,
    },
  };
}

function fieldsOf({ event, mediaType, people, library }: ChatSubject): readonly EmbedField[] {
  const who = event.startsWith('issue_') ? 'Reported by' : 'Requested by';
  const fields = [
    { name: 'Type', value: TYPES[mediaType] },
    { name: who, value: plainMarkdown(people.join(', '), POST_CAPS.fieldValue) },
    { name: 'Library', value: plainMarkdown(library ?? '', POST_CAPS.fieldValue) },
  ];
  // A field without a value is refused.
  return fields.filter(({ value }) => value !== '');
}
