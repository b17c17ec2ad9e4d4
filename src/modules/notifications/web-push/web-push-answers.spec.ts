import { describe, expect, it } from 'vitest';
import { StorageError } from '../../../core/database/storage-error.js';
import { temporarilyUnavailable } from '../../../core/errors/app-error.js';
import type { SendAnswer } from '../outbox/outbox-destination.js';
import { browserAnswerOf, browserFaultOf, outcomeSentence } from './web-push-answers.js';
import type { WebPushOutcome } from './web-push-sending.service.js';

const ANSWERS: readonly (readonly [WebPushOutcome, SendAnswer['kind']])[] = [
  [{ kind: 'taken' }, 'sent'],
  [{ kind: 'gone' }, 'gone'],
  [{ kind: 'limited', retryAfterMs: 7 }, 'limited'],
  [{ kind: 'not_sent', retryAfterMs: 7 }, 'again'],
  [{ kind: 'not_sent' }, 'again'],
  [{ kind: 'unconfirmed' }, 'unknown'],
  [{ kind: 'refused', refusal: 'key_refused' }, 'refused'],
  [{ kind: 'refused', refusal: 'too_large' }, 'refused'],
  [{ kind: 'refused', refusal: 'redirected' }, 'refused'],
  [{ kind: 'refused', refusal: 'message_refused' }, 'refused'],
  [{ kind: 'host_refused' }, 'refused'],
];

describe('issue 24, Web Push: what becomes of a message by the answer of a push service', () => {
  it.each(ANSWERS)('%j is %s, and is said in a sentence of its own', (outcome, kind) => {
    const answer = browserAnswerOf(outcome);
    expect(answer.kind).toBe(kind);
    if ('retryAfterMs' in outcome) expect(answer).toMatchObject({ retryAfterMs: outcome.retryAfterMs });
    const sentence = outcomeSentence(outcome);
    if (kind !== 'sent') expect(answer).toMatchObject({ detail: sentence });
    else expect(sentence).toBeNull();
  });

  it('no two outcomes are called the same', () => {
    const sentences = ANSWERS.map(([outcome]) => outcomeSentence(outcome)?.code);
    expect(new Set(sentences).size).toBe(ANSWERS.length - 1);
  });

  it('what keeps a message from being sent for a time lets it wait; our own storage’s faults and defects are thrown on', () => {
    expect(browserFaultOf(temporarilyUnavailable())).toMatchObject({ kind: 'again' });
    const storage = new StorageError('full');
    expect(() => browserFaultOf(storage)).toThrow(storage);
    const defect = new Error('defect');
    expect(() => browserFaultOf(defect)).toThrow(defect);
  });
});
