import { describe, expect, it } from 'vitest';
import { clientAddress } from './client-address.js';

describe('issue 43 A5: a client’s address', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:203.0.113.9', '203.0.113.9'],
    ['2001:DB8::7', '2001:db8::7'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::1', '::1'],
    ['203.0.113.7:51234', '203.0.113.7'],
    ['[2001:db8::7]:443', '2001:db8::7'],
    ['[2001:DB8::7]', '2001:db8::7'],
    ['[::ffff:203.0.113.9]:80', '203.0.113.9'],
    ['[fe80::1%eth0]:443', 'fe80::1'],
  ])('%s is %s', (address, written) => {
    expect(clientAddress(address)).toBe(written);
  });

  it.each([
    undefined,
    '',
    'unknown',
    '203.0.113.9, 10.0.0.1',
    'x address=9.9.9.9',
    '::ffff:1.2.3',
    '203.0.113.9:',
    '203.0.113.9:https',
    '203.0.113.9:123456',
    '[203.0.113.9]:443',
    '[2001:db8::7',
    '[2001:db8::7]443',
    '2001:db8::7]:443',
  ])('%s is none: nothing of it reaches the log', (address) => {
    expect(clientAddress(address)).toBe('unknown');
  });
});
