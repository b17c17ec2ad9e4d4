import { POST_CAPS, type EmbedField, type WebhookPost } from '../../../clients/discord/webhook-post.js';
import type { MediaType } from '../../requests/requests.public.js';
import { EVENT_WORDS, MEDIA_TYPE_WORDS, UNTITLED } from '../events/event-words.js';
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

/** The colour of the frame: 0xRRGGBB. */
const COLORS: Readonly<Record<NotificationEvent, number>> = {
  request_pending: 0x3498db,
  request_auto_approved: 0x2ecc71,
  request_approved: 0x2ecc71,
  request_denied: 0xe74c3c,
  request_failed: 0xe74c3c,
  request_available: 0x9b59b6,
  issue_created: 0xe67e22,
  issue_comment: 0x3498db,
  issue_resolved: 0x2ecc71,
  issue_reopened: 0xe67e22,
  request_stuck: 0xe67e22,
};

/**
 * A post as it goes out: mentions in its text, all words in its frame, and those of other people plain. Source: doc 2 section 6
 * (Delivery rules), issue 24.
 */
export function chatPost(
  subject: ChatSubject,
  { users, roles, content }: MentionSlice,
  { username, avatarUrl }: Pick<ChatOptions, 'username' | 'avatarUrl'>,
): WebhookPost {
  return {
    content,
    ...(username && { username }),
    ...(avatarUrl && { avatarUrl }),
    mentions: { users, roles },
    embed: {
      title: plainMarkdown(subject.title, POST_CAPS.title) || UNTITLED,
      description: EVENT_WORDS[subject.event],
      ...(subject.link !== null && { url: subject.link }),
      color: COLORS[subject.event],
      fields: fieldsOf(subject),
      ...(subject.poster !== null && { thumbnail: subject.poster }),
      footer: subject.event,
    },
  };
}

function fieldsOf({ event, mediaType, people, library }: ChatSubject): readonly EmbedField[] {
  const who = event.startsWith('issue_') ? 'Reported by' : 'Requested by';
  const fields = [
    { name: 'Type', value: MEDIA_TYPE_WORDS[mediaType] },
    { name: who, value: plainMarkdown(people.join(', '), POST_CAPS.fieldValue) },
    { name: 'Library', value: plainMarkdown(library ?? '', POST_CAPS.fieldValue) },
  ];
  // A field without a value is refused.
  return fields.filter(({ value }) => value !== '');
}
