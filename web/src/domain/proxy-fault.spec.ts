import { describe, expect, it } from 'vitest';
import { failureOf, noAnswer } from './failure.js';
import { proxyFault } from './proxy-fault.js';

const refusal = (error: string, status = 400) => failureOf(status, new Headers(), { error });

describe('design §4, Settings: what is wrong with a proxy is said at its field', () => {
  it.each([
    ['url must be the http or https address of a proxy', 'url', 'Url must be the http or https address of a proxy.'],
    ['username must not contain a colon', 'username', 'Username must not contain a colon.'],
    ['password is required when the address changes', 'password', 'Password is required when the address changes.'],
    ['proxy test failed: nothing answers', 'proxy', 'nothing answers'],
  ] as const)('%s: at %s', (error, at, reason) => {
    expect(proxyFault(refusal(error))).toEqual({ at, reason });
  });

  it('another refusal, a busy server and a lost network are no fault of a field', () => {
    for (const failure of [refusal('something else'), refusal('url is busy', 503), noAnswer(), null])
      expect(proxyFault(failure)).toBeUndefined();
  });
});
