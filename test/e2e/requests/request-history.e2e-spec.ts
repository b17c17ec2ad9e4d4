import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { RequestRow } from '../../../src/modules/requests/saved/rows.js';
import { Household } from './household.js';

interface Entry {
  readonly id: number;
  readonly decision: string;
}

interface Page {
  readonly requests: readonly Entry[];
  readonly requesters: readonly { readonly user_id: number; readonly username: string }[];
  readonly next_before?: number;
}

type Row = Partial<RequestRow>;

let household: Household;

/** Rows as they are left behind, with no deliveries: the history asks nothing of them. */
const given = (...rows: readonly Row[]): Promise<number[]> =>
  household.app.get(Database).write(async (tx) => {
    const ids: number[] = [];
    for (const row of rows) {
      const usual = {
        userId: household.ana.userId,
        requesterName: 'ana',
        mediaType: 'movie',
        tmdbId: 980_001,
      } as const;
      const rest = { title: 'Film', status: 'requested', qualityProfileId: 0, requestedAt: 0 } as const;
      const { identifiers } = await tx.insert(RequestRow, { ...usual, ...rest, instanceId: household.library, ...row });
      ids.push((identifiers[0] as { id: number }).id);
    }
    return ids;
  });

const page = async (query = ''): Promise<Page> => {
  const answer = await household.admin.get(`/api/admin/requests/history${query}`);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body as Page;
};
const idsOf = async (query: string): Promise<readonly number[]> => (await page(query)).requests.map(({ id }) => id);

beforeAll(async () => {
  household = await Household.open({ isReusable: true });
});

afterEach(async () => {
  household.app.tmdb.recover();
  await household.app.get(Database).write((tx) => tx.query('DELETE FROM request_log'));
});

afterAll(() => household.close());

