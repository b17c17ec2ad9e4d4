import { HelperError, type HelperFault } from '../../../clients/appletv/helper-error.js';
import { type SetboxCode, setboxRefusal } from '../setbox.errors.js';

export type Operation = 'discover' | 'pair_begin' | 'pair_finish' | 'check' | 'open';

/** Faults that are the same whatever was asked for. */
const EVERYWHERE: { readonly [fault in HelperFault]?: SetboxCode } = {
  unreachable: 'unreachable',
  busy: 'busy',
  unsupported: 'unsupported',
  missing: 'unsupported',
  timeout: 'timeout',
  aborted: 'unavailable',
};

/** Another box than the one that is meant has the address. */
const ANOTHER_BOX = {
  pair_begin: 'identity_changed',
  pair_finish: 'identity_changed',
  check: 'identity_changed',
  open: 'identity_changed',
} as const;

/** Faults that mean something in some operations alone; in others the helper is out of order. */
const AT: { readonly [fault in HelperFault]?: { readonly [operation in Operation]?: SetboxCode } } = {
  not_found: ANOTHER_BOX,
  auth_failed: { check: 'needs_pairing', open: 'needs_pairing' },
  pin_wrong: { pair_finish: 'invalid_pin' },
  pairing_expired: { pair_finish: 'pairing_expired' },
  app_missing: { check: 'player_missing', open: 'player_missing' },
};

/** The code where the fault means nothing to the caller. */
const FAILED: Readonly<Record<Operation, SetboxCode>> = {
  discover: 'unavailable',
  pair_begin: 'pairing_failed',
  pair_finish: 'pairing_failed',
  check: 'launch_failed',
  open: 'launch_failed',
};

/** The refusal for a fault of the helper; any other fault is returned unchanged. */
export function helperRefusal(fault: unknown, operation: Operation): unknown {
  if (!(fault instanceof HelperError)) return fault;
  const code = EVERYWHERE[fault.fault] ?? AT[fault.fault]?.[operation] ?? FAILED[operation];
  return setboxRefusal(code, { cause: fault });
}
