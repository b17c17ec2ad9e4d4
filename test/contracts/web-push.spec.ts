import { createSign } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readPushEndpoint } from '../../src/clients/web-push/push-endpoint.js';
import { drawVapidKey, vapidPublicKey } from '../../src/clients/web-push/vapid-key.js';
import {
  LARGEST_WEB_PUSH_BYTES,
  WebPushClient,
  type PushReceiver,
} from '../../src/clients/web-push/web-push.client.js';
import { silentLog } from '../../src/core/logging/log.js';
import { Secret } from '../../src/core/secrets/secret.js';
import { SystemRandom } from '../../src/core/time/random.js';
import { newReceiverKeys, readEncryptedMessage, receiverKeysOf } from '../fakes/web-push/message-reader.js';
import { PUSH, PushServiceFake, type GivenSubscription } from '../fakes/web-push/push-service-fake.js';
import { readVapid } from '../fakes/web-push/vapid-reader.js';
import { MovedClock } from '../harness/moved-clock.js';

/** Source: RFC 8291 section 5 and appendix A. */
const EXAMPLE = {
  receiver: receiverKeysOf('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'BTBZMqHH6r4Tts7J_aSIgg'),
  body: Buffer.from(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_y' +
      'l95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    'base64url',
  ),
};

/** Source: RFC 8292 section 2.4. */
const EXAMPLE_KEY = 'BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs';
const EXAMPLE_TOKEN =
  'eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0' +
  'bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA';

describe('issue 24, must show 8: the reader of the tests, by the examples of the standards', () => {
  it('RFC 8291 section 5: reads the message', () => {
    expect(readEncryptedMessage(EXAMPLE.body, EXAMPLE.receiver)).toBe('When I grow up, I want to be a watermelon');
  });

  it('RFC 8291 section 4: reads no message for somebody else', () => {
    expect(() => readEncryptedMessage(EXAMPLE.body, newReceiverKeys())).toThrow(/for somebody else/);
  });

  it.each([
    ['the salt', 0],
    ['the sender’s key', 40],
    ['the text', 90],
    ['the seal', 140],
  ])('RFC 8188 section 2: reads no message of which %s was changed', (_, place) => {
    const body = Buffer.from(EXAMPLE.body);
    body[place] = (body[place] ?? 0) ^ 1;
    expect(() => readEncryptedMessage(body, EXAMPLE.receiver)).toThrow(/changed|curve/);
  });

  it('RFC 8291 section 4: reads no message of more than one record', () => {
    const body = Buffer.from(EXAMPLE.body);
    body.writeUInt32BE(30, 16);
    expect(() => readEncryptedMessage(body, EXAMPLE.receiver)).toThrow(/more than one record/);
  });

  it('RFC 8292 section 2.4: reads who sends, and refuses another signature, key or claim', () => {
    const of = (token: string, key = EXAMPLE_KEY) => readVapid(`vapid t=${token}, k=${key}`);
    expect(of(EXAMPLE_TOKEN)).toEqual({
      publicKey: EXAMPLE_KEY,
      claims: { aud: 'https://push.example.net', exp: 1_453_523_768, sub: 'mailto:push@example.com' },
    });
    expect(of(EXAMPLE_TOKEN, newReceiverKeys().pair.getPublicKey('base64url'))).toBeNull();
    expect(of(EXAMPLE_TOKEN.replace('.i3C', '.i3D'))).toBeNull();
    expect(of(EXAMPLE_TOKEN.replace('.eyJhdWQiOiJodHRw', '.eyJhdWQiOiJodHRx'))).toBeNull();
    expect(readVapid(`Bearer ${EXAMPLE_TOKEN}`)).toBeNull();
  });
});

describe('Web Push contract', () => {
  let fake: PushServiceFake;
  const key = drawVapidKey(new SystemRandom());
  const sender = { key, subject: 'mailto:push@example.com' };

  beforeEach(async () => {
    fake = await new PushServiceFake().start();
  });

  afterEach(() => fake.stop());

  const client = () => new WebPushClient({ clock: new MovedClock(), log: silentLog });

  function receiverOf({ endpoint, keys }: GivenSubscription): PushReceiver {
    const address = readPushEndpoint(endpoint, [fake.url]);
    if ('refused' in address) throw new Error('refused');
    return { endpoint: address, p256dh: Secret.of(keys.p256dh), auth: Secret.of(keys.auth) };
  }

  it('issue 24, must show 8: a browser reads what the client has encrypted, and knows who sends', async () => {
    const browser = fake.subscribe(vapidPublicKey(key));
    const message = { text: '{"title":"Hafenlichter"}', ttlSeconds: 1_800, topic: 'message-7' };
    expect(await client().send(receiverOf(browser), message, sender)).toEqual({ kind: 'taken' });
    expect(fake.deliveredTo(browser)).toMatchObject([
      { text: message.text, ttl: 1_800, urgency: 'normal', topic: 'message-7' },
    ]);
    const { headers } = fake.calls(PUSH)[0] ?? {};
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', 'content-type': 'application/octet-stream' });
    const { claims, publicKey } = readVapid(String(headers?.authorization)) ?? {};
    expect([claims?.aud, claims?.sub, publicKey]).toEqual([fake.url, sender.subject, vapidPublicKey(key)]);
    const lasts = Number(claims?.exp) - Date.now() / 1_000;
    expect([lasts > 0, lasts <= 86_400]).toEqual([true, true]);
  });

  it('RFC 8291 section 3.1: each message has a salt and a key of its own', async () => {
    const browser = receiverOf(fake.subscribe());
    for (const topic of ['a', 'b']) await client().send(browser, { text: 'same', ttlSeconds: 1, topic }, sender);
    const heads = fake.calls(PUSH).map(({ bytes }) => [bytes.subarray(0, 16), bytes.subarray(21, 86)] as const);
    const [first, second] = heads;
    expect([
      first?.[0].equals(second?.[0] ?? Buffer.alloc(0)),
      first?.[1].equals(second?.[1] ?? Buffer.alloc(0)),
    ]).toEqual([false, false]);
  });

  it('RFC 8030 section 7.2: the largest message is taken, and a larger one is not even sent', async () => {
    const browser = fake.subscribe();
    const send = (text: string) => client().send(receiverOf(browser), { text, ttlSeconds: 1, topic: 't' }, sender);
    expect(await send('é'.repeat((LARGEST_WEB_PUSH_BYTES - 1) / 2).concat('x'))).toEqual({ kind: 'taken' });
    expect(fake.calls(PUSH)[0]?.bytes.length).toBe(4_096);
    expect(fake.deliveredTo(browser)[0]?.text).toHaveLength((LARGEST_WEB_PUSH_BYTES + 1) / 2);
    expect(await send('x'.repeat(LARGEST_WEB_PUSH_BYTES + 1))).toEqual({ kind: 'refused', refusal: 'too_large' });
    expect(fake.calls(PUSH)).toHaveLength(1);
  });

  it('RFC 8030 section 5.4: of messages of one topic a browser that was away gets the last one', async () => {
    const browser = fake.subscribe();
    fake.given.away(browser);
    for (const [text, topic] of [
      ['first', 'a'],
      ['other', 'b'],
      ['second', 'a'],
    ] as const)
      await client().send(receiverOf(browser), { text, ttlSeconds: 60, topic }, sender);
    expect(fake.delivered).toEqual([]);
    fake.given.back(browser);
    expect(fake.delivered.map(({ text }) => text)).toEqual(['other', 'second']);
  });

  describe('the fake refuses what real push services refuse', () => {
    let browser: GivenSubscription;

    beforeEach(() => {
      browser = fake.subscribe(vapidPublicKey(key));
    });

    /** A token with these claims, signed by the key whose public half is named. */
    function vapid(claims: object, { as = key, named }: { as?: Secret; named?: Secret } = {}): string {
      const raw = Buffer.from(as.reveal(), 'base64url');
      const point = Buffer.from(vapidPublicKey(as), 'base64url');
      const jwk = { kty: 'EC', crv: 'P-256', d: raw.toString('base64url') };
      const coordinates = {
        x: point.subarray(1, 33).toString('base64url'),
        y: point.subarray(33).toString('base64url'),
      };
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const signed = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`;
      const signature = createSign('sha256')
        .update(signed)
        .sign({ key: { ...jwk, ...coordinates }, format: 'jwk', dsaEncoding: 'ieee-p1363' });
      return `vapid t=${signed}.${signature.toString('base64url')}, k=${vapidPublicKey(named ?? as)}`;
    }

    const inHours = (hours: number) => Math.floor(Date.now() / 1_000) + hours * 3_600;
    const claims = (over: object = {}) => ({ aud: fake.url, exp: inHours(1), sub: sender.subject, ...over });
    const other = drawVapidKey(new SystemRandom());

    async function post(over: Record<string, string | undefined> = {}, body = EXAMPLE.body): Promise<number> {
      const headers = {
        ttl: '60',
        'content-encoding': 'aes128gcm',
        authorization: vapid(claims()),
        ...over,
      };
      const given = Object.entries(headers).filter((pair): pair is [string, string] => pair[1] !== undefined);
      const answer = await fetch(browser.endpoint, { method: 'POST', headers: Object.fromEntries(given), body });
      return answer.status;
    }

    it('but takes what is as it should be', async () => {
      expect(await post()).toBe(201);
    });

    it.each<readonly [string, number, Record<string, string | undefined>]>([
      ['RFC 8030 section 5.2: no time to live', 400, { ttl: undefined }],
      ['RFC 8030 section 5.2: a time to live that is no number', 400, { ttl: 'soon' }],
      ['autopush 112: a time to live of more than a month', 400, { ttl: '2592001' }],
      ['RFC 8030 section 5.4: a topic that is too long', 400, { topic: 'x'.repeat(33) }],
      ['RFC 8030 section 5.4: a topic of other characters', 400, { topic: 'a.b' }],
      ['RFC 8030 section 5.3: an unknown urgency', 400, { urgency: 'asap' }],
      ['RFC 8291 section 4: another encoding', 400, { 'content-encoding': 'aesgcm' }],
      ['RFC 8292 section 4.2: nobody named', 401, { authorization: undefined }],
      ['RFC 8292 section 3: another scheme', 401, { authorization: 'Bearer x' }],
    ])('%s is %d', async (_, status, over) => {
      expect(await post(over)).toBe(status);
    });

    it.each<readonly [string, number, () => string]>([
      [
        'RFC 8292 section 2: a token for another push service',
        403,
        () => vapid(claims({ aud: 'https://other.example' })),
      ],
      ['RFC 8292 section 2: a token that is over', 403, () => vapid(claims({ exp: inHours(-1) }))],
      ['RFC 8292 section 2: a token for more than a day', 403, () => vapid(claims({ exp: inHours(25) }))],
      ['Mozilla and Apple: no contact', 403, () => vapid(claims({ sub: undefined }))],
      ['Apple: a contact on localhost', 403, () => vapid(claims({ sub: 'mailto:usher@localhost' }))],
      ['RFC 8292 section 4.2: the key of another server', 403, () => vapid(claims(), { as: other })],
      ['RFC 8292 section 3.2: a signature of another key', 401, () => vapid(claims(), { as: other, named: key })],
    ])('%s is %d', async (_, status, authorization) => {
      expect(await post({ authorization: authorization() })).toBe(status);
    });

    it('RFC 8030 section 7.2: more than 4,096 bytes are 413', async () => {
      expect([await post({}, Buffer.alloc(4_096)), await post({}, Buffer.alloc(4_097))]).toEqual([201, 413]);
    });

    it('RFC 8030 section 7.3: a subscription that is unknown is 404, one that has ended 410', async () => {
      fake.given.gone(browser);
      expect(await post()).toBe(410);
      browser = { ...browser, endpoint: `${browser.endpoint}x` };
      expect(await post()).toBe(404);
    });
  });
});
