import { describe, expect, it } from 'vitest';
import { StorageError } from '../../../core/database/storage-error.js';
import { temporarilyUnavailable } from '../../../core/errors/app-error.js';
import { foreignWords } from '../../../core/errors/sentence.js';
import { UpstreamError, type UpstreamFault } from '../../../core/errors/upstream-error.js';
import type { SendAnswer } from '../outbox/outbox-destination.js';
import { sendAnswerOf, sendFaultOf } from './push-answers.js';
import { pushNotConfigured } from './push.errors.js';

const fault = (kind: UpstreamFault, definitelyNotSent = false): UpstreamError =>
  new UpstreamError({
    system: 'push-gateway',
    operation: 'notify',
    kind,
    definitelyNotSent,
    reason: foreignWords('x'),
    retryAfterMs: 7,
  });

const ANSWERS: readonly (readonly [UpstreamFault, boolean, SendAnswer['kind']])[] = [
  ['unreachable', true, 'again'],
  ['unreachable', false, 'unknown'],
  ['timeout', false, 'unknown'],
  ['aborted', true, 'again'],
  ['aborted', false, 'unknown'],
  ['malformed', false, 'unknown'],
  ['too_large', false, 'unknown'],
  ['failed', false, 'again'],
  ['rate_limited', false, 'limited'],
  ['unauthorized', false, 'refused'],
  ['not_found', false, 'refused'],
  ['rejected', false, 'refused'],
  ['redirected', false, 'refused'],
];

describe('issue 24 push: what becomes of a message by the gateway’s answer', () => {
  it.each(ANSWERS)('%s (never sent: %s) is %s', (kind, definitelyNotSent, expected) => {
    expect(sendFaultOf(fault(kind, definitelyNotSent)).kind).toBe(expected);
  });

  it('as long as the gateway asks for', () => {
    expect(sendFaultOf(fault('rate_limited'))).toMatchObject({ retryAfterMs: 7 });
    expect(sendFaultOf(fault('failed'))).toMatchObject({ retryAfterMs: 7 });
  });

  it('what is no fault of the gateway', () => {
    expect(sendFaultOf(pushNotConfigured())).toMatchObject({ kind: 'refused' });
    expect(sendFaultOf(temporarilyUnavailable())).toMatchObject({ kind: 'again' });
    const storage = new StorageError('full');
    expect(() => sendFaultOf(storage)).toThrow(storage);
    const defect = new Error('defect');
    expect(() => sendFaultOf(defect)).toThrow(defect);
  });

  it('a message that some devices haven’t got is sent, and says so', () => {
    expect(sendAnswerOf({ sent: 2, failed: 0, results: [] })).toEqual({ kind: 'sent', remoteId: '' });
    expect(sendAnswerOf({ sent: 2, failed: 1, results: [] })).toMatchObject({
      detail: { text: 'It reached 2 of 3 devices.' },
    });
  });
});
