import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { ChatPreferenceRow } from '../../../src/modules/notifications/settings-rows.js';
import { statusAndBody } from '../../harness/status-and-body.js';
import type { Session } from '../../harness/start-app.js';
import { ChatHousehold, OWN, switched } from './chat-household.js';

const ID = '900000000000000001';
const OTHER_ID = '900000000000000002';
const ids = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, place) => String(900_000_000_000_000_100n + BigInt(place)));

const FOR_MEMBERS = [
  'request_approved',
  'request_denied',
  'request_available',
  'issue_comment',
  'issue_resolved',
  'issue_reopened',
];
const only = (events: readonly string[], ...on: readonly string[]): Readonly<Record<string, boolean>> =>
  Object.fromEntries(events.map((event) => [event, on.includes(event)]));

describe('how somebody is mentioned in the chat', () => {
  let house: ChatHousehold;
  let ana: Session;

  beforeAll(async () => {
    house = await ChatHousehold.start();
  });

  beforeEach(async () => {
    await house.startOver();
    ana = await house.app.invite(`ana ${(people += 1)}`);
  });
  let people = 0;

  afterAll(() => house.close());

  const mentioning = () => house.set({ enabled: true, webhook_url: house.webhook, enable_mentions: true });
  const rows = () => house.app.get(Database).read((tx) => tx.find(ChatPreferenceRow));

  it('doc2 §2 personal: nobody is, until they choose it; members are offered what concerns members', async () => {
    const answer = await ana.get(OWN);
    expect([...statusAndBody(answer), answer.headers.get('cache-control')]).toEqual([
      200,
      {
        enabled: false,
        chat_ids: [],
        events: only(FOR_MEMBERS),
        allowed_events: FOR_MEMBERS,
        server_enabled: false,
        server_mentions: false,
        blocked_reason: 'server_disabled',
      },
      'no-store',
    ]);
    expect(await house.own(house.admin)).toMatchObject({ events: switched(), allowed_events: Object.keys(switched()) });
  });

  it('issue 24: what is left out or null stays, single events too, and each account has its own', async () => {
    const ben = await house.app.invite(`ben ${people}`);
    await ana.put(OWN, { enabled: true, chat_ids: [ID, ` ${OTHER_ID}`, ID], events: { request_denied: true } });
    await ana.put(OWN, {
      events: { request_available: true, request_denied: null },
      chat_ids: null,
      user_id: ben.userId,
    });
    expect(await house.own(ana)).toMatchObject({
      enabled: true,
      chat_ids: [ID, OTHER_ID],
      events: only(FOR_MEMBERS, 'request_denied', 'request_available'),
    });
    expect(await house.own(ben)).toMatchObject({ enabled: false, chat_ids: [] });
  });

  it.each<[what: string, body: object, error: string]>([
    ['an id that is none', { chat_ids: ['ana'] }, 'chat_ids must be an id'],
    ['an id beyond 64 bits', { chat_ids: ['18446744073709551616'] }, 'chat_ids must be an id'],
    ['an id as a number', { chat_ids: [12] }, 'chat_ids must be a list'],
    ['eleven ids', { chat_ids: ids(11) }, 'chat_ids must be a list'],
    ['a mention', { chat_ids: [`<@${ID}>`] }, 'chat_ids must be an id'],
    ['an event of administrators', { events: { request_pending: true } }, 'request_pending is for administrators'],
  ])('doc2 §2 personal: %s is refused, and nothing is kept', async (_, body, error) => {
    const answer = await ana.put(OWN, { enabled: true, ...body });
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(error)]);
    expect(await house.own(ana)).toMatchObject({ enabled: false });
  });

  it('doc2 §8: up to ten ids, and a body of at most 8 KiB', async () => {
    const all = ['7', ...ids(9)];
    expect(await ana.put(OWN, { chat_ids: all })).toMatchObject({ body: { chat_ids: all } });
    expect((await ana.put(OWN, { padding: 'x'.repeat(8_192) })).status).toBe(413);
  });

  it('issue 24: says why nobody can be mentioned, whatever they choose', async () => {
    const reason = async () => (await house.own(ana)).blocked_reason;
    await house.set({ enabled: true, webhook_url: house.webhook });
    expect(await reason()).toBe('mentions_disabled');
    await house.set({ enable_mentions: true });
    expect(await reason()).toBeUndefined();
    await ana.put(OWN, { enabled: true });
    expect(await reason()).toBe('no_chat_ids');
    await ana.put(OWN, { chat_ids: [ID] });
    expect(await house.own(ana)).toMatchObject({ server_enabled: true, server_mentions: true });
    expect(await reason()).toBeUndefined();
  });

  it('doc2 §4: a test mentions the own saved ids alone', async () => {
    await mentioning();
    await house.admin.put(OWN, { enabled: true, chat_ids: [OTHER_ID] });
    await ana.put(OWN, { enabled: true, chat_ids: [ID] });
    expect((await ana.post(`${OWN}/test`, { chat_ids: [OTHER_ID] })).status).toBe(204);
    expect(house.chat.posted.map(({ pinged }) => pinged)).toEqual([{ users: [ID], roles: [], everyone: false }]);
  });

  it('doc2 §4: a test needs the server and the person to have switched it on', async () => {
    const code = async (): Promise<unknown> => {
      const { status, body } = await ana.post(`${OWN}/test`);
      await house.app.clock.advance(61_000);
      return status === 409 ? (body as { readonly code: string }).code : status;
    };
    await ana.put(OWN, { chat_ids: [ID] });
    expect(await code()).toBe('server_disabled');
    await house.set({ enabled: true, webhook_url: house.webhook });
    expect(await code()).toBe('mentions_disabled');
    await house.set({ enable_mentions: true });
    expect(await code()).toBe('disabled');
    await ana.put(OWN, { enabled: true, chat_ids: [] });
    expect(await code()).toBe('no_chat_ids');
    expect(house.chat.posted).toEqual([]);
  });

  it('security 12: who is no administrator any more has lost what only they are told of, for good', async () => {
    const path = `/api/admin/users/${ana.userId}`;
    await house.admin.patch(path, { role: 'admin' });
    await ana.put(OWN, { events: { request_pending: true, request_denied: true } });
    await house.admin.patch(path, { role: 'user' });
    expect(await house.own(ana)).toMatchObject({ events: only(FOR_MEMBERS, 'request_denied') });
    await house.admin.patch(path, { role: 'admin' });
    expect(await house.own(ana)).toMatchObject({ events: switched('request_denied') });
  });

  it('security 12: an account that is deleted leaves nothing, and a row that can’t be read keeps nobody an administrator', async () => {
    const path = `/api/admin/users/${ana.userId}`;
    await house.admin.patch(path, { role: 'admin' });
    await ana.put(OWN, { enabled: true });
    const row = { userId: ana.userId, enabled: true, chatIds: '{', events: '{}' };
    await house.app.get(Database).write((tx) => tx.update(ChatPreferenceRow, { userId: ana.userId }, row));
    expect((await ana.get(OWN)).status).toBe(503);
    expect((await house.admin.patch(path, { role: 'user' })).status).toBe(200);
    expect(await house.own(ana)).toMatchObject({ enabled: false });
    await ana.put(OWN, { enabled: true });
    await house.admin.delete(path);
    expect((await rows()).filter(({ userId }) => userId === ana.userId)).toEqual([]);
  });
});
