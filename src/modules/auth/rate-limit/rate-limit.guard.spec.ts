import { Reflector } from '@nestjs/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { MovedClock } from '../../../../test/harness/moved-clock.js';
import { thrownBy } from '../../../../test/harness/thrown-by.js';
import { RATE_LIMIT_BUDGETS, RateLimitGuard } from './rate-limit.guard.js';

const TOO_MANY = { status: 429 };

describe('the budgets of clients', () => {
  let clock: MovedClock;
  let limits: RateLimitGuard;

  beforeEach(() => {
    clock = new MovedClock();
    limits = new RateLimitGuard(new Reflector(), clock);
  });

  const startUp = (): void => {
    for (let n = 0; n < RATE_LIMIT_BUDGETS['oidc-start'].limit; n += 1) limits.countKnown('oidc-start', 'ana');
  };

  it('issue 43 A4: browsers that start at a provider count for the client that has begun, ten a minute', async () => {
    startUp();
    const fault = thrownBy(() => limits.countKnown('oidc-start', 'ana'));
    expect(fault).toMatchObject(TOO_MANY);
    expect(fault).not.toMatchObject({ options: { refusedSignIn: expect.anything() } });
    expect(() => limits.countKnown('oidc-start', 'ben')).not.toThrow();
    await clock.advance(60_000);
    expect(() => limits.countKnown('oidc-start', 'ana')).not.toThrow();
  });

  it('issue 43 A4: they use up nothing of the budget of sign-ins, and sign-ins nothing of theirs', () => {
    startUp();
    for (let n = 0; n < RATE_LIMIT_BUDGETS.auth.limit; n += 1) limits.admit('auth', 'ana');
    expect(thrownBy(() => limits.admit('auth', 'ana'))).toMatchObject(TOO_MANY);
  });

  it('issue 43 A4: a call of the route itself, which any page can cause, uses up nothing', () => {
    for (let n = 0; n < 100; n += 1) limits.admit('oidc-start', 'ana');
    expect(startUp).not.toThrow();
  });
});
