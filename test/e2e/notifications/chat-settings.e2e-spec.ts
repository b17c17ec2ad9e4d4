import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { foreignWords } from '../../../src/core/errors/sentence.js';
import { Secret } from '../../../src/core/secrets/secret.js';
import { ChatSettingsRepository } from '../../../src/modules/notifications/chat/chat-settings.repository.js';
import { NOTIFICATION_EVENTS } from '../../../src/modules/notifications/events/notification-event.js';
import { BaselineRow } from '../../../src/modules/notifications/message-rows.js';
import { ObservationDiagnosticsService } from '../../../src/modules/notifications/observation/observation-diagnostics.service.js';
import { OutboxRepository } from '../../../src/modules/notifications/outbox/outbox.repository.js';
import { SettingRow } from '../../../src/modules/settings/setting.entity.js';
import type { Answer } from '../../harness/http-client.js';
import { statusAndBody } from '../../harness/status-and-body.js';
import { ChatHousehold, SETTINGS, switched, THREAD } from './chat-household.js';

const ROLE = '900000000000000001';
const LATER = 3_600_000;

const DEFAULTS = {
  enabled: false,
  has_webhook: false,
  events: switched('request_pending'),
  include_auto_approved: false,
  enable_mentions: false,
  role_id: '',
  role_events: switched(),
  thread_id: '',
  username: '',
  avatar_url: '',
  embed_poster: true,
  stuck_days: 14,
  recent: [],
};

