import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { clientGroup, clientKey } from './client-key.js';

describe('security 24: whose budget a call uses', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:0207', '192.0.2.7'],
    ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
    ['192.0.2.7:51234', '192.0.2.7'],
    ['[2001:db8:1:2::7]:443', '2001:db8:1:2::/64'],
    ['[::ffff:c000:0207]:443', '192.0.2.7'],
  ])('%s counts as %s', (address, key) => {
    expect(clientKey(address)).toBe(key);
  });

  it.each([undefined, '', 'example.org', '1.2.3', ':::', '2001:db8', '1.2.3.4, 5.6.7.8'])(
    'what is no address (%s) shares one budget',
    (address) => {
      expect(clientKey(address)).toBe('unknown');
    },
  );

  it('all addresses of one /64 share a budget, and those of another don’t', () => {
    const group = fc.integer({ min: 0, max: 0xffff });
    const groups = fc.tuple(group, group, group, group);
    const text = (...parts: readonly number[][]): string =>
      parts
        .flat()
        .map((part) => part.toString(16))
        .join(':');
    fc.assert(
      fc.property(groups, groups, groups, groups, (network, otherNetwork, host, otherHost) => {
        fc.pre(network.some((part, at) => part !== otherNetwork[at]) && network.some((part) => part !== 0));
        fc.pre(otherNetwork.some((part) => part !== 0));
        expect(clientKey(text(network, host))).toBe(clientKey(text(network, otherHost)));
        expect(clientKey(text(network, host))).not.toBe(clientKey(text(otherNetwork, host)));
      }),
    );
  });

  it.each([
    ['2001:db8:1:2::7', '2001:db8:1::/48'],
    ['2001:db8:1:ffff::', '2001:db8:1::/48'],
    ['2001:db8:2:2::7', '2001:db8:2::/48'],
    ['::1', '0:0:0::/48'],
    ['192.0.2.7', '192.0.2.7'],
  ])('issue 43 A7: %s may be the client of %s', (address, group) => {
    expect(clientGroup(clientKey(address))).toBe(group);
  });

  it('issue 43 A7: what is no client’s key, such as an account’s, is by itself', () => {
    expect(clientGroup('account 7')).toBe('account 7');
  });
});
