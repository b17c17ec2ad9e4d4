import { describe, expect, it } from 'vitest';
import { connectionState } from './connection-state.js';
import { failureOf, noAnswer } from './failure.js';

const refusal = (status: number, body: object) => failureOf(status, new Headers(), body);

describe('design §4, Overview: can a library be reached? What nobody can read is unknown', () => {
  it.each([
    ['while it is asked', false, null, 'checking'],
    ['after a good test', true, null, 'reachable'],
    ['after a test that names a fault', false, refusal(400, { error: 'x', fault: 'refused' }), 'unreachable'],
    ['when the server couldn’t read it', false, refusal(502, { error: 'x' }), 'unreachable'],
    ['when it fails after it was good', true, refusal(502, { error: 'x' }), 'unreachable'],
    ['when the server is busy', false, refusal(503, { error: 'x' }), 'unknown'],
    ['when a stored key can’t be opened', false, refusal(500, { error: 'x' }), 'unknown'],
    ['without a network', true, noAnswer(), 'unknown'],
    ['after a fault of this app', false, new TypeError('x'), 'unknown'],
  ] as const)('%s', (_when, isSuccess, error, state) => {
    expect(connectionState({ isSuccess, error })).toBe(state);
  });
});
