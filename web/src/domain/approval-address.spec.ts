import { describe, expect, it } from 'vitest';
import { approvalAddress } from './approval-address.js';

describe('issue 22: external sign-in stays in the same window', () => {
  it('Plex leads back to the page that began', () => {
    const address = approvalAddress('https://app.plex.tv/auth#?clientID=a&code=b', 'http://nas:7676/sign-in');
    expect(address).toBe('https://app.plex.tv/auth#?clientID=a&code=b&forwardUrl=http%3A%2F%2Fnas%3A7676%2Fsign-in');
  });

  it('an address of another form is left as it is', () => {
    expect(approvalAddress('https://plex.example/approve', 'http://nas')).toBe('https://plex.example/approve');
  });

  it.each(['javascript:alert(1)', 'http://app.plex.tv/auth#?code=b', 'nothing'])('%s is never opened', (url) => {
    expect(approvalAddress(url, 'http://nas')).toBeUndefined();
  });
});
