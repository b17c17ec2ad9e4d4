import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FakeFault } from '../../../test/fakes/fake-server.js';
import { PUSH, PushServiceFake, type GivenSubscription } from '../../../test/fakes/web-push/push-service-fake.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { createLog } from '../../core/logging/log.js';
import { Secret } from '../../core/secrets/secret.js';
import { SystemRandom } from '../../core/time/random.js';
import { readPushEndpoint } from './push-endpoint.js';
import { type PushServiceAnswer, WebPushClient } from './web-push.client.js';
import { drawVapidKey, vapidPublicKey } from './vapid-key.js';

const MESSAGE = { text: '{"title":"New request"}', ttlSeconds: 60, topic: 'usher-7' };
const KEY = drawVapidKey(new SystemRandom());
const SENDER = { key: KEY, subject: 'https://usher.example/' };

describe('WebPushClient', () => {
  let clock: MovedClock;
  let fake: PushServiceFake;
  let browser: GivenSubscription;
  let lines: string[];

  beforeEach(async () => {
    clock = new MovedClock();
    lines = [];
    fake = await new PushServiceFake().start();
    browser = fake.subscribe(vapidPublicKey(KEY));
  });

  afterEach(() => fake.stop());

  function send(signal?: AbortSignal): Promise<PushServiceAnswer> {
    const endpoint = readPushEndpoint(browser.endpoint, [fake.url]);
    if ('refused' in endpoint) throw new Error('refused');
    const destination = { write: (line: string) => void lines.push(line) };
    const log = createLog({ level: 'debug', format: 'json', clock, destination });
    const { p256dh, auth } = browser.keys;
    const receiver = { endpoint, p256dh: Secret.of(p256dh), auth: Secret.of(auth) };
    return new WebPushClient({ clock, log }).send(receiver, MESSAGE, { ...SENDER, signal });
  }

  const limited = (headers: Record<string, string>, status = 429): FakeFault => ({ status, headers });
  const breakingOff = (header = ''): FakeFault => ({
    raw: `HTTP/1.1 429 Slow Down\r\n${header}Content-Length: 50\r\n\r\nslow`,
  });

  const answers: readonly (readonly [string, FakeFault, PushServiceAnswer])[] = [
    ['200', 200, { kind: 'taken' }],
    ['201', 201, { kind: 'taken' }],
    ['202', 202, { kind: 'taken' }],
    ['204', 204, { kind: 'taken' }],
    ['404', 404, { kind: 'gone' }],
    ['410', 410, { kind: 'gone' }],
    ['400', 400, { kind: 'refused', refusal: 'message_refused' }],
    ['401', 401, { kind: 'refused', refusal: 'key_refused' }],
    ['403', 403, { kind: 'refused', refusal: 'key_refused' }],
    ['413', 413, { kind: 'refused', refusal: 'too_large' }],
    ['415', 415, { kind: 'refused', refusal: 'message_refused' }],
    [
      'a redirect',
      { status: 307, headers: { location: 'http://127.0.0.1:1/elsewhere' } },
      { kind: 'refused', refusal: 'redirected' },
    ],
    ['429 with seconds', limited({ 'retry-after': '120' }), { kind: 'limited', retryAfterMs: 120_000 }],
    [
      '429 with a date',
      limited({ 'retry-after': 'Thu, 01 Jan 1970 00:00:01 GMT' }),
      { kind: 'limited', retryAfterMs: 0 },
    ],
    ['429 with a year', limited({ 'retry-after': '31536000' }), { kind: 'limited', retryAfterMs: 86_400_000 }],
    ['429 without a word', 429, { kind: 'limited', retryAfterMs: 60_000 }],
    ['429 whose body breaks off', breakingOff('Retry-After: 7\r\n'), { kind: 'limited', retryAfterMs: 7_000 }],
    ['429 without a word whose body breaks off', breakingOff(), { kind: 'limited', retryAfterMs: 60_000 }],
    ['406, Microsoft’s word for 429', limited({ 'retry-after': '5' }, 406), { kind: 'limited', retryAfterMs: 5_000 }],
    ['500', 500, { kind: 'not_sent' }],
    ['503 with Retry-After', limited({ 'retry-after': '9' }, 503), { kind: 'not_sent', retryAfterMs: 9_000 }],
    ['reset', 'reset', { kind: 'unconfirmed' }],
    ['an answer that was lost', 'answer-lost', { kind: 'unconfirmed' }],
    ['an endless answer', { status: 201, body: 'x'.repeat(70_000) }, { kind: 'unconfirmed' }],
  ];

  it.each(answers)('issue 24, Web Push: what becomes of a message that is answered %s', async (_, fault, expected) => {
    fake.fail(PUSH, fault);
    expect(await send()).toEqual(expected);
    expect(fake.calls()).toHaveLength(1);
  });

  it('a message is taken', async () => {
    expect(await send()).toEqual({ kind: 'taken' });
    expect(fake.deliveredTo(browser)).toHaveLength(1);
  });

  it('a push service that nobody has reached has certainly got nothing', async () => {
    await fake.leave();
    expect(await send()).toEqual({ kind: 'not_sent' });
  });

  it('one that hangs is waited for ten seconds', async () => {
    fake.fail(PUSH, 'timeout');
    const came = fake.nextCall(PUSH);
    const sent = send();
    await came;
    await clock.advance(10_000);
    expect(await sent).toEqual({ kind: 'unconfirmed' });
  });

  it('a message that is given up before it leaves is not sent', async () => {
    expect(await send(AbortSignal.abort())).toEqual({ kind: 'not_sent' });
    expect(fake.calls()).toEqual([]);
  });

  it.each(answers)(
    'security 4: neither the log nor what is answered %s shows endpoint, keys or text',
    async (_, fault) => {
      fake.fail(PUSH, fault);
      const answer = inspect(await send(), { depth: 9 });
      const [, path = ''] = /\/wpush\/v2\/(.*)/.exec(browser.endpoint) ?? [];
      for (const secret of [path, browser.keys.p256dh, browser.keys.auth, KEY.reveal(), 'New request', 'vapid t='])
        expect([lines.join(), answer].join()).not.toContain(secret);
      expect(lines.join()).toContain('"system":"web-push"');
    },
  );
});
