import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../core/secrets/secret.js';
import { Random, SystemRandom } from '../../core/time/random.js';
import { drawVapidKey, vapidPublicKey } from './vapid-key.js';
import { isSubscriptionKey } from './subscription-keys.js';

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
