import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROXIED_PATHS } from './member-reads.js';
import { startProxyFixture, type ProxyFixture } from './proxy-fixture.js';

const SECRET = 'planted-in-a-list';

/** What the fakes have, by the word of the path before the id. */
const IDS: Readonly<Record<string, number>> = { artist: 3, album: 21, author: 5, book: 51, bookfile: 81 };

/** What members may read of managers of music and books, of records that are there. */
const READS = PROXIED_PATHS.filter(({ kind, members }) => members && /^(book|music)/.test(kind)).map(
  ({ kind, path }) =>
    [kind, path.replace(/^(api\/v1\/(\w+))\/7$/, (_, before, word) => `${before}/${IDS[word]}`)] as const,
);

describe('doc1 §4 proxy 1 and 3: the lists of music and book managers', () => {
  let fixture: ProxyFixture;

  beforeAll(async () => {
    fixture = await startProxyFixture();
    fixture.app.secrets.plant('secret of a list', SECRET);
  });

  afterAll(() => fixture.close());

  it.each(READS)('%s: a member reads %s as it is, but for secrets', async (kind, path) => {
    const fake = fixture.fakes[kind];
    const own = await fetch(`${fake.url}/${path}`, { headers: { 'X-Api-Key': fake.apiKey } });
    const bytes = Buffer.from(await own.arrayBuffer());
    expect(own.status).toBe(200);
    const proxied = `/api/instances/${fixture.ids[kind]}/${path}`;
    if (/mediacover/i.test(path)) {
      const art = await fetch(`${fixture.app.url}${proxied}`, {
        headers: { authorization: `Bearer ${fixture.ana.token}` },
      });
      expect([art.status, Buffer.from(await art.arrayBuffer())]).toEqual([200, bytes]);
      return;
    }
    const text = bytes.toString();
    expect(text).toMatch(/"id":\d/);
    const planted = text
      .replaceAll(
        /"id":(\d+)/g,
        `"id":$1,"apiKey":"${SECRET}","link":"/x?apikey=${SECRET}&b=1","big":12345678901234567890`,
      )
      .replaceAll(/"(value|percentOf\w+)":(\d+)([,}])/g, '"$1":$2.0$3');
    fake.route(`GET /${path}`, () => ({ body: Buffer.from(planted), headers: { 'content-type': 'application/json' } }));
    const answer = await fixture.raw(fixture.ana, { path: proxied });
    expect([answer.status, answer.text]).toEqual([200, planted.replaceAll(SECRET, '[REDACTED]')]);
  });
});
