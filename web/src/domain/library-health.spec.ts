import { describe, expect, it } from 'vitest';
import { ApiFailure } from './failure.js';
import { libraryHealth } from './library-health.js';

const refused = new ApiFailure('upstream', 502, '', undefined, undefined, undefined, 'key_refused');
const busy = new ApiFailure('unavailable', 503, '', undefined, undefined, undefined);

describe('issue 46: how an app is, in a word', () => {
  it.each([
    ['answers and reports', { isSuccess: true, error: null }, { supported: true, configured: true }, 'reachable'],
    ['answers and reports nothing', { isSuccess: true, error: null }, { supported: true, configured: false }, 'mute'],
    ['can report nothing', { isSuccess: true, error: null }, { supported: false, configured: false }, 'reachable'],
    ['is asked', { isSuccess: false, error: null }, undefined, 'checking'],
    ['refuses the key', { isSuccess: false, error: refused }, undefined, 'unreachable'],
    ['was not asked by a busy server', { isSuccess: false, error: busy }, undefined, 'unknown'],
    [
      'answered once, and is gone',
      { isSuccess: false, error: refused },
      { supported: true, configured: false },
      'unreachable',
    ],
  ] as const)('%s', (_name, asked, webhook, health) => {
    expect(libraryHealth(asked, webhook)).toBe(health);
  });
});