describe('GET /api/admin/requests/history', () => {
  it('doc4 §1.4: a request with its decision, who decided, and who requested it', async () => {
    const tmdbId = household.film('Harbor Lights');
    await household.needApproval();
    const requested_at = new Date(household.app.clock.now()).toISOString();
    const id = await household.requestOf(household.ana, tmdbId);
    await household.app.clock.advance(1_000);
    await household.deny(id, { reason: 'no space' });
    const answer = await household.admin.get('/api/admin/requests/history');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body).toEqual({
      requests: [
        {
          id,
          tmdb_id: tmdbId,
          media_type: 'movie',
          title: 'Harbor Lights',
          poster_path: `/poster-${tmdbId}.jpg`,
          instance_id: household.library,
          instance_name: 'Films',
          decision: 'denied',
          decided_by: 'admin',
          decided_at: new Date(household.app.clock.now()).toISOString(),
          deny_reason: 'no space',
          requested_at,
          requesters: [{ user_id: household.ana.userId, username: 'ana' }],
        },
      ],
      requesters: [{ user_id: household.ana.userId, username: 'ana' }],
    });
  });

  it('doc4 §1.4: a series says for which seasons', async () => {
    household.app.tmdb.given.series({ id: 770_900, name: 'Relay' });
    const series = { mediaType: 'tv', tmdbId: 770_900, seasonScope: 'latest', seasonMap: '3:3' } as const;
    await given(series);
    const [entry] = (await page()).requests;
    expect(entry).toMatchObject({ media_type: 'tv', season_scope: 'latest', poster_path: expect.any(String) });
  });

  it('is empty before anybody has asked', async () => {
    expect(await page()).toEqual({ requests: [], requesters: [] });
  });

  it('doc4 §1.4: what was decided, and the filter of the same name, agree', async () => {
    const approvedBy = household.admin.userId;
    const ids = await given(
      { status: 'pending' },
      { status: 'requested', approvedBy },
      { status: 'requested' },
      { status: 'unavailable' },
      { status: 'denied', approvedBy, denyReason: '' },
      { status: 'denied', approvedBy, denyReason: 'Cancelled' },
      { status: 'denied', denyReason: 'Cancelled' },
      { status: 'denied', denyReason: null },
      { status: 'denied', denyReason: 'lost' },
    );
    const words = [
      'pending',
      'approved',
      'approved',
      'approved',
      'denied',
      'denied',
      'cancelled',
      'unknown',
      'unknown',
    ];
    const { requests } = await page();
    expect(requests.map(({ id, decision }) => [id, decision])).toEqual(ids.map((id, at) => [id, words[at]]).reverse());
    for (const word of new Set(words))
      expect(await idsOf(`?decision=${word}`)).toEqual(ids.filter((_, at) => words[at] === word).reverse());
  });

  it('doc4 §1.4: decided_by is left out when the administrator is unknown', async () => {
    await given({ status: 'requested' }, { status: 'denied', approvedBy: 999_999, denyReason: 'x' });
    for (const entry of (await page()).requests) expect(entry).not.toHaveProperty('decided_by');
  });

  it('doc4 §1.4: q is looked for in the title and in the requester’s name', async () => {
    const ben = { userId: 77, requesterName: 'Ben' };
    const all = ['Harbor Lights', 'The HARBOR', '100% Wolf', '1000 Wolves', 'under_score', 'it’s', "it's"];
    await given(...[...all, String.raw`back\slash`].map((title) => ({ title })), { title: 'Asked by ben', ...ben });
    const found = async (q: string): Promise<readonly string[]> => {
      const { requests } = await page(`?q=${encodeURIComponent(q)}`);
      return requests.map((entry) => (entry as unknown as { title: string }).title).reverse();
    };
    const questions = {
      harbor: ['Harbor Lights', 'The HARBOR'],
      Ben: ['Asked by ben'],
      '100%': ['100% Wolf'],
      _: ['under_score'],
      '\\': [String.raw`back\slash`],
      "'": ["it's"],
      nothing: [],
    };
    for (const [q, titles] of Object.entries(questions)) expect([q, await found(q)]).toEqual([q, titles]);
  });

  it('doc4 §1.4: by kind of media and by account, and all filters together', async () => {
    const ben = { userId: 900_077, requesterName: 'ben' };
    const [film, series, bens, past] = await given(
      {},
      { mediaType: 'tv' },
      { mediaType: 'tv', ...ben },
      { mediaType: 'tv', ...ben, status: 'denied', denyReason: 'Cancelled' },
    );
    expect(await idsOf('?media_type=movie')).toEqual([film]);
    expect(await idsOf('?media_type=tv')).toEqual([past, bens, series]);
    expect(await idsOf('?media_type=book')).toEqual([]);
    expect(await idsOf('?user_id=900077')).toEqual([past, bens]);
    expect(await idsOf(`?media_type=tv&user_id=900077&decision=approved&q=film&before=${past}&limit=1`)).toEqual([
      bens,
    ]);
  });

  it('doc4 §1.4: pages of fifty or as asked, newest first, each request on one of them', async () => {
    const ids = (await given(...Array.from({ length: 120 }, (_, nth) => ({ tmdbId: nth + 1 })))).reverse();
    const first = await page();
    expect(first.requests.map(({ id }) => id)).toEqual(ids.slice(0, 50));
    expect(first.next_before).toBe(ids[49]);
    const second = await page(`?before=${first.next_before}&limit=60`);
    expect(second.requests.map(({ id }) => id)).toEqual(ids.slice(50, 110));
    const third = await page(`?before=${second.next_before}&limit=10`);
    expect(third.requests.map(({ id }) => id)).toEqual(ids.slice(110));
    expect(third).not.toHaveProperty('next_before');
  });

  it('doc4 §1.4: names all requesters, whatever the page shows, by their latest name', async () => {
    await given(
      { userId: 900_080, requesterName: 'zoe' },
      { userId: 900_078, requesterName: 'old name' },
      { userId: 900_078, requesterName: 'carl' },
      {},
    );
    expect((await page('?limit=1&media_type=movie&decision=pending')).requesters).toEqual([
      { user_id: household.ana.userId, username: 'ana' },
      { user_id: 900_078, username: 'carl' },
      { user_id: 900_080, username: 'zoe' },
    ]);
  });

  it('a poster and a library that are gone never fail the list', async () => {
    household.app.tmdb.fail('GET /3/movie/:id', 503, Infinity);
    const [id] = await given({ tmdbId: 990_777, instanceId: null });
    const { requests } = await page();
    expect(requests).toMatchObject([{ id }]);
    for (const member of ['poster_path', 'instance_id', 'instance_name'])
      expect(requests[0]).not.toHaveProperty(member);
  });

  it('doc4 §1.4: a filter that is none is 400', async () => {
    const { status, body } = await household.admin.get('/api/admin/requests/history?decision=maybe');
    expect({ status, body }).toEqual({
      status: 400,
      body: { error: 'invalid history filter', code: 'invalid', params: { name: 'history filter' } },
    });
  });
});
