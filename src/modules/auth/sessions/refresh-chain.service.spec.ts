import { describe, expect, it } from 'vitest';
import { MovedClock } from '../../../../test/harness/moved-clock.js';
import { Secret } from '../../../core/secrets/secret.js';
import { SecretBox } from '../../../core/secrets/secret-box.js';
import { SystemRandom } from '../../../core/time/random.js';
import { SessionsRepository } from '../../users/users.public.js';
import { RefreshChainService } from './refresh-chain.service.js';
import { isTokenText, newToken } from './token-text.js';

const chainOf = (fill: number): RefreshChainService =>
  new RefreshChainService(
    new SessionsRepository(),
    new MovedClock(),
    new SecretBox(Buffer.alloc(32, fill), new SystemRandom()),
  );

describe('the chain of refresh tokens', () => {
  const token = newToken(new SystemRandom());

  it('the same token always has the same successor, which is a token again', () => {
    const successor = chainOf(1).successorOf(token);
    expect(chainOf(1).successorOf(token).equals(successor)).toBe(true);
    expect(isTokenText(successor.reveal())).toBe(true);
    expect(successor.equals(token)).toBe(false);
  });

  it('another key or another token has another successor', () => {
    const successor = chainOf(1).successorOf(token);
    expect(chainOf(2).successorOf(token).equals(successor)).toBe(false);
    expect(chainOf(1).successorOf(Secret.of('x')).equals(successor)).toBe(false);
  });

  it('a chain doesn’t come back to where it was', () => {
    const seen = new Set<string>();
    let current = token;
    for (let step = 0; step < 100; step += 1) {
      seen.add(current.reveal());
      current = chainOf(1).successorOf(current);
    }
    expect(seen.size).toBe(100);
  });
});
