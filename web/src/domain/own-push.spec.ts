import { describe, expect, it } from 'vitest';
import { type AppError, refusalBody } from '../../../src/core/errors/app-error.js';
import { foreignWords } from '../../../src/core/errors/sentence.js';
import { UpstreamError } from '../../../src/core/errors/upstream-error.js';
import {
  gatewayFault,
  pushNotConfigured,
  pushOffByAccount,
  pushOffByServer,
} from '../../../src/modules/notifications/push/push.errors.js';
import { DEFAULT_PREFERENCES, OPEN_POLICY } from '../../../src/modules/notifications/push/push-categories.js';
import { failureOf, noAnswer } from './failure.js';
import { pushFlags, pushRefusal } from './own-push.js';

const failure = (error: AppError) => failureOf(error.status, new Headers(), refusalBody(error));

describe('doc3 §9.1: the form of one’s own push messages', () => {
  it('sends every switch, and neither the older name of one nor the policy', () => {
    const policy = {
      ...OPEN_POLICY,
      configured: true,
      web_push: true,
      categories: { ...OPEN_POLICY.categories, hub_invite_sent: true },
    };
    const stored = { ...DEFAULT_PREFERENCES, hub_invite_sent: true, server_policy: policy };
    expect(pushFlags(stored)).toEqual(DEFAULT_PREFERENCES);
  });

  it.each([
    [pushNotConfigured(), 'notConfigured'],
    [pushOffByServer(), 'offByServer'],
    [pushOffByAccount(), 'offByAccount'],
  ])('%s has a sentence of its own', (error, name) => {
    expect(pushRefusal(failure(error))).toBe(name);
  });

  it('what became of the call of the gateway is passed on', () => {
    const details = { system: 'push', operation: 'send', kind: 'unreachable', definitelyNotSent: true } as const;
    const refusal = gatewayFault(new UpstreamError({ ...details, reason: foreignWords('x') })) as AppError;
    expect(pushRefusal(failure(refusal))).toMatchObject({ gateway: { code: 'push_gateway_unreachable' } });
  });

  it('anything else is no refusal of these', () => {
    const others = [
      failureOf(409, new Headers(), { error: 'x', code: 'toString' }),
      failureOf(502, new Headers(), {}),
      noAnswer(),
      null,
    ];
    expect(others.map(pushRefusal)).toEqual(others.map(() => undefined));
  });
});
