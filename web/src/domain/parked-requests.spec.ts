import { describe, expect, it } from 'vitest';
import { byWait, mayWaitAgain, needsMatch, waitingDeliveries, type Delivery } from './parked-requests.js';

const delivery = (state: Delivery['state'], code?: Delivery['code']): Delivery => ({
  request_id: 1,
  state,
  attempts: 1,
  message: '',
  sentence: { code: 'delivery_state_attention' },
  can_manage: true,
  can_cancel: true,
  ...(code ? { code } : {}),
});
const request = (...all: Delivery[]) => ({ delivery: all });

describe('design §4, Activity: requests by what they wait for', () => {
  it.each([
    ['attention', 'person'],
    ['retry', 'time'],
    ['waiting_library', 'library'],
  ] as const)('%s waits for: %s', (state, wait) => {
    const one = request(delivery(state));
    expect(byWait([one])).toEqual({ person: [], time: [], library: [], [wait]: [one] });
  });

  it('a book that needs a person for one format is shown once, among those that need a person', () => {
    const book = request(delivery('waiting_library'), delivery('attention'));
    expect(byWait([book])).toEqual({ person: [book], time: [], library: [] });
  });

  it.each(['approval', 'queued', 'processing', 'complete', 'cancelled'] as const)(
    '%s waits for nothing here',
    (state) => {
      expect(byWait([request(delivery(state))])).toEqual({ person: [], time: [], library: [] });
      expect(waitingDeliveries([delivery(state)])).toEqual([]);
    },
  );
});

describe('doc4 §1.8: what can be put back to waiting for the library', () => {
  it.each([
    ['attention', 'import_failed', true],
    ['attention', 'import_abandoned', true],
    ['attention', 'import_cancelled', true],
    ['attention', 'retry_limit', false],
    ['retry', 'import_failed', false],
    ['attention', undefined, false],
  ] as const)('%s, %s: %s', (state, code, may) => {
    expect(mayWaitAgain([delivery('complete'), delivery(state, code)])).toBe(may);
  });
});

describe('doc4 §1.14: what waits because of which series is meant', () => {
  it.each([
    ['tv_match_ambiguous', true],
    ['tv_match_changed', true],
    ['tv_match_paused', true],
    ['tv_seasons_unmapped', true],
    ['tv_target_missing', true],
    ['tv_metadata_unavailable', false],
    ['library_unavailable', false],
    [undefined, false],
  ] as const)('%s: %s', (code, needs) => {
    expect(needsMatch([delivery('attention', code)])).toBe(needs);
  });
});
