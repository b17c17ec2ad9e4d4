import { createECDH } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../core/secrets/secret.js';
import { Random, SystemRandom } from '../../core/time/random.js';
import { drawVapidKey, isSubscriptionKey, isSubscriptionSecret, vapidPublicKey, vapidSubject } from './vapid-key.js';

/** Draws what it is told to. */
class Told extends Random {
  constructor(private readonly drawn: Buffer[]) {
    super();
  }

  bytes(): Buffer {
    return this.drawn.shift() ?? Buffer.alloc(0);
  }

  uuid(): string {
    return '';
  }
}

describe('RFC 8292 section 3.2: the key of this server', () => {
  it('is another one each time, is not printed, and has a public half that browsers take', () => {
    const [one, other] = [drawVapidKey(new SystemRandom()), drawVapidKey(new SystemRandom())];
    expect(one.equals(other)).toBe(false);
    expect(inspect(one)).toBe('[redacted]');
    expect([isSubscriptionKey(vapidPublicKey(one)), vapidPublicKey(one) === vapidPublicKey(other)]).toEqual([
      true,
      false,
    ]);
  });

  it('of what was drawn, numbers that are no keys are passed over', () => {
    const drawn = [Buffer.alloc(32, 255), Buffer.alloc(32), Buffer.alloc(32, 1)];
    expect(drawVapidKey(new Told(drawn)).reveal()).toBe(Buffer.alloc(32, 1).toString('base64url'));
  });

  it('RFC 8291 section 5: its public half is the one of the standard', () => {
    const key = Secret.of('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw');
    const half = 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8';
    expect(vapidPublicKey(key)).toBe(half);
  });

  it('what is no key has none, and the error doesn’t show it', () => {
    const text = Buffer.alloc(32, 255).toString('base64url');
    expect(() => vapidPublicKey(Secret.of(text))).toThrow(/^(?!.*_{4}).*no private key/);
  });
});

const NOBODY = 'mailto:nobody@example.com';

describe('RFC 8292 section 2.1: who can be reached', () => {
  it.each([
    ['ana@house.example', 'mailto:ana@house.example'],
    ['https://usher.house.example', 'https://usher.house.example/'],
    ['https://usher.house.example:8443/contact', 'https://usher.house.example:8443/contact'],
    ['https://usher.tail1234.ts.net', 'https://usher.tail1234.ts.net/'],
    ['http://usher.house.example', NOBODY],
    ['https://localhost:7676', NOBODY],
    ['https://usher.localhost', NOBODY],
    ['https://usher.local', NOBODY],
    ['https://192.168.1.5', NOBODY],
    ['https://[fd00::1]', NOBODY],
    ['https://usher', NOBODY],
    ['ana@localhost', NOBODY],
    ['ana@house', NOBODY],
    ['ana', NOBODY],
  ])('%s is named as %s', (contact, subject) => {
    expect(vapidSubject([contact])).toBe(subject);
  });

  it.each(['lan', 'home', 'home.arpa', 'localdomain', 'internal', 'intranet', 'test', 'invalid'])(
    'issue 43 C18: an address at .%s is passed over, which Apple refuses',
    (end) => {
      expect(vapidSubject([`ana@house.${end}`, `https://usher.${end}`])).toBe(NOBODY);
      expect(vapidSubject([`https://usher.${end}`, 'https://usher.house.example'])).toBe(
        'https://usher.house.example/',
      );
    },
  );

  it('the first that push services take', () => {
    expect(vapidSubject([null, 'http://10.0.0.7', 'https://a.example', 'https://b.example'])).toBe(
      'https://a.example/',
    );
    expect(vapidSubject([null, null])).toBe(NOBODY);
  });
});

/** Source: RFC 8291 section 5. */
const KEY = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
const SECRET = 'BTBZMqHH6r4Tts7J_aSIgg';

const point = Buffer.from(KEY, 'base64url');
const changed = (place: number, to: number): string => {
  const copy = Buffer.from(point);
  copy[place] = to;
  return copy.toString('base64url');
};
const compressed = (() => {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(Buffer.alloc(32, 7));
  return pair.getPublicKey('base64url', 'compressed');
})();

describe('RFC 8291 section 3: the keys of a subscription', () => {
  it('those of the standard are taken', () => {
    expect([isSubscriptionKey(KEY), isSubscriptionSecret(SECRET)]).toEqual([true, true]);
  });

  it.each([
    ['one that is not on the curve', changed(64, 15)],
    ['the point at infinity', Buffer.alloc(65).toString('base64url')],
    ['coordinates beyond the field', Buffer.alloc(65, 255).fill(4, 0, 1).toString('base64url')],
    ['a hybrid form', changed(0, 6)],
    ['a compressed one', compressed],
    ['one that is too short', point.subarray(0, 64).toString('base64url')],
    ['one that is too long', Buffer.concat([point, Buffer.alloc(1)]).toString('base64url')],
    ['padding', `${KEY}=`],
    ['the alphabet of base64', KEY.replaceAll('_', '/').replaceAll('-', '+')],
    ['a second spelling of its last letter', `${KEY.slice(0, -1)}5`],
    ['blanks', ` ${KEY.slice(1)}`],
    ['nothing', ''],
  ])('as a public key %s is refused', (_, text) => {
    expect(isSubscriptionKey(text)).toBe(false);
  });

  it.each([SECRET.slice(1), `${SECRET}A`, `${SECRET}==`, `${SECRET.slice(0, -1)}h`, `${SECRET.slice(0, -1)}.`, ''])(
    'as a secret %j is refused',
    (text) => {
      expect(isSubscriptionSecret(text)).toBe(false);
    },
  );
});
