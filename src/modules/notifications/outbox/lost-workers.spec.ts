import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OutboxFixture, ScriptedDestination } from '../../../../test/harness/outbox-fixture.js';
import { DESTINATION_LEASES } from './outbox.repository.js';

let outbox: OutboxFixture;
let chat: ScriptedDestination;
beforeEach(async () => {
  outbox = await OutboxFixture.open();
  chat = new ScriptedDestination('chat');
});
afterEach(() => outbox.close());

const three = () => outbox.add({ destination: 'chat' }, { destination: 'chat' }, { destination: 'chat' });

describe('issue 24: a worker that is gone', () => {
  /** A worker that never comes back from an attempt. */
  async function dies(destination: ScriptedDestination): Promise<void> {
    destination.during = () => new Promise(() => undefined);
    void outbox.send(destination);
    await expect.poll(() => destination.posts.length).toBe(1);
    destination.during = () => Promise.resolve();
  }

  it('Answers: what it was sending is unconfirmed, and nobody sends it again; the rest is sent', async () => {
    await three();
    await dies(chat);
    await outbox.send(chat);
    expect(chat.posts).toEqual(['1']);
    await outbox.clock.advance(DESTINATION_LEASES.lastsMs);
    await outbox.send(chat);
    expect(chat.posts).toEqual(['1', '2', '3']);
    expect((await outbox.statuses('chat')).map(([, status]) => status)).toEqual(['unconfirmed', 'sent', 'sent']);
    expect((await outbox.rows('chat')).map(({ nextAttemptAt }) => nextAttemptAt)).toEqual([null, null, null]);
  });

  it('Push: what may be repeated is sent again', async () => {
    const push = new ScriptedDestination('push', true);
    await outbox.add({ destination: 'push' });
    await dies(push);
    await outbox.clock.advance(DESTINATION_LEASES.lastsMs);
    await outbox.send(push);
    expect(push.posts).toEqual(['1', '1']);
    expect(await outbox.statuses('push')).toEqual([[1, 'sent', 2]]);
  });

  it('storage: an answer that comes after the message was given up changes nothing', async () => {
    await outbox.add({ destination: 'chat' });
    chat.during = async () => {
      await outbox.clock.advance(DESTINATION_LEASES.lastsMs);
      await outbox.send(new ScriptedDestination('chat'));
    };
    await outbox.send(chat);
    expect(await outbox.statuses('chat')).toEqual([[1, 'unconfirmed', 1]]);
  });
});
