import { describe, expect, it } from 'vitest';
import { browserPushes, isSubscribedWith, type BrowserPushes, type PushFacts } from './browser-pushes.js';

const ON: PushFacts = {
  isSecure: true,
  isAble: true,
  isInstalled: false,
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  touchPoints: 0,
  permission: 'granted',
  isSubscribed: true,
  isChosen: true,
};
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15';

const STATES: readonly (readonly [BrowserPushes, string, Partial<PushFacts>])[] = [
  ['on', 'it is subscribed and allowed', {}],
  ['off', 'it has not subscribed', { isSubscribed: false }],
  ['off', 'it was never asked', { permission: 'default', isSubscribed: false }],
  ['off', 'it has subscribed and is asked anew', { permission: 'default' }],
  ['off', 'it has subscribed for somebody else who was signed in', { isChosen: false }],
  ['denied', 'notifications are forbidden', { permission: 'denied' }],
  ['needs-https', 'the address is plain HTTP', { isSecure: false, isAble: false }],
  ['needs-https', 'an iPhone has the address over plain HTTP', { isSecure: false, isAble: false, userAgent: IPHONE }],
  ['unsupported', 'it knows nothing of them', { isAble: false }],
  ['needs-installing', 'an iPhone has it open in Safari', { isAble: false, userAgent: IPHONE }],
  ['needs-installing', 'an iPad calls itself a Mac', { isAble: false, userAgent: MAC, touchPoints: 5 }],
  ['unsupported', 'an old Mac can’t', { isAble: false, userAgent: MAC }],
  ['unsupported', 'an iPhone is too old, installed or not', { isAble: false, userAgent: IPHONE, isInstalled: true }],
  ['off', 'an iPhone has it installed', { userAgent: IPHONE, isInstalled: true, isSubscribed: false }],
];

describe('issue 24, Web Push: whether a browser is pushed to', () => {
  it.each(STATES)('is %s where %s', (state, _, facts) => {
    expect(browserPushes({ ...ON, ...facts })).toBe(state);
  });

  it('a subscription belongs to the key that it was made with', () => {
    const key = Uint8Array.of(4, 1, 2);
    expect(isSubscribedWith(key, Uint8Array.of(4, 1, 2).buffer)).toBe(true);
    expect(isSubscribedWith(key, Uint8Array.of(4, 1, 3).buffer)).toBe(false);
    expect(isSubscribedWith(key, Uint8Array.of(4, 1).buffer)).toBe(false);
    expect(isSubscribedWith(key, null)).toBe(true);
  });
});
