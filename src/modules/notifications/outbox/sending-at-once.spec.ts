import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OutboxFixture, ScriptedDestination } from '../../../../test/harness/outbox-fixture.js';
import { foreignWords } from '../../../core/errors/sentence.js';
import type { SendAnswer } from './outbox-destination.js';

const SENT: SendAnswer = { kind: 'sent', remoteId: '' };
const SECOND = 1_000;

/** Each of its messages has an address of its own. */
class ManyAddresses extends ScriptedDestination {
  /** How addresses answer, by the number of the message; at once and well where nothing is said. */
  readonly at = new Map<string, () => Promise<SendAnswer>>();
  /** The most messages that were on their way at a time. */
  most = 0;
  private open = 0;

  constructor() {
    super('browsers', true, 3);
  }

  override async send(post: string): Promise<SendAnswer> {
    this.posts.push(post);
    this.open += 1;
    this.most = Math.max(this.most, this.open);
    try {
      return await (this.at.get(post)?.() ?? Promise.resolve(SENT));
    } finally {
      this.open -= 1;
    }
  }
}

describe('issue 24, Web Push: messages with addresses of their own', () => {
  let outbox: OutboxFixture;
  let browsers: ManyAddresses;

  beforeEach(async () => {
    outbox = await OutboxFixture.open();
    browsers = new ManyAddresses();
  });

  afterEach(() => outbox.close());

  const add = (count: number) => outbox.add(...Array.from({ length: count }, () => ({ destination: 'browsers' })));
  const statuses = async () => (await outbox.statuses('browsers')).map(([, status]) => status);

  /** An address that answers once it is told to. */
  function hangs(post: string): { readonly answer: (answer: SendAnswer) => void } {
    let answer: (answer: SendAnswer) => void = () => undefined;
    const answered = new Promise<SendAnswer>((resolve) => (answer = resolve));
    browsers.at.set(post, () => answered);
    return { answer };
  }

  it('one that hangs holds up no other, and each is sent once', async () => {
    await add(8);
    const first = hangs('1');
    const sending = outbox.send(browsers);
    await expect.poll(statuses).toEqual(['sending', ...Array.from({ length: 7 }, () => 'sent')]);
    first.answer(SENT);
    await sending;
    expect([...browsers.posts].sort()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8']);
    expect(await statuses()).toEqual(Array.from({ length: 8 }, () => 'sent'));
  });

  it('one that hangs holds up none of its own parts', async () => {
    await add(1);
    const further = ['laptop', 'tablet', 'phone'].map((deviceId) => ({ accounts: [7], deviceId }));
    browsers.built.set(1, { post: '1', further });
    const first = hangs('1');
    const sending = outbox.send(browsers);
    await expect.poll(statuses).toEqual(['sending', 'sent', 'sent']);
    first.answer(SENT);
    await sending;
    expect(browsers.posts).toEqual(['1', '2 for 7', '3 for 7']);
  });

  it('no more are on their way than the destination takes at once', async () => {
    await add(9);
    const held = ['1', '2', '3'].map(hangs);
    const sending = outbox.send(browsers);
    await expect.poll(() => browsers.posts.length).toBe(3);
    for (const { answer } of held) answer(SENT);
    await sending;
    expect([browsers.most, browsers.posts.length]).toEqual([3, 9]);
  });

  it.each<readonly [string, SendAnswer, number]>([
    ['asks to wait', { kind: 'limited', retryAfterMs: 90 * SECOND, detail: foreignWords('busy') }, 90],
    ['could not be reached', { kind: 'again', detail: foreignWords('not reached') }, 30],
    ['gave no answer', { kind: 'unknown', detail: foreignWords('lost') }, 30],
  ])('one that %s waits alone', async (_, answer, seconds) => {
    await add(1);
    browsers.at.set('1', () => Promise.resolve(answer));
    await outbox.send(browsers);
    await add(1);
    await outbox.send(browsers);
    expect(await statuses()).toEqual(['pending', 'sent']);
    browsers.at.clear();
    await outbox.clock.advance(seconds * SECOND - 1);
    await outbox.send(browsers);
    expect(browsers.posts).toEqual(['1', '2']);
    await outbox.clock.advance(1);
    await outbox.send(browsers);
    expect(browsers.posts).toEqual(['1', '2', '1']);
  });

  it('one whose address is there no more is cancelled', async () => {
    await add(2);
    browsers.at.set('1', () => Promise.resolve({ kind: 'gone', detail: foreignWords('left') }));
    await outbox.send(browsers);
    expect(await statuses()).toEqual(['cancelled', 'sent']);
  });

  it('a defect with one loses no answer of another, and is reported', async () => {
    await add(2);
    const second = hangs('2');
    browsers.at.set('1', () => Promise.reject(new Error('defect')));
    const sending = outbox.send(browsers);
    const reported = expect(sending).rejects.toThrow('defect');
    await expect.poll(() => browsers.posts.length).toBe(2);
    second.answer(SENT);
    await reported;
    expect(await statuses()).toEqual(['sending', 'sent']);
    browsers.at.clear();
    await outbox.send(browsers);
    expect([browsers.posts, await statuses()]).toEqual([
      ['1', '2', '1'],
      ['sent', 'sent'],
    ]);
  });

  it('when the server stops, what is on its way ends and nothing new begins', async () => {
    await add(5);
    const stopping = new AbortController();
    const held = ['1', '2', '3'].map(hangs);
    const sending = outbox.send(browsers, stopping.signal);
    await expect.poll(() => browsers.posts.length).toBe(3);
    stopping.abort();
    for (const { answer } of held) answer(SENT);
    await sending;
    expect(await statuses()).toEqual(['sent', 'sent', 'sent', 'pending', 'pending']);
  });
});
