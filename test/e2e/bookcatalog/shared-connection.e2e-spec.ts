import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { Secret } from '../../../src/core/secrets/secret.js';
import { CatalogConnectionsRepository } from '../../../src/modules/bookcatalog/storage/catalog-connections.repository.js';
import { refuseUpdates } from '../../harness/refused-updates.js';
import type { Answer } from '../../harness/http-client.js';
import { BookHousehold, NEXT_TOKEN } from './book-household.js';

const POLL = 'POST /oauth/token';
const HOUR = 3_600_000;

describe('doc1 §4 Book-catalog connection: shared by several instances', () => {
  let household: BookHousehold;
  let other: string;
  let third: string;

  beforeAll(async () => {
    household = await BookHousehold.open();
  });

  beforeEach(async () => {
    await household.startOver();
    other = await household.another('More books');
    third = await household.another('Still more books');
    household.fake.given.book({ id: 1, title: 'The Reef Ledger' });
    household.fake.given.trending([1]);
  });

  afterAll(() => household.close());

  const idOf = async (instanceId?: string): Promise<string> =>
    ((await household.status(instanceId)).body as { connection_id: string }).connection_id;
  const revisionOf = async (instanceId: string): Promise<number> =>
    ((await household.status(instanceId)).body as { revision: number }).revision;
  const apply = (connection_id: string, instances: readonly object[]): Promise<Answer> =>
    household.admin.post(household.path('/apply'), { connection_id, instances });
  const share = async (): Promise<void> => {
    await apply(await idOf(), [{ instance_id: other, revision: 0 }]);
  };
  /** A device sign-in for the first instance. */
  const signIn = async (): Promise<void> => {
    const { body } = await household.admin.post(household.path('/device/begin'));
    household.fake.signIns.decide('approved');
    await household.app.clock.advance(5_000);
    await household.admin.get(household.path(`/device/${(body as { flow_id: string }).flow_id}`));
  };
  const trending = (instanceId = household.instanceId): Promise<Answer> =>
    household.admin.get(`/api/discover/books/trending?instance_id=${instanceId}`);

  it('each target is judged for itself, and the answer says what became of it', async () => {
    await household.connect();
    const films = await household.app.connectRadarr(household.admin);
    const { status, body, headers } = await apply(await idOf(), [
      { instance_id: other, revision: 0 },
      { instance_id: other, revision: 0 },
      { instance_id: household.instanceId, revision: 1 },
      { instance_id: films, revision: 0 },
      { instance_id: 'book_manager-none', revision: 0 },
      { instance_id: third, revision: 7 },
      { instance_id: third, revision: -1 },
    ]);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    const { results } = body as { results: { applied: boolean; error?: string; sentence?: { code: string } }[] };
    expect(results.map(({ applied, error, sentence }) => [applied, error, sentence?.code])).toEqual([
      [true, undefined, undefined],
      [false, 'this instance is named more than once', 'share_target_named_twice'],
      [false, 'this instance is the source', 'share_target_is_source'],
      [false, 'this instance is no book manager', 'not_a_book_manager'],
      [false, 'instance not found', 'instance_missing'],
      [false, 'the connection was changed meanwhile, try again', 'connection_changed'],
      [false, 'revision must not be negative', 'share_revision_negative'],
    ]);
    expect(await idOf(other)).toBe(await idOf());
    expect([await household.connections(), await revisionOf(other), await revisionOf(third)]).toEqual([1, 1, 0]);
  });

  it('doc3 §12.5: another connection than the expected one is 409, and nothing is applied', async () => {
    await household.connect();
    const before = await idOf();
    await household.connect(NEXT_TOKEN);
    expect((await apply(before, [{ instance_id: other, revision: 0 }])).status).toBe(409);
    expect(await revisionOf(other)).toBe(0);
  });

  const LIST = 'instances must be a list of 1 to 100 of {instance_id, revision}';
  const many = Array.from({ length: 101 }, () => ({ instance_id: 'b', revision: 0 }));

  it.each([
    ['no connection', {}, 'connection_id required'],
    ['no instance', { connection_id: 'a', instances: [] }, LIST],
    ['an instance without an id', { connection_id: 'a', instances: [{ revision: 0 }] }, LIST],
    ['one more than a hundred', { connection_id: 'a', instances: many }, LIST],
  ])('doc3 §12.5: %s is 400', async (_, body, error) => {
    expect(await household.admin.post(household.path('/apply'), body)).toMatchObject({ status: 400, body: { error } });
  });

  it('doc3 §0: more than 64 KiB is 413, and fields that nobody knows mean nothing', async () => {
    await household.connect();
    const input = { connection_id: await idOf(), instances: [{ instance_id: other, revision: 0, more: 'x' }] };
    const send = (more: string): Promise<Answer> => household.admin.post(household.path('/apply'), { ...input, more });
    expect((await send('x'.repeat(64 * 1024))).status).toBe(413);
    expect((await send('x')).body).toEqual({ results: [{ instance_id: other, applied: true }] });
  });

  it('a disconnection is of one instance alone, and the credential goes with its last link', async () => {
    await household.connect();
    await share();
    await household.admin.delete(household.path());
    expect([await household.connections(), typeof (await idOf(other))]).toEqual([1, 'string']);
    await household.admin.delete(`/api/instances/${other}`);
    expect(await household.connections()).toBe(0);
  });

  it('doc2 §4: a token that runs out is renewed once for all that share it, and only when something is asked', async () => {
    await signIn();
    await share();
    await household.later(2 * HOUR);
    household.fake.forgetCalls();
    await household.status();
    expect(household.fake.calls()).toHaveLength(0);
    const answers = await Promise.all([trending(), trending(other)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(household.fake.calls(POLL)).toHaveLength(1);
  });

  it('doc1 §4: a refresh token that is left out stays good', async () => {
    await signIn();
    household.fake.signIns.rotates = false;
    for (let n = 0; n < 2; n += 1) {
      await household.later(2 * HOUR);
      expect((await trending()).status).toBe(200);
    }
    const sent = household.fake.calls(POLL).map(({ body }) => new URLSearchParams(String(body)).get('refresh_token'));
    expect(sent).toEqual([null, 'refresh-1', 'refresh-1']);
  });

  it('doc1 §4: a new pair that can’t be stored is used from memory, and stored as soon as that works', async () => {
    await signIn();
    await household.later(2 * HOUR);
    const allow = await refuseUpdates(household.statement, 'bookcatalog_connections', 'access_token');
    expect((await trending()).status).toBe(200);
    const [stale] = await household.rows();
    expect(stale).toMatchObject({ revision: 1 });
    await allow();
    await household.later(HOUR / 2);
    expect((await trending()).status).toBe(200);
    expect(await household.rows()).toMatchObject([{ revision: 2 }]);
    await household.later(2 * HOUR);
    expect((await trending()).status).toBe(200);
    const sent = household.fake.calls(POLL).map(({ body }) => new URLSearchParams(String(body)).get('refresh_token'));
    expect(sent).toEqual([null, 'refresh-1', 'refresh-2']);
  });

  it('doc1 §4: invalid_grant ends the connection for all that share it; nobody asks with it again', async () => {
    await signIn();
    await share();
    await household.later(2 * HOUR);
    household.fake.signIns.revokeRefreshTokens();
    const refused = {
      status: 502,
      body: {
        error: 'the book catalog no longer accepts its token: connect it again',
        code: 'bookcatalog_token_refused',
      },
    };
    expect(await trending()).toMatchObject(refused);
    expect(await trending(other)).toMatchObject(refused);
    for (const id of [household.instanceId, other])
      expect((await household.status(id)).body).toMatchObject({ reconnect_required: true, configured: true });
    const input = { connection_id: await idOf(), instances: [{ instance_id: third, revision: 0 }] };
    expect((await household.admin.post(household.path('/apply'), input)).status).toBe(409);
    expect(household.fake.calls(POLL)).toHaveLength(2);
  });

  it.each([503, 'reset', 'garbage', { status: 401, body: { error: 'invalid_client' } }] as const)(
    'doc1 §4: a fault that passes (%j) keeps the credential',
    async (fault) => {
      await signIn();
      await household.later(2 * HOUR);
      household.fake.fail(POLL, fault);
      expect((await trending()).status).toBe(502);
      expect((await trending()).status).toBe(200);
      expect(await household.rows()).toHaveLength(1);
    },
  );

  it('doc1 §4: invalid_grant for a pair that another server has renewed meanwhile ends nothing', async () => {
    await signIn();
    await household.later(2 * HOUR);
    household.fake.meanwhile(POLL, async () => {
      // As another server does it: the pair is used up, and what it brought is stored under the next revision.
      await fetch(`${household.fake.authUrl}/token`, {
        method: 'POST',
        body: new URLSearchParams({
          client_id: 'usher-client',
          grant_type: 'refresh_token',
          refresh_token: 'refresh-1',
        }),
      });
      const [row] = await household.rows();
      const rows = household.app.get(CatalogConnectionsRepository);
      const tokens = {
        accessToken: Secret.of('access-2'),
        refreshToken: Secret.of('refresh-2'),
        expiresAt: household.app.clock.now() + HOUR,
      };
      await household.app.get(Database).write((tx) => rows.renew(tx, String(row?.id), 1, tokens));
    });
    expect((await trending()).status).toBe(200);
    expect((await household.status()).body).toMatchObject({ reconnect_required: false });
    expect(await household.rows()).toMatchObject([{ revision: 2 }]);
  });

  it('doc1 §4: a connection that is taken away while its token is renewed is not stored again', async () => {
    await signIn();
    await household.later(2 * HOUR);
    household.fake.meanwhile(POLL, () => household.admin.delete(household.path()));
    expect([200, 502]).toContain((await trending()).status);
    expect(await household.connections()).toBe(0);
    expect((await trending()).body).toEqual({ connected: false, books: [] });
  });

  it('doc2 §4 Books: a connection that comes by sharing or by a sign-in counts at once', async () => {
    for (const id of [household.instanceId, other])
      expect((await trending(id)).body).toMatchObject({ connected: false });
    await signIn();
    await share();
    for (const id of [household.instanceId, other])
      expect((await trending(id)).body).toMatchObject({ connected: true });
  });

  it('doc1 §4: a shared connection takes the place of a target’s own, whose credential goes', async () => {
    await household.connect();
    await household.connect(NEXT_TOKEN, other);
    expect(await household.connections()).toBe(2);
    const input = [{ instance_id: other, revision: 1 }];
    expect((await apply(await idOf(), input)).body).toEqual({ results: [{ instance_id: other, applied: true }] });
    expect([await household.connections(), await revisionOf(other)]).toEqual([1, 2]);
    const again = [{ instance_id: other, revision: 2 }];
    expect((await apply(await idOf(), again)).body).toEqual({ results: [{ instance_id: other, applied: true }] });
    expect(await revisionOf(other)).toBe(2);
  });

  it('doc1 §4: of sharing and parting at the same time, no link is left without its credential', async () => {
    for (let n = 0; n < 5; n += 1) {
      await household.connect();
      const input = [{ instance_id: other, revision: await revisionOf(other) }];
      const id = await idOf();
      const [shared, parted] = await Promise.all([apply(id, input), household.admin.delete(household.path())]);
      expect([200, 409]).toContain(shared.status);
      expect(parted.status).toBe(200);
      const { configured, connection_id } = (await household.status(other)).body as Record<string, unknown>;
      const { results = [] } = shared.body as { results?: readonly { applied: boolean }[] };
      expect([configured, connection_id]).toEqual(results[0]?.applied ? [true, id] : [false, undefined]);
      expect(await household.connections()).toBe(configured ? 1 : 0);
      await household.admin.delete(household.path('', other));
      await household.app.clock.advance(2_000);
    }
  });

  it('a token that is refused before its time is renewed once', async () => {
    await signIn();
    household.fake.given.noToken('access-1');
    expect((await trending()).status).toBe(200);
    expect(household.fake.calls(POLL)).toHaveLength(2);
  });
});
