import { createECDH } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isSubscriptionKey, isSubscriptionSecret } from './subscription-keys.js';

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
