import { POST_CAPS, type EmbedField, type WebhookPost } from '../../../clients/discord/webhook-post.js';
import type { MediaType } from '../../requests/requests.public.js';
import { EVENT_WORDS, MEDIA_TYPE_WORDS, UNTITLED, type NotificationEvent } from '../events/notification-event.js';
import type { ChatOptions } from './chat-settings.repository.js';
import { type MentionSlice, mentionOf } from './mentions.js';

export interface ChatSubject {
  readonly event: NotificationEvent;
  readonly title: string;
  readonly mediaType: MediaType;
  readonly people: readonly string[];
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

/** A post as it goes out: mentions in its text, all words in its frame, and those of other people plain. */
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

/** What can't be seen, or changes the direction of the text behind it. Joiners stay, which scripts and emoji need. */
const UNSEEN = /[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\u3164\ufeff\uffa0]/gu;

const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** Half of a character, which is no text. */
const HALF = /\p{Surrogate}/gu;

/** What Markdown may read as more than itself; behind a backslash it is plain. */
const MARK = /^[!-/:-@[-`{-~]$/;

const CUT = '…';

/** Stands behind `@`, so that nothing reads what follows as the name of somebody. */
const APART = '\u200b';

/**
 * Somebody's text as plain text of Markdown: no mention, link, quote, heading or anything else but its letters. A longer one is cut.
 * @param most how many code points the result may have, at least 1
 */
export function plainMarkdown(text: string, most: number): string {
  const clean = text.replace(HALF, '\ufffd').replace(BREAKS, ' ').replace(UNSEEN, '').trim();
  // More than that doesn't fit, however long it is.
  const pieces = [...clean.slice(0, 2 * most + 2)].map(escape);
  if (sizeOf(pieces) <= most) return pieces.join('');
  let room = most - sizeOf([CUT]);
  const end = pieces.findIndex((piece) => (room -= sizeOf([piece])) < 0);
  return pieces.slice(0, end).join('').trimEnd() + CUT;
}

const sizeOf = (pieces: readonly string[]): number => pieces.reduce((sum, piece) => sum + [...piece].length, 0);

function escape(character: string): string {
  if (character === '@') return `@${APART}`;
  return MARK.test(character) ? `\\${character}` : character;
}
