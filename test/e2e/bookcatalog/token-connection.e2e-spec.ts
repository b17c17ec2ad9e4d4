import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refuseInserts } from '../../harness/refused-inserts.js';
import { BookHousehold, NEXT_TOKEN, TOKEN } from './book-household.js';

const GRAPHQL = 'POST /v1/graphql';
const NOTHING = {
  supported: true,
  configured: false,
  oauth_available: true,
  method: null,
  reconnect_required: false,
  revision: 0,
};

describe('doc1 §4 Book-catalog connection: by an API token', () => {
  let household: BookHousehold;

  beforeAll(async () => {
    household = await BookHousehold.open();
  });

  beforeEach(() => household.startOver());

  afterAll(() => household.close());

  it('doc1 §2: the status says what there is, and nobody keeps it', async () => {
    const before = await household.status();
    expect([before.status, before.body, before.headers.get('cache-control')]).toEqual([200, NOTHING, 'no-store']);
    const connected = await household.connect();
    expect([connected.status, connected.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(connected.body).toEqual({
      ...NOTHING,
      configured: true,
      method: 'token',
      connection_id: expect.any(String),
      revision: 1,
    });
    expect((await household.status()).body).toEqual(connected.body);
  });

  it('hardcover facts: a token may be pasted with the word Bearer', async () => {
    expect((await household.connect(`Bearer ${TOKEN} `)).status).toBe(200);
    expect(household.fake.calls(GRAPHQL).map(({ headers }) => headers.authorization)).toEqual([`Bearer ${TOKEN}`]);
  });

  it('security 4, 26: what is stored is sealed', async () => {
    await household.connect();
    expect(JSON.stringify(await household.rows())).not.toContain(TOKEN);
  });

  it.each([
    ['no-such-token', 400, 'the book catalog does not accept this token'],
    ['narrow', 400, 'the token may not read the catalog: it needs the scope read:catalog'],
  ])('doc3 §12.5: %s is %d, and the connection before it stays', async (token, status, error) => {
    const before = (await household.connect()).body;
    household.fake.given.token('narrow', 'read:me');
    expect(await household.connect(token)).toMatchObject({ status, body: { error } });
    expect((await household.status()).body).toEqual(before);
    expect(await household.connections()).toBe(1);
  });

  it.each([503, 429, 'reset', 'garbage'] as const)(
    'doc1 §4: a provider that can’t be asked (%j) is 502, and the connection before it stays',
    async (failure) => {
      const before = (await household.connect()).body;
      household.fake.fail(GRAPHQL, failure);
      expect((await household.connect(NEXT_TOKEN)).status).toBe(502);
      expect((await household.status()).body).toEqual(before);
    },
  );

  it.each([[{}], [{ token: '' }], [{ token: 'two words' }], [{ token: 7 }], [{ token: 'x'.repeat(9_000) }]])(
    '%j is no token, and nobody is asked',
    async (body) => {
      expect((await household.admin.put(household.path(), body)).status).toBe(400);
      expect(household.fake.reads).toBe(0);
    },
  );

  it('a new token takes the place of the one before, whose row is gone', async () => {
    const before = (await household.connect()).body as { connection_id: string };
    const after = (await household.connect(NEXT_TOKEN)).body as { connection_id: string; revision: number };
    expect(after.connection_id).not.toBe(before.connection_id);
    expect([after.revision, await household.connections()]).toEqual([2, 1]);
  });

  it('doc1 §4: of two changes at once, the one that is later by its own look is 409 and changes nothing', async () => {
    household.fake.meanwhile(GRAPHQL, () => household.connect(NEXT_TOKEN));
    const late = await household.connect();
    expect(late).toMatchObject({ status: 409, body: { error: 'the connection was changed meanwhile, try again' } });
    expect([((await household.status()).body as { revision: number }).revision, await household.connections()]).toEqual(
      [1, 1],
    );
  });

  it('doc1 §4: of several tokens at the same moment, each is stored whole or refused, and one is left', async () => {
    const tokens = [TOKEN, NEXT_TOKEN, TOKEN, NEXT_TOKEN];
    // The one whose token is judged first is stored after all have looked what there is.
    household.fake.meanwhile(GRAPHQL, async () => {
      while (household.fake.reads < tokens.length) await household.fake.nextCall(GRAPHQL);
    });
    const answers = await Promise.all(tokens.map((token) => household.connect(token)));
    const stored = answers.filter(({ status }) => status === 200);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const { revision } = (await household.status()).body as { revision: number };
    expect([revision, await household.connections()]).toEqual([stored.length, 1]);
  });

  it('doc3 §2.3: the provider is asked by the household’s proxy, and never past it', async () => {
    expect((await household.admin.put('/api/admin/outbound-proxy', { url: 'http://127.0.0.1:9' })).status).toBe(200);
    expect((await household.connect()).status).toBe(502);
    expect((await household.admin.post(household.path('/device/begin'))).status).toBe(502);
    expect(household.fake.calls()).toHaveLength(0);
    expect((await household.admin.put('/api/admin/outbound-proxy', { url: '' })).status).toBe(200);
  });

  it('doc1 §4: whatever is answered, nobody keeps it', async () => {
    const films = await household.app.connectRadarr(household.admin);
    const { admin, app } = household;
    household.fake.fail(GRAPHQL, 503);
    const answers = await Promise.all([
      admin.put(household.path(), { token: TOKEN }),
      admin.put(household.path(), {}),
      admin.get(household.path('', films)),
      admin.get(household.path('', 'book_manager-none')),
      admin.delete(household.path()),
      admin.get(household.path('/device/none')),
      admin.delete(household.path('/device/none')),
      admin.post(household.path('/apply'), {
        connection_id: 'none',
        instances: [{ instance_id: 'none', revision: 0 }],
      }),
      admin.post(household.path('/device/begin', films)),
      app.http.get(household.path()),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([502, 400, 400, 404, 200, 404, 404, 409, 400, 401]);
    expect(new Set(answers.map(({ headers }) => headers.get('cache-control')))).toEqual(new Set(['no-store']));
  });

  it('doc1 §4: an instance that is deleted while its token is judged is 404, and nothing is stored', async () => {
    household.fake.meanwhile(GRAPHQL, () => household.admin.delete(`/api/instances/${household.instanceId}`));
    expect((await household.connect()).status).toBe(404);
    expect(await household.connections()).toBe(0);
  });

  it('doc3 §1.6, security 12: by an administrator who is demoted while the token is judged it is 403, and the connection before it stays', async () => {
    const before = (await household.connect()).body;
    const eve = await household.administrator('eve');
    household.fake.meanwhile(GRAPHQL, () => household.admin.patch(`/api/admin/users/${eve.userId}`, { role: 'user' }));
    expect((await eve.put(household.path(), { token: NEXT_TOKEN })).status).toBe(403);
    expect((await household.status()).body).toEqual(before);
  });

  it('doc1 §4: a disconnection deletes the credential, and its revision never comes again', async () => {
    await household.connect();
    const parted = await household.admin.delete(household.path());
    expect(parted).toMatchObject({ status: 200, body: { ...NOTHING, revision: 2 } });
    expect(await household.connections()).toBe(0);
    expect((await household.admin.delete(household.path())).body).toMatchObject({ revision: 2 });
    expect((await household.connect()).body).toMatchObject({ revision: 3, configured: true });
  });

  it('doc1 §4: with an instance its link goes, and with the last link the credential', async () => {
    await household.connect();
    expect((await household.admin.delete(`/api/instances/${household.instanceId}`)).status).toBe(204);
    expect(await household.connections()).toBe(0);
  });

  it('doc3 §12.5: an instance of another kind is 400, one that isn’t there 404, and nobody is asked', async () => {
    const films = await household.app.connectRadarr(household.admin);
    for (const [id, status] of [
      [films, 400],
      ['book_manager-none', 404],
      ['..%2fbook_manager', 404],
    ] as const) {
      const path = household.path('', id);
      const answers = [
        household.admin.get(path),
        household.admin.put(path, { token: TOKEN }),
        household.admin.delete(path),
      ];
      expect((await Promise.all(answers)).map((answer) => answer.status)).toEqual([status, status, status]);
    }
    expect(household.fake.reads).toBe(0);
  });

  it('doc3 Decisions: storage that refuses is 503, and the connection before it stays', async () => {
    const before = (await household.connect()).body;
    const allow = await refuseInserts(household.statement, 'bookcatalog_connections');
    expect(await household.connect(NEXT_TOKEN)).toMatchObject({ status: 503 });
    await allow();
    expect((await household.status()).body).toEqual(before);
  });
});

describe('doc1 §4 Book-catalog connection: without a device sign-in set up', () => {
  it('doc1 §2: the status says that there is none, and it can’t be begun', async () => {
    const household = await BookHousehold.open({ signIn: false });
    try {
      expect((await household.status()).body).toMatchObject({ oauth_available: false });
      expect((await household.connect()).status).toBe(200);
    } finally {
      await household.close();
    }
  });
});
