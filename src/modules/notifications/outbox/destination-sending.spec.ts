import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OutboxFixture, ScriptedDestination } from '../../../../test/harness/outbox-fixture.js';
import { foreignWords } from '../../../core/errors/sentence.js';
import type { SendAnswer } from './outbox-destination.js';
import { sayNotification } from '../notifications.sentences.js';
import { OutboxRow } from '../message-rows.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
const LIMITED = { kind: 'limited', retryAfterMs: 10 * SECOND, detail: foreignWords('busy') } as const;
const AGAIN = { kind: 'again', detail: foreignWords('not reached') } as const;

let outbox: OutboxFixture;
let chat: ScriptedDestination;
beforeEach(async () => {
  outbox = await OutboxFixture.open();
  chat = new ScriptedDestination('chat');
});
afterEach(() => outbox.close());

const three = () => outbox.add({ destination: 'chat' }, { destination: 'chat' }, { destination: 'chat' });

describe('messages of one destination', () => {
  it('doc2 §6 delivery rules: are sent oldest first, once', async () => {
    await three();
    await outbox.send(chat);
    await outbox.send(chat);
    expect(chat.posts).toEqual(['1', '2', '3']);
    expect((await outbox.rows('chat')).map(({ status, remoteId }) => [status, remoteId])).toEqual([
      ['sent', 'remote 1'],
      ['sent', 'remote 2'],
      ['sent', 'remote 3'],
    ]);
  });

  it('issue 24, Answers 429: the whole destination waits, the order is kept, and the others use no attempt', async () => {
    await three();
    chat.answers = [LIMITED];
    await outbox.send(chat);
    await outbox.send(chat);
    expect(await outbox.statuses('chat')).toEqual([
      [1, 'pending', 1],
      [2, 'pending', 0],
      [3, 'pending', 0],
    ]);
    await outbox.clock.advance(10 * SECOND);
    await outbox.send(chat);
    expect(chat.posts).toEqual(['1', '1', '2', '3']);
  });

  it('issue 24, Speed: a destination that is left alone costs no write, however often it is looked at', async () => {
    await three();
    chat.answers = [LIMITED];
    await outbox.send(chat);
    const { commits } = outbox.database;
    await outbox.send(chat);
    expect(outbox.database.commits).toBe(commits);
  });

  it('doc2 §8 chat delivery: five attempts at most; the others go on after them', async () => {
    await outbox.add({ destination: 'chat' }, { destination: 'chat' });
    chat.answers = [AGAIN, AGAIN, AGAIN, AGAIN, AGAIN];
    for (let n = 0; n < 5; n += 1) {
      await outbox.send(chat);
      await outbox.clock.advance(2 * 60 * MINUTE);
    }
    await outbox.send(chat);
    expect(chat.posts).toEqual(['1', '1', '1', '1', '1', '2']);
    expect(await outbox.statuses('chat')).toEqual([
      [1, 'failed', 5],
      [2, 'sent', 1],
    ]);
  });

  it('doc2 §8 chat delivery: nothing is sent after 24 hours', async () => {
    await three();
    await outbox.clock.advance(DAY + 1);
    await outbox.send(chat);
    expect(chat.posts).toEqual([]);
    expect((await outbox.rows('chat')).map(({ status }) => status)).toEqual(['failed', 'failed', 'failed']);
  });

  it('doc2 §6 delivery rules: what can not be judged waits without an attempt, and blocks nobody', async () => {
    await three();
    chat.notYet.set(1, { wait: foreignWords('ratings can not be read') });
    chat.built.set(2, { wait: foreignWords('the library can not be read') });
    await outbox.send(chat);
    expect(chat.posts).toEqual(['3']);
    expect((await outbox.rows('chat')).map(({ attempts, detail }) => [attempts, detail?.text ?? ''])).toEqual([
      [0, 'ratings can not be read'],
      [0, 'the library can not be read'],
      [1, ''],
    ]);
    chat.notYet.clear();
    chat.built.clear();
    await outbox.clock.advance(30 * SECOND);
    await outbox.send(chat);
    expect(chat.posts).toEqual(['3', '1', '2']);
  });

  it.each([{ subject: 'no JSON' }, { subject: '{"requestIds":"x"}' }, { accounts: '[true]' }])(
    'storage: a damaged row (%j) has failed, and stops no other',
    async (damage) => {
      await three();
      await outbox.database.write((tx) => tx.update(OutboxRow, { id: 1 }, damage));
      await outbox.send(chat);
      expect(chat.posts).toEqual(['2', '3']);
      expect((await outbox.statuses('chat'))[0]).toEqual([1, 'failed', 0]);
      const recent = await outbox.database.read((tx) => outbox.messages.recent(tx, 'chat', 3));
      expect(recent).toHaveLength(3);
    },
  );

  it('what nobody is to be told of any more is cancelled', async () => {
    await outbox.add({ destination: 'chat' });
    chat.built.set(1, { cancel: foreignWords('the category is off') });
    await outbox.send(chat);
    expect(chat.posts).toEqual([]);
    expect(await outbox.rows('chat')).toMatchObject([
      { status: 'cancelled', detail: foreignWords('the category is off') },
    ]);
  });

  it('doc2 §6 rules: a large audience is split into messages with receipts of their own', async () => {
    await outbox.add({ destination: 'chat' });
    const further = [[1, 2], [3, 4], [5]].map((accounts) => ({ accounts }));
    chat.built.set(1, { post: 'for 1 and 2', further });
    await outbox.send(chat);
    expect(chat.posts).toEqual(['for 1 and 2', '2 for 3,4', '3 for 5']);
    expect((await outbox.rows('chat')).map(({ accounts, status }) => [accounts, status])).toEqual([
      ['[1,2]', 'sent'],
      ['[3,4]', 'sent'],
      ['[5]', 'sent'],
    ]);
  });

  it('issue 24, Web Push: a part of a message is for one device, and as old as the message', async () => {
    await outbox.add({ destination: 'chat' });
    const { createdAt } = (await outbox.rows('chat'))[0] ?? {};
    await outbox.clock.advance(MINUTE);
    const further = ['laptop', 'tablet'].map((deviceId) => ({ accounts: [1], deviceId }));
    chat.built.set(1, { post: '1', further });
    await outbox.send(chat);
    expect((await outbox.rows('chat')).map((row) => [row.accounts, row.deviceId, row.createdAt])).toEqual([
      ['[1]', 'laptop', createdAt],
      ['[1]', 'tablet', createdAt],
    ]);
  });

  it('a message that was cancelled while other systems were asked is not sent', async () => {
    await outbox.add({ destination: 'chat' });
    chat.lookUp = async () => {
      await outbox.database.write((tx) => outbox.messages.cancel(tx, 'chat', foreignWords('off'), outbox.clock.now()));
      return { facts: null };
    };
    await outbox.send(chat);
    expect(chat.posts).toEqual([]);
  });

  it('settings cancel what waits, of some events alone', async () => {
    await outbox.add(
      { destination: 'chat', event: 'request_denied' },
      { destination: 'chat' },
      { destination: 'push' },
    );
    await outbox.database.write((tx) =>
      outbox.messages.cancel(tx, 'chat', foreignWords('off'), outbox.clock.now(), ['request_denied']),
    );
    await outbox.database.write((tx) =>
      outbox.messages.cancel(tx, 'chat', foreignWords('off'), outbox.clock.now(), []),
    );
    expect(
      [...(await outbox.statuses('chat')), ...(await outbox.statuses('push'))].map(([, status]) => status),
    ).toEqual(['cancelled', 'pending', 'pending']);
  });
});

