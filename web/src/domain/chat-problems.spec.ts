import { describe, expect, it } from 'vitest';
import { foreignWords, type Sentence } from '../../../src/core/errors/sentence.js';
import { sayHttp } from '../../../src/clients/http/http.sentences.js';
import { channelFailureWords } from '../../../src/modules/notifications/channels/channel.errors.js';
import { failureWords } from '../../../src/modules/notifications/chat/chat.errors.js';
import { sayNotification, together } from '../../../src/modules/notifications/notifications.sentences.js';
import { ObservationDiagnosticsService } from '../../../src/modules/notifications/observation/observation-diagnostics.service.js';
import { problemPlace, problemsIn } from './chat-problems.js';

const observed = (
  libraries: readonly string[],
  titles: readonly string[],
  oddRows: readonly string[] = [],
): readonly Sentence[] => {
  const diagnostics = new ObservationDiagnosticsService();
  diagnostics.note({ libraries, oddRows, titles });
  return diagnostics.problems();
};
const GONE = failureWords({ kind: 'refused', refusal: 'webhook_gone', status: 404 });

describe('issue 24, error: each problem in a sentence of its own, with the page where something can be done', () => {
  it.each([
    ['a post that was refused', [GONE]],
    ['libraries and titles', observed(['Films', 'Mr. No 2. Films'], ['Heat. The End', 'Ran'])],
    ['libraries with rows that can’t be read', observed(['Films'], ['Heat'], ['Mr. Films'])],
    ['all of them', [GONE, ...observed(['Films'], ['a', 'b', 'c', 'd', 'e', 'f', 'g'])]],
  ])('%s', (_what, problems) => {
    const all = together(problems);
    expect(problemsIn(all?.text, all ?? undefined)).toEqual(problems);
  });

  it('none where the server says nothing', () => {
    expect([problemsIn(undefined, undefined), problemsIn('', undefined)]).toEqual([[], []]);
  });

  it('the English where it has no code', () => {
    expect(problemsIn('Something new.', undefined).map(({ text }) => text)).toEqual(['Something new.']);
  });

  const refused = sayHttp('connection_refused');
  const proxied = sayHttp('proxy_not_connected', { why: refused });

  it.each([
    [observed(['Films'], [])[0], 'libraries'],
    [observed(['proxy'], [])[0], 'libraries'],
    [observed([], [], ['Films'])[0], 'libraries'],
    [observed([], ['Heat'])[0], 'activity'],
    [observed([], ['a', 'b', 'c', 'd', 'e', 'f'])[5], 'activity'],
    [sayNotification('message_proxy_unreadable'), 'settings'],
    [failureWords({ kind: 'not_sent', reason: proxied }), 'settings'],
    [failureWords({ kind: 'unconfirmed', reason: proxied }), 'channel'],
    [failureWords({ kind: 'not_sent', reason: refused }), undefined],
    [GONE, undefined],
    [channelFailureWords({ kind: 'not_sent', reason: sayHttp('server_not_reached', { why: refused }) }), 'program'],
    [channelFailureWords({ kind: 'not_sent', reason: sayHttp('server_not_reached', { why: proxied }) }), 'settings'],
    [channelFailureWords({ kind: 'unconfirmed', reason: refused }), 'channel'],
    [foreignWords('the proxy'), undefined],
  ])('%j leads to %s', (problem, place) => {
    expect(problem && problemPlace(problem)).toBe(place);
  });
});
