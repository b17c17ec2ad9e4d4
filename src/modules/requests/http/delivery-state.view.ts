import type { Role } from '../../../core/access/permissions.js';
import { optional, rfc3339, type Rfc3339 } from '../../../core/http/view-members.js';
import type { BookFormat, DeliveryCode, DispatchRow, DispatchState } from '../jobs/dispatch-row.entity.js';
import { mayCancel, mayRetry } from '../transitions/delivery-actions.js';

const BY_STATE: Readonly<Record<DispatchState, string>> = {
  approval: 'Waiting for approval.',
  queued: 'Waiting to be sent to the library.',
  processing: 'Being sent to the library.',
  retry: 'The library could not take it yet; it is tried again.',
  waiting_library: 'The library is still taking it in.',
  attention: 'Needs attention.',
  complete: 'The library has accepted it.',
  cancelled: 'Not sent to the library.',
};

const BY_CODE: Readonly<Partial<Record<DeliveryCode, string>>> = {
  service_unavailable: 'The library could not take it yet; it is tried again.',
  access_unavailable: 'You may no longer use this library.',
  request_unavailable: 'This title is not available to you.',
  instance_missing: 'The library has been removed.',
  metadata_unresolved: 'This title could not be found; an administrator has to look.',
  library_unavailable: 'The library could not take it; an administrator has to look.',
  tv_match_changed: 'This series has been matched with another one since; an administrator has to look.',
  tv_match_paused: 'Requests for this series are held back for now.',
  tv_match_ambiguous:
    'It is not sure which series or seasons of the library are meant by this series; an administrator has to look.',
  tv_seasons_unmapped: 'The library has not all of these seasons of this series; an administrator has to look.',
  tv_target_missing: 'The library does not know this series.',
  tv_metadata_unavailable: 'This series could not be looked up; it is tried again.',
  tv_metadata_refresh: 'The library does not know all of these seasons of this series yet; it is tried again.',
  tv_pilot_unavailable: 'The library does not know the first episode of this series yet.',
  import_failed: 'The library could not import it; an administrator has to look.',
  import_abandoned: 'The library did not finish importing it; an administrator has to look.',
  import_cancelled: 'The import into the library was stopped; an administrator has to look.',
  author_import: 'The library is still taking its author in.',
  import_identity_ambiguous: 'The library knows several books like this book; an administrator has to look.',
  library_identity_unresolved: 'The library may have this book already; an administrator has to look.',
  book_configuration: 'The library is not set up for this format yet; an administrator has to look.',
  editions_unavailable: 'The library knows no edition of this book in this format; an administrator has to look.',
  retry_limit: 'The library could not take it; an administrator has to look.',
};

/**
 * Explains the state of a delivery to the reader. The library manager's own messages may name folders and servers: only
 * administrators see them.
 */
export function deliveryMessage(
  { state, code, message, waitingSince }: DispatchRow,
  reader: Role,
  comesOutOn?: string,
): string {
  if (reader === 'admin' && message !== '') return message;
  if (state === 'complete' && code === 'requested' && comesOutOn !== undefined)
    return `The library has accepted it. It is not out yet: it comes out on ${comesOutOn}.`;
  // A look at the import of an author is part of the wait.
  const shown = state === 'processing' && waitingSince !== null ? 'author_import' : code;
  return (shown && BY_CODE[shown]) ?? BY_STATE[state];
}

/** The state of a request's delivery to its library. Source: doc 4 section 1.3, DeliveryState. */
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
  /** May the delivery be retried? */
  readonly can_manage: boolean;
  readonly can_cancel: boolean;
}

/**
 * The state of a delivery, with a message for the reader.
 *
 * @param comesOutOn the day on which the title comes out, while it is not out yet; `YYYY-MM-DD`
 */
export function deliveryState(delivery: DispatchRow, reader: Role, comesOutOn?: string): DeliveryStateView {
  const timed = delivery.state === 'queued' || delivery.state === 'retry';
  return {
    request_id: delivery.requestId,
    ...(delivery.format === '' ? {} : { format: delivery.format }),
    state: delivery.state,
    attempts: delivery.attempts,
    ...optional('last_attempt_at', delivery.lastAttemptAt, rfc3339),
    ...(timed ? optional('next_attempt_at', delivery.nextAttemptAt, rfc3339) : {}),
    ...optional('code', delivery.code),
    message: deliveryMessage(delivery, reader, comesOutOn),
    can_manage: mayRetry(delivery.state),
    can_cancel: mayCancel(delivery.state),
  };
}