describe('doc2 §6 delivery rules: settings that change while a message is being sent', () => {
  const cancelled = (events?: readonly string[]) =>
    outbox.database.write((tx) =>
      outbox.messages.cancel(tx, 'chat', foreignWords('changed'), outbox.clock.now(), events),
    );
  /** What stands of the message once its attempt has had this answer, and what was posted an hour later. */
  async function afterwards(answer: SendAnswer): Promise<readonly unknown[]> {
    await outbox.add({ destination: 'chat' });
    chat.answers = [answer];
    await outbox.send(chat);
    await outbox.clock.advance(60 * MINUTE);
    await outbox.send(chat);
    const [row] = await outbox.rows('chat');
    return [row?.status, row?.detail?.text ?? '', row?.nextAttemptAt, chat.posts];
  }

  it.each([LIMITED, AGAIN])(
    '$kind: it is not posted to the new destination, which is not left alone',
    async (answer) => {
      chat.during = () => cancelled();
      expect(await afterwards(answer)).toEqual(['cancelled', 'changed', null, ['1']]);
      expect(await outbox.state('chat')).toMatchObject({ pausedUntil: null, error: null });
    },
  );

  it.each([LIMITED, AGAIN])('$kind: it is not posted any more once its event is off', async (answer) => {
    chat.during = () => cancelled(['request_pending']);
    expect(await afterwards(answer)).toEqual(['cancelled', 'changed', null, ['1']]);
    expect(await outbox.state('chat')).not.toMatchObject({ pausedUntil: null });
  });

  it('what arrived stays sent, and an error of the old destination is none of the new one', async () => {
    chat.during = () => cancelled();
    expect(await afterwards({ kind: 'sent', remoteId: '7' })).toEqual(['sent', '', null, ['1']]);
    expect(await afterwards({ kind: 'refused', detail: foreignWords('gone') })).toEqual(['sent', '', null, ['1', '2']]);
    expect((await outbox.statuses('chat'))[1]).toEqual([2, 'failed', 1]);
    expect(await outbox.state('chat')).toMatchObject({ error: null });
  });
});

