import { describe, expect, it } from 'vitest';
import { clientAddress } from './client-address.js';

describe('a client’s address as it is in the log', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:203.0.113.9', '203.0.113.9'],
    ['2001:DB8::7', '2001:db8::7'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::1', '::1'],
  ])('%s is %s', (address, written) => {
    expect(clientAddress(address)).toBe(written);
  });

  it.each([undefined, '', 'unknown', '203.0.113.9, 10.0.0.1', 'x address=9.9.9.9', '203.0.113.9:443', '::ffff:1.2.3'])(
    '%s is none: nothing of it reaches the log',
    (address) => {
      expect(clientAddress(address)).toBe('unknown');
    },
  );
});
