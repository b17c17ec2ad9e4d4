import type { Role } from '../../../core/access/permissions.js';
import { type Sentence, sayFrom } from '../../../core/errors/sentence.js';
import { optional, rfc3339, type Rfc3339, type SentenceView, sentenceView } from '../../../core/http/view-members.js';
import type { BookFormat, DeliveryCode, DispatchRow, DispatchState } from '../saved/job-rows.js';
import { mayCancel, mayRetry } from '../transitions/job-changes.js';

/** What people are told of a delivery: where it is, or the reason for that. */
const DELIVERY_STATE_SENTENCES = {
  delivery_state_approval: 'Waiting for approval.',
  delivery_state_queued: 'Waiting to be sent to the library.',
  delivery_state_processing: 'Being sent to the library.',
  delivery_state_retry: 'The library could not take it yet; it is tried again.',
  delivery_state_waiting_library: 'The library is still taking it in.',
  delivery_state_attention: 'Needs attention.',
  delivery_state_complete: 'The library has accepted it.',
  delivery_state_cancelled: 'Not sent to the library.',
  delivery_reason_service_unavailable: 'The library could not take it yet; it is tried again.',
  delivery_reason_access_unavailable: 'You may no longer use this library.',
  delivery_reason_request_unavailable: 'This title is not available to you.',
  delivery_reason_instance_missing: 'The library has been removed.',
  delivery_reason_metadata_unresolved: 'This title could not be found; an administrator has to look.',
  delivery_reason_library_unavailable: 'The library could not take it; an administrator has to look.',
  delivery_reason_tv_match_changed:
    'This series has been matched with another one since; an administrator has to look.',
  delivery_reason_tv_match_paused: 'Requests for this series are held back for now.',
  delivery_reason_tv_match_ambiguous:
    'It is not sure which series or seasons of the library are meant by this series; an administrator has to look.',
  delivery_reason_tv_seasons_unmapped:
    'The library has not all of these seasons of this series; an administrator has to look.',
  delivery_reason_tv_target_missing: 'The library does not know this series.',
  delivery_reason_tv_metadata_unavailable: 'This series could not be looked up; it is tried again.',
  delivery_reason_tv_metadata_refresh:
    'The library does not know all of these seasons of this series yet; it is tried again.',
  delivery_reason_tv_pilot_unavailable: 'The library does not know the first episode of this series yet.',
  delivery_reason_import_failed: 'The library could not import it; an administrator has to look.',
  delivery_reason_import_abandoned: 'The library did not finish importing it; an administrator has to look.',
  delivery_reason_import_cancelled: 'The import into the library was stopped; an administrator has to look.',
  delivery_reason_author_import: 'The library is still taking its author in.',
  delivery_reason_import_identity_ambiguous:
    'The library knows several books like this book; an administrator has to look.',
  delivery_reason_library_identity_unresolved: 'The library may have this book already; an administrator has to look.',
  delivery_reason_book_configuration: 'The library is not set up for this format yet; an administrator has to look.',
  delivery_reason_editions_unavailable:
    'The library knows no edition of this book in this format; an administrator has to look.',
  delivery_reason_retry_limit: 'The library could not take it; an administrator has to look.',
  delivery_accepted_until: 'The library has accepted it. It is not out yet: it comes out on {day}.',
} as const;

const say = sayFrom(DELIVERY_STATE_SENTENCES);

/** The reasons that are told. */
type ReasonCode = Extract<keyof typeof DELIVERY_STATE_SENTENCES, `delivery_reason_${string}`>;

const isReason = (code: string): code is ReasonCode => code in DELIVERY_STATE_SENTENCES;

/** The library manager's own messages may name folders and servers: only administrators see them. */
export function deliveryMessage(
  { state, code, message, waitingSince }: DispatchRow,
  reader: Role,
  comesOutOn?: string,
): Sentence {
  if (reader === 'admin' && message !== null) return message;
  if (state === 'complete' && code === 'requested' && comesOutOn !== undefined)
    return say('delivery_accepted_until', { day: comesOutOn });
  // A look at the import of an author is part of the wait.
  const shown = state === 'processing' && waitingSince !== null ? 'author_import' : code;
  const reason = `delivery_reason_${shown}`;
  return isReason(reason) ? say(reason) : say(`delivery_state_${state}`);
}

/** The state of a request's delivery to its library. */
export interface DeliveryStateView {
  readonly request_id: number;
  /** A book: the format that is delivered. */
  readonly format?: BookFormat;
  readonly state: DispatchState;
  /** How many attempts were made. */
  readonly attempts: number;
  readonly last_attempt_at?: Rfc3339;
  /** Only while it waits for its next attempt. */
  readonly next_attempt_at?: Rfc3339;
  /** The reason for the state, for programs. */
  readonly code?: DeliveryCode;
  /** The reason for the state, for people. */
  readonly message: string;
  readonly sentence: SentenceView;
  /** May the delivery be retried? */
  readonly can_manage: boolean;
  readonly can_cancel: boolean;
}

/** @param comesOutOn the day on which the title comes out, while it is not out yet; `YYYY-MM-DD` */
export function deliveryState(delivery: DispatchRow, reader: Role, comesOutOn?: string): DeliveryStateView {
  const message = deliveryMessage(delivery, reader, comesOutOn);
  const timed = delivery.state === 'queued' || delivery.state === 'retry';
  return {
    request_id: delivery.requestId,
    ...(delivery.format === '' ? {} : { format: delivery.format }),
    state: delivery.state,
    attempts: delivery.attempts,
    ...optional('last_attempt_at', delivery.lastAttemptAt, rfc3339),
    ...(timed ? optional('next_attempt_at', delivery.nextAttemptAt, rfc3339) : {}),
    ...optional('code', delivery.code),
    message: message.text,
    sentence: sentenceView(message),
    can_manage: mayRetry(delivery.state),
    can_cancel: mayCancel(delivery.state),
  };
}
