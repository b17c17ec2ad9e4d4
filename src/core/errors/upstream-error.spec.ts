import { describe, expect, it } from 'vitest';
import { StorageError } from '../database/storage-error.js';
import { AppError, notFound } from './app-error.js';
import { foreignWords } from './sentence.js';
import { isUnreadableAnswer, isUnanswered, UpstreamError, type UpstreamFault } from './upstream-error.js';

const fault = (kind: UpstreamFault) =>
  new UpstreamError({
    system: 'radarr',
    operation: 'movie.list',
    kind,
    definitelyNotSent: false,
    reason: foreignWords('x'),
  });

describe('what a fault says of an outside system', () => {
  it.each(['malformed', 'too_large', 'redirected'] as const)('doc4 §1.10: %s is nonsense, and no answer', (kind) => {
    expect([isUnreadableAnswer(fault(kind)), isUnanswered(fault(kind))]).toEqual([true, true]);
  });

  it.each(['unreachable', 'timeout', 'failed', 'unauthorized'] as const)('doc4 §1.10: %s is silence', (kind) => {
    expect([isUnreadableAnswer(fault(kind)), isUnanswered(fault(kind))]).toEqual([false, true]);
  });

  it('doc4 §1.10: what a module made of it is an unanswered question by its status', () => {
    const statuses = [502, 503, 409, 404];
    expect(statuses.map((status) => isUnanswered(new AppError('x', status, 'x')))).toEqual([true, true, false, false]);
  });

  it('doc4 §1.10: our own storage, a judgement and a fault of the program are not the system’s', () => {
    const others = [new StorageError('busy'), notFound(), new TypeError('x'), undefined];
    expect(others.map(isUnanswered)).toEqual([false, false, false, false]);
    expect(others.map(isUnreadableAnswer)).toEqual([false, false, false, false]);
  });
});