describe('how posts to the chat are set up', () => {
  let house: ChatHousehold;

  beforeAll(async () => {
    house = await ChatHousehold.start();
  });

  beforeEach(() => house.startOver());

  afterAll(() => house.close());

  const set = (change: object): Promise<Answer> => house.set(change);
  const test = (draft: object = {}): Promise<Answer> => house.admin.post(`${SETTINGS}/test`, draft);
  const on = (change: object = {}): Promise<Answer> => set({ enabled: true, webhook_url: house.webhook, ...change });

  /** Puts messages into the outbox, as events do. */
  const waiting = async (...events: readonly string[]): Promise<void> => {
    const now = house.app.clock.now();
    await house.app.get(Database).write(async (tx) => {
      for (const event of events) {
        const message = { destination: 'chat', event, actorId: null, subject: { requestIds: [7] } };
        await house.app.get(OutboxRepository).add(tx, { ...message, collect: { key: event, forMs: LATER } }, now);
      }
    });
  };
  const recent = async (): Promise<readonly Readonly<Record<string, unknown>>[]> =>
    (await house.settings()).recent as readonly Readonly<Record<string, unknown>>[];
  const states = async () => (await recent()).map(({ event, status }) => [event, status]);

  describe('as it is stored', () => {
    it('doc2 §6: requests that wait are told, everything else and mentions are off, until somebody chooses', async () => {
      const answer = await house.admin.get(SETTINGS);
      const { recent: kept, ...rest } = answer.body as typeof DEFAULTS;
      expect([answer.status, { ...rest, recent: [] }, answer.headers.get('cache-control')]).toEqual([
        200,
        DEFAULTS,
        'no-store',
      ]);
      expect(kept).toBeInstanceOf(Array);
      expect(Object.keys(rest.events)).toEqual(NOTIFICATION_EVENTS);
    });

    it('doc2 §4, security 4 and 26: the address of the webhook is written, never read, and lies sealed', async () => {
      const saved = await on({ username: ' Library ', thread_id: THREAD, role_id: ROLE });
      const shown = { enabled: true, has_webhook: true, username: 'Library', thread_id: THREAD, role_id: ROLE };
      expect([saved.status, saved.body]).toMatchObject([200, shown]);
      expect(await house.settings()).toMatchObject(shown);
      expect(saved.headers.get('cache-control')).toBe('no-store');
      const rows = await house.app.get(Database).read((tx) => tx.find(SettingRow));
      const kept = rows.filter(({ key }) => key.startsWith('chat_')).map(({ value }) => value);
      expect(kept.join()).not.toMatch(/token|127\.0\.0\.1/);
    });

    it('issue 24, error: a stored address that can’t be opened is named, until another one is saved', async () => {
      await on();
      const damaged = { value: JSON.stringify('damaged') };
      await house.app.get(Database).write((tx) => tx.update(SettingRow, { key: 'chat_webhook_url' }, damaged));
      expect(await house.settings()).toMatchObject({
        has_webhook: true,
        error: expect.stringMatching(/save it again/),
      });
      await on();
      expect(await house.settings()).not.toHaveProperty('error');
    });

    it('issue 24, error: a stored address whose host CHAT_HOSTS allows no more is named', async () => {
      await on();
      const elsewhere = Secret.of('https://discord.com/api/webhooks/900000000000000030/planted-chat-webhook-token');
      await house.app
        .get(Database)
        .write((tx) => house.app.get(ChatSettingsRepository).setWebhook(tx, elsewhere, '900000000000000030'));
      expect(await house.settings()).toMatchObject({
        has_webhook: true,
        error: expect.stringMatching(/save it again/),
      });
    });

    it('issue 24: what is left out or null stays, single events too; a blank address keeps, other blank texts clear', async () => {
      const avatar = 'https://usher.example/icon.png';
      await on({ username: 'Library', thread_id: THREAD, role_id: ROLE, avatar_url: avatar, embed_poster: false });
      await set({ events: { request_denied: true }, role_events: { request_failed: true }, enable_mentions: true });
      const whole = await house.settings();
      expect(whole).toMatchObject({
        events: switched('request_pending', 'request_denied'),
        role_events: switched('request_failed'),
        enable_mentions: true,
        embed_poster: false,
      });
      await set({ webhook_url: '  ', enabled: null, thread_id: null, events: { request_pending: null } });
      await set(whole);
      expect({ ...(await house.settings()), recent: [] }).toEqual({ ...whole, recent: [] });
      await set({ thread_id: '', role_id: ' ', username: '', avatar_url: '' });
      expect(await house.settings()).toMatchObject({
        has_webhook: true,
        thread_id: '',
        role_id: '',
        username: '',
        avatar_url: '',
      });
    });

    it('doc2 §6: include_auto_approved is the older name of an event, which wins over it', async () => {
      await set({ include_auto_approved: true });
      expect(await house.settings()).toMatchObject({
        include_auto_approved: true,
        events: switched('request_pending', 'request_auto_approved'),
      });
      await set({ include_auto_approved: true, events: { request_auto_approved: false } });
      expect(await house.settings()).toMatchObject({ include_auto_approved: false });
    });

    it('issue 24: nothing is switched on without an address, and nothing of such a change is kept', async () => {
      const required = [400, { error: 'webhook_url is required', code: 'required', params: expect.anything() }];
      expect(statusAndBody(await set({ enabled: true, username: 'Library' }))).toEqual(required);
      expect(await house.settings()).toMatchObject({ enabled: false, username: '' });
      expect(statusAndBody(await test())).toEqual(required);
    });

    it('doc2 §4: removing it forgets the address and switches posting off', async () => {
      await on({ username: 'Library' });
      expect((await house.admin.delete(SETTINGS)).status).toBe(204);
      expect(await house.settings()).toMatchObject({ enabled: false, has_webhook: false, username: 'Library' });
      expect((await set({ enabled: true })).status).toBe(400);
    });

    const REFUSED: readonly (readonly [what: string, change: object, error: string])[] = [
      ['another host', { webhook_url: 'https://evil.example/api/webhooks/900000000000000030/planted' }, 'lead to'],
      ['a query', { webhook_url: 'https://discord.com/api/webhooks/900000000000000030/x?y' }, 'must be the https'],
      ['the Slack form', { webhook_url: '$/slack' }, 'must end with'],
      ['a role beyond 64 bits', { role_id: '18446744073709551616' }, 'role_id must be an id'],
      ['a role by name', { role_id: '<@&900000000000000001>' }, 'role_id must be an id'],
      ['digits of another script', { thread_id: '٩٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٧٠' }, 'thread_id must be an id'],
      ['a number as id', { thread_id: 12 }, 'thread_id must be a text'],
      ['the name of the service', { username: 'My DisCord' }, 'username must have'],
      ['a reserved name', { username: 'Clyde 2' }, 'username must have'],
      ['a long name', { username: 'x'.repeat(81) }, 'username must have'],
      ['a picture that is no address', { avatar_url: 'javascript:alert(1)' }, 'avatar_url must be'],
      ['a picture with a password', { avatar_url: 'https://a:b@usher.example/x' }, 'avatar_url must be'],
      ['a picture too long as it is sent', { avatar_url: `https://usher.example/${'ü'.repeat(500)}` }, 'at most 2048'],
      ['a switch that is none', { events: { request_pending: 'yes' } }, 'events.request_pending must be'],
      ['events as a list', { role_events: [] }, 'role_events must be an object'],
    ];

    it('doc2 §6, security 8: what is no such setting is refused, saved or tried, and not repeated', async () => {
      for (const [what, change, error] of REFUSED) {
        const webhook = (change as { readonly webhook_url?: string }).webhook_url?.replace('$', house.webhook);
        const body = { ...change, ...(webhook && { webhook_url: webhook }) };
        for (const call of [set, test]) {
          const answer = await call(body);
          expect([what, answer.status, answer.text]).toEqual([what, 400, expect.stringContaining(error)]);
          expect(answer.text).not.toMatch(/evil|90000|Clyde 2|DisCord/);
        }
        // Tests are let in three times a minute.
        await house.app.clock.leap(21_000);
      }
      expect(house.chat.calls()).toEqual([]);
    });

    it('doc3 §0: members that nobody knows are passed over', async () => {
      expect((await set({ colour: 'blue', events: { request_lost: true, __proto__: { a: 1 } } })).status).toBe(200);
    });
  });

  describe('a test', () => {
    it('doc2 §4: posts by the draft, saves nothing, switches nothing on and mentions nobody', async () => {
      const draft = { webhook_url: house.webhook, username: 'Library', thread_id: THREAD, role_id: ROLE };
      const mentions = { enable_mentions: true, role_events: { request_pending: true } };
      expect((await test({ ...draft, ...mentions })).status).toBe(204);
      expect(house.chat.posted).toMatchObject([
        { threadId: THREAD, username: 'Library', pinged: { users: [], roles: [], everyone: false } },
      ]);
      expect({ ...(await house.settings()), recent: [] }).toEqual(DEFAULTS);
    });

    it('doc2 §4: posts by what is saved where the draft says nothing else', async () => {
      await on({ enabled: false, thread_id: THREAD });
      expect((await test()).status).toBe(204);
      expect((await test({ thread_id: '' })).status).toBe(204);
      expect(house.chat.posted.map(({ threadId }) => threadId)).toEqual([THREAD, null]);
    });

    it.each<[what: string, wrong: (household: ChatHousehold) => object, error: string]>([
      ['a webhook that was deleted', ({ chat }) => (chat.deleteWebhook(), {}), 'the webhook was deleted'],
      ['another token', ({ webhook }) => ({ webhook_url: `${webhook}x` }), 'refuses the saved address'],
      ['a thread elsewhere', () => ({ thread_id: '900000000000000071' }), 'the thread is gone'],
      ['a limit', ({ chat }) => (chat.limitRate('edge'), {}), 'takes no more posts for 60 s'],
      ['a lost answer', ({ chat }) => (chat.fail('POST /api/webhooks/:id/:token', 'reset'), {}), 'nobody knows'],
    ])('doc2 §4: %s is our 502 with what is wrong, whatever its own status is', async (_, wrong, error) => {
      await on();
      const answer = await test(wrong(house));
      expect([answer.status, answer.text]).toEqual([502, expect.stringContaining(error)]);
    });

    it('doc2 §8: may be asked for three times a minute, together with the tests of members', async () => {
      await on();
      for (const expected of [204, 204, 204, 429]) expect((await test()).status).toBe(expected);
      expect((await house.admin.post('/api/auth/chat-notifications/test')).status).toBe(429);
      await house.app.clock.advance(61_000);
      expect((await test()).status).toBe(204);
    });
  });

  describe('what waits to be posted', () => {
    it('doc4 §10: the last twenty are shown, newest first, with what became of them', async () => {
      await on();
      await waiting(...Array.from({ length: 21 }, (_, place) => `event_${place}`));
      const shown = await recent();
      expect([shown.length, shown[0]?.event, shown.at(-1)?.event]).toEqual([20, 'event_20', 'event_1']);
      const at = house.app.clock.now();
      expect(shown[0]).toEqual({
        id: expect.any(Number) as unknown,
        request_id: 7,
        event: 'event_20',
        status: 'pending',
        detail: '',
        attempts: 0,
        updated_at: new Date(at).toISOString(),
        next_attempt_at: new Date(at + LATER).toISOString(),
      });
    });

    it('doc4 §10: what is being sent has no time of a next attempt', async () => {
      await on();
      await waiting('request_pending');
      const [{ id } = { id: 0 }] = await recent();
      await house.app
        .get(Database)
        .write((tx) => house.app.get(OutboxRepository).change(tx, Number(id), { status: 'sending' }));
      expect((await recent())[0]).toMatchObject({ id, status: 'sending' });
      expect((await recent())[0]).not.toHaveProperty('next_attempt_at');
    });

    it.each<[what: string, change: (household: ChatHousehold) => Promise<unknown>]>([
      ['switched off', (household) => household.set({ enabled: false })],
      ['removed', (household) => household.admin.delete(SETTINGS)],
      ['sent to another thread', (household) => household.set({ thread_id: THREAD })],
      [
        'sent to another webhook',
        (household) => household.set({ webhook_url: household.webhook.replace('00030/', '00031/') }),
      ],
    ])('doc2 §6: all of it is cancelled once posting is %s, and doesn’t come back', async (_, change) => {
      await on();
      await waiting('request_pending');
      await change(house);
      expect((await states())[0]).toEqual(['request_pending', 'cancelled']);
      await on({ thread_id: '' });
      expect((await states())[0]).toEqual(['request_pending', 'cancelled']);
    });

    it('doc2 §6: what is about an event that was switched off is cancelled, and the rest stays', async () => {
      await on({ events: { request_denied: true } });
      await waiting('request_pending', 'request_denied');
      await set({ events: { request_denied: false }, username: 'Library' });
      expect((await states()).slice(0, 2)).toEqual([
        ['request_denied', 'cancelled'],
        ['request_pending', 'pending'],
      ]);
    });

    it('doc2 §6: what has become available is told from when that was switched on, or its destination was changed', async () => {
      const revision = async (): Promise<number> => {
        const row = await house.app.get(Database).read((tx) => tx.findOneBy(BaselineRow, { destination: 'chat' }));
        return row?.revision ?? 0;
      };
      const begins = async (change: object): Promise<boolean> => {
        const before = await revision();
        expect((await set(change)).status).toBe(200);
        return (await revision()) > before;
      };
      const available = { request_available: true };
      expect(await begins({ webhook_url: house.webhook, events: available })).toBe(false);
      expect(await begins({ enabled: true })).toBe(true);
      expect(await begins({ username: 'Library', events: available })).toBe(false);
      expect(await begins({ thread_id: THREAD })).toBe(true);
      expect(await begins({ events: { request_available: false } })).toBe(false);
      expect(await begins({ thread_id: '' })).toBe(false);
      expect(await begins({ events: available })).toBe(true);
      house.app.get(ObservationDiagnosticsService).note({ libraries: ['Films'], oddRows: [], titles: [] });
      expect(await house.settings()).toMatchObject({
        error: 'The library Films can not be read.',
        sentence: { code: 'observed_library_unreadable', params: { library: 'Films' } },
      });
      await set({ events: { request_available: false } });
      const settings = await house.settings();
      for (const member of ['error', 'sentence']) expect(settings).not.toHaveProperty(member);
    });

    it('issue 24: an error is shown until a success, or another address', async () => {
      await on();
      const said = foreignWords('The webhook was deleted.');
      const destinations = house.app.get(OutboxRepository);
      await house.app.get(Database).write(async (tx) => {
        await destinations.takeDestination(tx, 'chat', 'token', 0);
        await destinations.noteState(tx, 'chat', { error: said });
      });
      house.app.get(ObservationDiagnosticsService).note({ libraries: ['Films'], oddRows: ['Films'], titles: [] });
      await set({ events: { request_available: true } });
      const { error, sentence } = await house.settings();
      expect(error).toBe(
        'The webhook was deleted. The library Films can not be read. The library Films has rows that can not be read.',
      );
      expect(sentence).toMatchObject({
        code: 'several_notices',
        params: {
          first: said,
          further: { code: 'several_notices', params: { first: { params: { library: 'Films' } } } },
        },
      });
      await set({ events: { request_available: false } });
      expect(await house.settings()).toMatchObject({ error: said.text });
      await set({ webhook_url: `${house.webhook}2` });
      expect(await house.settings()).not.toHaveProperty('error');
    });
  });
});
