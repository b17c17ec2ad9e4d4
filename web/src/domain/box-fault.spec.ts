import { describe, expect, it } from 'vitest';
import { type SetboxCode, setboxRefusal } from '../../../src/modules/setbox/setbox.errors.js';
import { endsPairing, isListOutdated, managingFault, needsAdministrator, openingFault } from './box-fault.js';
import { failureOf, noAnswer } from './failure.js';

const failure = (status: number, code: string) => failureOf(status, new Headers(), { error: 'x', code });

/** Of each code of the server: is there a sentence where a title is shown, and where administrators manage boxes? */
const CODES: Readonly<Record<SetboxCode | 'rate_limited', readonly [isOfOpening: boolean, isOfManaging: boolean]>> = {
  invalid_pin: [false, true],
  not_available: [true, true],
  title_unavailable: [true, false],
  pairing_expired: [false, true],
  confirmation_expired: [true, false],
  busy: [true, true],
  identity_changed: [true, true],
  needs_pairing: [true, true],
  launch_failed: [true, true],
  pairing_failed: [false, true],
  player_missing: [true, true],
  unavailable: [true, true],
  unsupported: [true, true],
  lookup_unavailable: [true, false],
  unreachable: [true, true],
  timeout: [true, true],
  rate_limited: [true, true],
};

describe('doc3 §12.3, web app: each code of set-top boxes has a sentence where it can come', () => {
  it.each(Object.entries(CODES))('%s', (code, [isOfOpening, isOfManaging]) => {
    const status = code === 'rate_limited' ? 429 : setboxRefusal(code as SetboxCode).status;
    expect(openingFault(failure(status, code))).toBe(isOfOpening ? code : undefined);
    expect(managingFault(failure(status, code))).toBe(isOfManaging ? code : undefined);
  });

  it('another code, a lost network and what is no failure of a call have none', () => {
    for (const other of [failure(500, 'constructor'), failure(503, ''), noAnswer(), new Error('busy'), null])
      expect([openingFault(other), managingFault(other)]).toEqual([undefined, undefined]);
  });

  it('issue 25: people are sent to an administrator for what only one can mend', () => {
    expect((['identity_changed', 'needs_pairing', 'unsupported'] as const).every(needsAdministrator)).toBe(true);
    expect(([undefined, 'busy', 'unreachable', 'timeout', 'player_missing'] as const).some(needsAdministrator)).toBe(
      false,
    );
  });

  it('the list of boxes is read again after an answer that says it has changed', () => {
    expect((['not_available', 'needs_pairing', 'unsupported'] as const).every(isListOutdated)).toBe(true);
    expect(([undefined, 'busy', 'invalid_pin', 'timeout'] as const).some(isListOutdated)).toBe(false);
  });

  it('issue 25: a wrong PIN ends the pairing, one that never got to the box doesn’t', () => {
    expect((['invalid_pin', 'pairing_expired', 'pairing_failed', 'timeout'] as const).every(endsPairing)).toBe(true);
    expect(([undefined, 'rate_limited', 'busy'] as const).some(endsPairing)).toBe(false);
  });
});
