import type { ChannelMessage, ChannelSeverity } from '../../../clients/message-channels/channel-format.js';
import { type NotificationEvent, EVENT_WORDS, MEDIA_TYPE_WORDS, UNTITLED } from '../events/notification-event.js';
import type { MessageSubject } from '../subjects/message-subjects.service.js';
import type { OutboxMessage } from '../outbox/outbox-destination.js';

export interface ChannelEvent {
  readonly event: NotificationEvent;
  readonly message: Pick<OutboxMessage, 'id' | 'createdAt' | 'subject'>;
  readonly subject: MessageSubject;
  /** The library's name; null once it was removed. */
  readonly library: string | null;
  /** Where the web app shows more; null without an external address. */
  readonly link: string | null;
}

const SEVERITIES: Readonly<Record<NotificationEvent, ChannelSeverity>> = {
  request_pending: 'info',
  request_auto_approved: 'info',
  request_approved: 'success',
  request_denied: 'warning',
  request_failed: 'failure',
  request_available: 'success',
  issue_created: 'warning',
  issue_comment: 'info',
  issue_resolved: 'success',
  issue_reopened: 'warning',
  request_stuck: 'warning',
};

/** Other people's words are cut to so many code points. */
const LONGEST_TITLE = 200;
const LONGEST_NAMES = 300;

/** A message to a channel: what has happened, to which title, in which library, and who has asked. Nobody is called by it. */
export function channelMessage({ event, message, subject, library, link }: ChannelEvent): ChannelMessage {
  const { mediaType, tmdbId } = subject;
  const title = clip(subject.title, LONGEST_TITLE) || UNTITLED;
  const people = clip(subject.people.join(', '), LONGEST_NAMES);
  const where = clip(library ?? '', LONGEST_TITLE);
  const who = event.startsWith('issue_') ? 'reported by' : 'requested by';
  const details = [MEDIA_TYPE_WORDS[mediaType], where, people && `${who} ${people}`].filter((word) => word !== '');
  const { requestIds = [], issueId } = message.subject;
  return {
    id: `usher-${message.id}-${message.createdAt}`,
    event,
    title: EVENT_WORDS[event],
    text: `${title} (${details.join(', ')})`,
    severity: SEVERITIES[event],
    link,
    at: message.createdAt,
    data: {
      media_type: mediaType,
      media_title: title,
      ...(tmdbId > 0 && { tmdb_id: tmdbId }),
      library: where,
      people: subject.people.slice(0, MOST_PEOPLE).map((name) => clip(name, LONGEST_TITLE)),
      request_ids: requestIds,
      ...(issueId !== undefined && { issue_id: issueId }),
    },
  };
}

/** A test, by which somebody sees that messages arrive. @param id the same for nothing else */
export const testMessage = (id: string, at: number): ChannelMessage => ({
  id,
  event: 'test',
  title: 'Test message',
  text: 'This is a test of the notifications from Usher.',
  severity: 'info',
  link: null,
  at,
  data: {},
});

const MOST_PEOPLE = 50;
const UNSEEN = /[\p{Cc}\p{Cf}\p{Surrogate}]+/gu;

function clip(text: string, most: number): string {
  const clean = [
    ...text
      .slice(0, 4 * most)
      .replace(UNSEEN, ' ')
      .trim(),
  ];
  return clean.length <= most
    ? clean.join('')
    : `${clean
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
}
