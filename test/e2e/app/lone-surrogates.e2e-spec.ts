import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HTTP_ROUTES } from '../../architecture/route-table.js';
import { tableRows } from '../../harness/database-inspection.js';
import { KeyClient } from '../../harness/key-client.js';
import { BodyFixture, refusalIn } from './body-fixture.js';

/** One half of the two that stand for 😀: no text, and nothing that could be stored or sent on. */
const HALF = '\\ud83d';

/** A webhook is no text of people, which test/e2e/instances shows; the proxy and what isn't served read no body. */
const KEYS = HTTP_ROUTES.filter(({ method, access }) => access !== 'webhook-basic' && /^(POST|PUT|PATCH)$/.test(method))
  .map(({ method, path }) => `${method} ${path}`)
  .filter((key) => !key.endsWith('/logout'));

const QUERIES = [
  '/api/search?query=%ED%A0%BD',
  '/api/search/keyword?query=harbor%ED%B8%80',
  '/api/discover/music/search?query=%ED%A0%BD%ED%B8%80',
  '/api/admin/tv-matches/candidates?q=%FF',
];

const PATHS = [
  '/api/listprov/lists/%ED%A0%BD/slug/items',
  '/api/instances/%ED%A0%BD/assignments',
  '/api/discover/books/%ED%A0%BD',
];

describe('half of a surrogate pair', () => {
  let fixture: BodyFixture;

  beforeAll(async () => {
    fixture = await BodyFixture.open();
  });

  afterAll(() => fixture.close());

  it.each(KEYS)('doc3 §0: %s: in any text of a body is 400, and nothing is written', async (key) => {
    const call = await fixture.callOf(key);
    const before = await fixture.contents();
    const texts = Object.entries(call.members).filter(([, { takes }]) => takes === 'string');
    const json = (name: string, value: string): string =>
      `{${[
        ...Object.entries(call.body ?? {})
          .filter(([member]) => member !== name)
          .map(([member, given]) => `"${member}":${JSON.stringify(given)}`),
        `"${name}":${value}`,
      ].join(',')}}`;
    for (const body of [
      ...texts.map(([name]) => json(name, `"harbor${HALF}lights"`)),
      json('unknown', `[{"deep":"${HALF}"}]`),
      json(HALF, '1'),
    ]) {
      const answer = await fixture.send(call, body);
      expect([body, answer.status, refusalIn(answer.body)]).toEqual([body, 400, 'invalid request body']);
    }
    expect(await fixture.contents()).toEqual(before);
  });

  it.each(QUERIES)('GET %s: in a query is 400', async (path) => {
    const answer = await fixture.admin.get(path);
    expect([answer.status, answer.body]).toEqual([400, { error: 'the query is not UTF-8' }]);
  });

  it('in a query of a tool is 400', async () => {
    const tool = await KeyClient.issuedBy(fixture.app, fixture.admin);
    const answer = await tool.get('/api/v1/request?filter=%ED%A0%BD');
    expect([answer.status, answer.body]).toEqual([400, { message: 'the query is not UTF-8' }]);
  });

  it.each(PATHS)('GET %s: in a path is 400', async (path) => {
    expect((await fixture.admin.get(path)).status).toBe(400);
  });

  it('whole pairs, escaped or not, are texts like any other', async () => {
    const body = `{"name":"\\ud83d\\ude00 😀","server_url":${JSON.stringify(fixture.app.url)}}`;
    expect((await fixture.admin.post('/api/admin/connect-token', body)).status).toBe(201);
    const { users } = await tableRows(fixture.app.databaseFile);
    expect(users?.map(({ username }) => username)).toContain('😀 😀');
  });
});
