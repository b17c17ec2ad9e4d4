import { describe, expect, it } from 'vitest';
import { slowSize } from '../../../../test/harness/slow-size.js';
import { connectionNames } from '../headers/request-headers.js';
import { inboundHeaders, remapLocation } from '../headers/response-headers.js';
import { gatedQuery } from '../kids/gated-query.js';
import { answerKind, isPicture } from './answer-kind.js';

/** Does the work to its end, whether the head is taken or refused. */
function tried(work: () => unknown): void {
  try {
    work();
  } catch {
    return;
  }
}

function triedAsHead(header: readonly [string, string]): void {
  const head = { method: 'GET', path: '/api/v3/movie', status: 200, headers: [header] } as const;
  for (const api of ['below /api', 'everywhere'] as const) tried(() => answerKind({ ...head, api }));
}

const PLACE = { instanceUrl: 'http://films.test/base', target: '/api/v3/movie', route: '/api/instances/films' };

/** What reads a header of an instance, by the header's name. */
const READERS: Readonly<Record<string, (value: string) => unknown>> = {
  'Content-Type': (value) => {
    triedAsHead(['Content-Type', value]);
    isPicture([['Content-Type', value]], { head: Buffer.from('words'), looksLikeJson: false });
  },
  'Content-Encoding': (value) => triedAsHead(['Content-Encoding', value]),
  Location: (value) => remapLocation(value, PLACE),
  Link: (value) => inboundHeaders([['Link', value]], false),
  Refresh: (value) => inboundHeaders([['Refresh', value]], false),
  Connection: (value) => connectionNames([['Connection', value]]),
  'X-Anything': (value) => inboundHeaders([['X-Anything', value]], false),
};

/** How a value begins, what it repeats, and how it ends: each makes some pattern try again and again. */
const VALUES: readonly (readonly [begin: string, part: string, end: string])[] = [
  ['text/html', '; ', '\0'],
  ['text/html', ';', '"'],
  ['text/html', ' ', '\0'],
  ['text/html;', ' ', '\0'],
  ['text/html', ';a=b ', '"'],
  ['text/html', ';a="b" ', '"'],
  ['text/html;a="', 'b', ''],
  ['', 'a', '/'],
  ['a/', 'a+json', '/'],
  ['application/', 'a', '+xml/'],
  [' ', ' ', 'image/'],
  ['a/', 'a+xml', ' ;'],
  ['application/json', ';charset=', '\0'],
  ['application/json;', ' ', 'charset=utf-16'],
  ['', ' ', 'x'],
  ['identity,', ' ', 'x'],
  ['', ',', 'x'],
  ['', '/', 'x'],
  ['', '/initialize.js', 'x'],
  ['http://films.test/base', '/', 'x'],
  ['http://films.test/base/', '../', 'x'],
  ['<a>', ' ', 'x'],
  ['<a>', ';', 'x'],
  ['<a>', ' ; a', 'x'],
  ['<a>', ';a="', '\\'],
  ['<a>;a="', '\\"', ''],
  ['<a>;a', ' ', '='],
  ['', '<a>,', 'x'],
  ['', '<', 'x'],
  ['1', ' ', 'x'],
  ['1;url', ' ', 'x'],
  ['1;url="', 'a', ''],
  ['', '1', 'x'],
  ['', '?a=', '@'],
  ['http:', '//a@', 'x'],
];

describe('security 31: a head of an answer that is made to be read slowly', () => {
  describe.each(Object.entries(READERS))('%s', (_, read) => {
    it.each(VALUES)('is read at once, however long: %j, then %j over and over, then %j', (begin, part, end) => {
      const slow = slowSize((size) => read(begin + part.repeat(Math.ceil(size / part.length)) + end));
      expect(slow).toBeNull();
    });
  });

  it('a query is read at once, however long', () => {
    const shape = { layout: 'page', kind: 'movie', parent: 'movie' } as const;
    for (const part of ['=', '[', '.', '%5b', '&', '+', '=&'])
      expect([part, slowSize((size) => gatedQuery(`?${part.repeat(size)}\n`, shape))]).toEqual([part, null]);
  });
});
