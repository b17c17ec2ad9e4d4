import { describe, expect, it } from 'vitest';
import type { RefreshFacts } from '../../users/users.public.js';
import { judgeRefresh } from './judge-refresh.js';

const NOW = 1_000_000;
const facts = (more: Partial<RefreshFacts> = {}): RefreshFacts => ({
  userId: 1,
  deviceId: 'd',
  expiresAt: NOW + 1,
  supersededAt: null,
  deviceRevokedAt: null,
  linkRedeemedAt: null,
  ...more,
});

describe('doc3, decision on the refresh token: what becomes of a presented one', () => {
  it('the current one is exchanged', () => {
    expect(judgeRefresh(facts(), null, NOW)).toBe('rotate');
  });

  it('an unknown one is refused', () => {
    expect(judgeRefresh(null, null, NOW)).toBe('invalid');
  });

  it('it is refused from the moment of its expiry on', () => {
    expect(judgeRefresh(facts({ expiresAt: NOW }), null, NOW)).toBe('invalid');
  });

  it('an expired one is refused without a revocation, however often it was used', () => {
    expect(judgeRefresh(facts({ expiresAt: NOW, supersededAt: 1 }), facts(), NOW)).toBe('invalid');
  });

  it('it is refused when its device is revoked', () => {
    expect(judgeRefresh(facts({ deviceRevokedAt: NOW }), null, NOW)).toBe('device_revoked');
  });

  it.each([0, 1, 60_000])('just rotated, %i ms ago, it is answered again', (age) => {
    expect(judgeRefresh(facts({ supersededAt: NOW - age }), facts(), NOW)).toBe('repeat');
  });

  it('rotated more than 60 s ago, it is a replay', () => {
    expect(judgeRefresh(facts({ supersededAt: NOW - 60_001 }), facts(), NOW)).toBe('replayed');
  });

  it.each([1, 60_001, 7_200_000])(
    'rotated %i ms ahead of the present, before the clock was set back: again',
    (ahead) => {
      expect(judgeRefresh(facts({ supersededAt: NOW + ahead }), facts(), NOW)).toBe('repeat');
    },
  );

  it('it is a replay as soon as the next one was used', () => {
    expect(judgeRefresh(facts({ supersededAt: NOW }), facts({ supersededAt: NOW }), NOW)).toBe('replayed');
  });

  it('it is a replay when the next one is gone', () => {
    expect(judgeRefresh(facts({ supersededAt: NOW }), null, NOW)).toBe('replayed');
  });
});
