import { describe, expect, it } from 'vitest';
import {
  pushNotConfigured,
  pushOffByAccount,
  pushOffByServer,
} from '../../../src/modules/notifications/push/push.errors.js';
import { DEFAULT_PREFERENCES, OPEN_POLICY } from '../../../src/modules/notifications/push/push-categories.js';
import { failureOf, noAnswer } from './failure.js';
import { pushFlags, pushRefusal } from './own-push.js';

const refusal = (error: string, status: number) => failureOf(status, new Headers(), { error });

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
  ])('%s has a sentence of its own', ({ status, safeText }, name) => {
    expect(pushRefusal(refusal(safeText, status))).toBe(name);
  });

  it('what the gateway said is passed on in the server’s words', () => {
    expect(pushRefusal(refusal('the push gateway could not be reached', 502))).toEqual({
      gateway: 'the push gateway could not be reached',
    });
  });

  it('anything else is no refusal of these', () => {
    const others = [refusal('toString', 409), refusal('', 502), refusal('x', 503), noAnswer(), null];
    expect(others.map(pushRefusal)).toEqual(others.map(() => undefined));
  });
});
