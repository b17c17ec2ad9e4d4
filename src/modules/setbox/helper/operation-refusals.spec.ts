import { describe, expect, it } from 'vitest';
import { HelperError, type HelperFault } from '../../../clients/appletv/helper-error.js';
import { AppError } from '../../../core/errors/app-error.js';
import { helperRefusal, type Operation } from './operation-refusals.js';

const OPERATIONS: readonly Operation[] = ['discover', 'pair_begin', 'pair_finish', 'check', 'open'];

/** By fault: what it is to who searches, begins to pair, hands over the PIN, checks and opens. */
const TABLE: Readonly<Record<HelperFault, string>> = {
  unreachable: '503 unreachable | 503 unreachable | 503 unreachable | 503 unreachable | 503 unreachable',
  not_found:
    '503 unavailable | 409 identity_changed | 409 identity_changed | 409 identity_changed | 409 identity_changed',
  auth_failed: '503 unavailable | 502 pairing_failed | 502 pairing_failed | 409 needs_pairing | 409 needs_pairing',
  pin_wrong: '503 unavailable | 502 pairing_failed | 400 invalid_pin | 502 launch_failed | 502 launch_failed',
  pairing_expired: '503 unavailable | 502 pairing_failed | 404 pairing_expired | 502 launch_failed | 502 launch_failed',
  app_missing: '503 unavailable | 502 pairing_failed | 502 pairing_failed | 502 player_missing | 502 player_missing',
  unsupported: '503 unsupported | 503 unsupported | 503 unsupported | 503 unsupported | 503 unsupported',
  busy: '409 busy | 409 busy | 409 busy | 409 busy | 409 busy',
  internal: '503 unavailable | 502 pairing_failed | 502 pairing_failed | 502 launch_failed | 502 launch_failed',
  missing: '503 unsupported | 503 unsupported | 503 unsupported | 503 unsupported | 503 unsupported',
  timeout: '504 timeout | 504 timeout | 504 timeout | 504 timeout | 504 timeout',
  aborted: '503 unavailable | 503 unavailable | 503 unavailable | 503 unavailable | 503 unavailable',
  ended: '503 unavailable | 502 pairing_failed | 502 pairing_failed | 502 launch_failed | 502 launch_failed',
  malformed: '503 unavailable | 502 pairing_failed | 502 pairing_failed | 502 launch_failed | 502 launch_failed',
};

describe('doc3 §12.3: the code for each fault of the helper', () => {
  it.each(Object.entries(TABLE) as [HelperFault, string][])('%s', (fault, expected) => {
    const refusals = OPERATIONS.map((operation) => helperRefusal(new HelperError(fault, false), operation));
    const said = refusals.map((one) =>
      one instanceof AppError ? `${one.status} ${String(one.options.body?.['code'])}` : one,
    );
    expect(said.join(' | ')).toBe(expected);
  });

  it('any other fault is returned unchanged', () => {
    const fault = new TypeError('planted');
    expect(helperRefusal(fault, 'open')).toBe(fault);
  });
});
