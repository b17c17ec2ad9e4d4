import { describe, expect, it } from 'vitest';
import { passkeyFault } from './passkey-fault.js';

describe('issue 22, passkeys: why a browser made or used none', () => {
  it.each([
    ['NotAllowedError', 'cancelled'],
    ['AbortError', 'cancelled'],
    ['InvalidStateError', 'there'],
    ['NotSupportedError', 'unable'],
    ['SecurityError', 'address'],
    ['DataError', undefined],
  ])('%s: %s', (name, fault) => {
    expect(passkeyFault(new DOMException('whatever it says', name))).toBe(fault);
  });

  it('other failures are none of a browser', () => {
    expect(passkeyFault(Object.assign(new Error('no'), { name: 'NotAllowedError' }))).toBeUndefined();
  });
});
