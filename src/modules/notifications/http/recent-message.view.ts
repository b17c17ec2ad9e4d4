import { rfc3339, type Rfc3339, sentenceView, type SentenceView } from '../../../core/http/view-members.js';
import type { OutboxStatus } from '../message-rows.js';
import type { RecentMessage } from '../outbox/outbox.repository.js';

/** A message that waits or has gone out. */
export interface RecentMessageView {
  readonly id: number;
  /** The request that it is about, the first of several. */
  readonly request_id?: number;
  /** The report that it is about. */
  readonly issue_id?: number;
  readonly event: string;
  readonly status: OutboxStatus;
  /** Why it has this status; empty where there is nothing to say. */
  readonly detail: string;
  /** The same as a code; left out where `detail` is empty. */
  readonly sentence?: SentenceView;
  /** How often it was sent. */
  readonly attempts: number;
  readonly updated_at: Rfc3339;
  /** When it is sent, if it waits. */
  readonly next_attempt_at?: Rfc3339;
}

export const recentMessageView = ({
  subject,
  updatedAt,
  nextAttemptAt,
  detail,
  ...message
}: RecentMessage): RecentMessageView => ({
  id: message.id,
  ...(subject.requestIds?.[0] !== undefined && { request_id: subject.requestIds[0] }),
  ...(subject.issueId !== undefined && { issue_id: subject.issueId }),
  event: message.event,
  status: message.status,
  detail: detail?.text ?? '',
  ...(detail && { sentence: sentenceView(detail) }),
  attempts: message.attempts,
  updated_at: rfc3339(updatedAt),
  ...(message.status === 'pending' && nextAttemptAt !== null && { next_attempt_at: rfc3339(nextAttemptAt) }),
});