describe('doc2 §6 availability: messages of one key', () => {
  const arrived = (requestIds: readonly number[], key = 'movie:603:films') => ({
    destination: 'chat',
    event: 'request_available',
    subject: { requestIds },
    collect: { key, forMs: MINUTE },
  });

  it('are collected for a minute from the first, then the next begins', async () => {
    await outbox.add(arrived([1]));
    await outbox.clock.advance(59 * SECOND);
    await outbox.add(arrived([2]), arrived([2, 3]), arrived([9], 'movie:604:films'));
    await outbox.send(chat);
    expect(chat.posts).toEqual([]);
    await outbox.clock.advance(SECOND);
    await outbox.send(chat);
    await outbox.add(arrived([4]));
    expect((await outbox.rows('chat')).map(({ subject, status }) => [subject, status])).toEqual([
      ['{"requestIds":[1,2,3]}', 'sent'],
      ['{"requestIds":[9]}', 'pending'],
      ['{"requestIds":[4]}', 'pending'],
    ]);
  });
});

describe('storage', () => {
  it('a message and a destination keep what they say, with its code; rows of older versions keep their words', async () => {
    await outbox.add({ destination: 'chat' });
    const detail = sayNotification('push_reached_some', { reached: 1, devices: 2 });
    chat.answers = [{ kind: 'refused', detail }];
    await outbox.send(chat);
    const said = async () => [(await outbox.rows('chat'))[0]?.detail, (await outbox.state('chat')).error];
    expect(await said()).toEqual([detail, detail]);
    await outbox.database.write(async (tx) => {
      await tx.query(`UPDATE notification_outbox SET detail = 'It was late.'`);
      await tx.query(`UPDATE notification_destinations SET error = 'It was late.'`);
    });
    expect(await said()).toEqual([foreignWords('It was late.'), foreignWords('It was late.')]);
    await outbox.add({ destination: 'chat' });
    await outbox.send(chat);
    const columns = await outbox.database.read((tx) =>
      tx.query<readonly object[]>(
        `SELECT detail, error FROM notification_outbox, notification_destinations WHERE id = 2`,
      ),
    );
    expect(columns).toEqual([{ detail: '', error: '' }]);
  });

  it('what ended is deleted, what waits stays', async () => {
    await three();
    chat.notYet.set(2, { wait: foreignWords('later') });
    await outbox.send(chat);
    await outbox.clock.advance(1);
    const purge = (limit: number) =>
      outbox.database.write((tx) => outbox.messages.purge(tx, outbox.clock.now(), limit));
    expect([await purge(1), await purge(10)]).toEqual([true, false]);
    expect(await outbox.statuses('chat')).toEqual([[2, 'pending', 0]]);
  });

  it('a clock that was set back delays nothing', async () => {
    await outbox.add({ destination: 'chat' });
    chat.answers = [AGAIN];
    await outbox.send(chat);
    outbox.clock.setWall(-3 * DAY);
    await outbox.send(chat);
    expect(chat.posts).toEqual(['1', '1']);
  });
});
