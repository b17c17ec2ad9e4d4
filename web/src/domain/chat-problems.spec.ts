import { describe, expect, it } from 'vitest';
import { failureSentence } from '../../../src/modules/notifications/chat/failure-words.js';
import { ObservationDiagnosticsService } from '../../../src/modules/notifications/observation/observation-diagnostics.service.js';
import { problemPlace, problemsIn } from './chat-problems.js';

const observed = (
  libraries: readonly string[],
  titles: readonly string[],
  oddRows: readonly string[] = [],
): readonly string[] => {
  const diagnostics = new ObservationDiagnosticsService();
  diagnostics.note({ libraries, oddRows, titles });
  return diagnostics.problems();
};
const GONE = failureSentence({ kind: 'refused', refusal: 'webhook_gone', status: 404 });

describe('issue 24, error: each problem in a sentence of its own, with the page where something can be done', () => {
  it.each([
    ['a post that was refused', [GONE]],
    ['libraries and titles', observed(['Films', 'Mr. No 2. Films'], ['Heat. The End', 'Ran'])],
    ['libraries with rows that can’t be read', observed(['Films'], ['Heat'], ['Mr. Films'])],
    ['all of them', [GONE, ...observed(['Films'], ['a', 'b', 'c', 'd', 'e', 'f', 'g'])]],
  ])('%s', (_what, problems) => {
    expect(problemsIn(problems.join(' '))).toEqual(problems);
  });

  it('none where the server says nothing', () => {
    expect([problemsIn(undefined), problemsIn('')]).toEqual([[], []]);
  });

  it.each([
    [observed(['Films'], [])[0] ?? '', 'libraries'],
    [observed([], ['Heat'])[0] ?? '', 'activity'],
    [observed([], ['a', 'b', 'c', 'd', 'e', 'f'])[5] ?? '', 'activity'],
    ['The outbound proxy can not be read.', 'settings'],
    [failureSentence({ kind: 'not_sent', reason: 'proxy: connection refused' }), 'settings'],
    [failureSentence({ kind: 'unconfirmed', reason: 'proxy: connection reset' }), 'channel'],
    [GONE, undefined],
    ['The channel was not reached: connection refused.', 'program'],
    ['The channel was not reached: proxy: connection refused.', 'settings'],
    ['Nobody knows whether it arrived: connection reset.', 'channel'],
    ['The library proxy can not be read.', 'libraries'],
  ])('%s leads to %s', (problem, place) => {
    expect(problemPlace(problem)).toBe(place);
  });
});
