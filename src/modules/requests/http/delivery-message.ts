import type { Role } from '../../../core/access/permissions.js';
import type { DeliveryCode } from '../delivery/delivery-code.js';
import type { DispatchRow, DispatchState } from '../delivery/dispatch-row.entity.js';

const BY_STATE: Readonly<Record<DispatchState, string>> = {
  approval: 'Waiting for approval.',
  queued: 'Waiting to be sent to the library.',
  processing: 'Being sent to the library.',
  retry: 'The library could not take it yet; it is tried again.',
  attention: 'Needs attention.',
  complete: 'The library has accepted it.',
  cancelled: 'Not sent to the library.',
};

const BY_CODE: Readonly<Partial<Record<DeliveryCode, string>>> = {
  service_unavailable: 'The library could not take it yet; it is tried again.',
  access_unavailable: 'You may no longer use this library.',
  instance_missing: 'The library has been removed.',
  metadata_unresolved: 'The library does not know this film.',
  library_unavailable: 'The library could not take it; an administrator has to look.',
  retry_limit: 'The library could not take it; an administrator has to look.',
};

/**
 * Why a delivery is where it is, in words for the one who reads it. The library manager's own words may name folders
 * and servers: they are for administrators alone.
 */
export function deliveryMessage({ state, code, message }: DispatchRow, reader: Role): string {
  if (reader === 'admin' && message !== '') return message;
  return (code && BY_CODE[code]) ?? BY_STATE[state];
}
