import { describe, expect, it } from 'vitest';
import { cbor, type Cbor } from '../../../../test/fakes/authenticator/cbor.js';
import { smallCborEnd } from './small-cbor.js';

const nested = (depth: number): Cbor => (depth === 0 ? 1 : [nested(depth - 1)]);

describe('security 31: CBOR of a size that an authenticator writes', () => {
  it.each<readonly [string, Cbor]>([
    ['a number', 7],
    ['a negative number', -257],
    ['no members', new Map()],
    ['a text of 300 bytes', 'x'.repeat(300)],
    [
      'an object with a statement',
      new Map<string, Cbor>([
        ['fmt', 'packed'],
        [
          'attStmt',
          new Map<string, Cbor>([
            ['alg', -7],
            ['x5c', [Buffer.alloc(900), Buffer.alloc(900)]],
          ]),
        ],
        ['authData', Buffer.alloc(400)],
      ]),
    ],
    ['63 items', Array<Cbor>(63).fill(0)],
    ['five levels', nested(5)],
  ])('%s ends where it ends', (_, value) => {
    const { length } = cbor(value);
    expect(smallCborEnd(cbor(value))).toBe(length);
    expect(smallCborEnd(Buffer.concat([Buffer.alloc(3), cbor(value), Buffer.alloc(3)]), 3)).toBe(3 + length);
  });

  it.each<readonly [string, Uint8Array]>([
    ['nothing', Buffer.alloc(0)],
    ['64 items', cbor(Array<Cbor>(64).fill(0))],
    ['six levels', cbor(nested(6))],
    ['levels without end', Buffer.alloc(5_500, 0x81)],
    ['tags without end', Buffer.alloc(5_500, 0xc1)],
    ['four billion items', Buffer.from('9affffffff00', 'hex')],
    ['more members than numbers can say', Buffer.from('bbffffffffffffffff00', 'hex')],
    ['bytes that are not there', Buffer.from('5affffffff00', 'hex')],
    ['a text that is cut short', cbor('harbor').subarray(0, 4)],
    ['a list that is cut short', cbor([1, 2, 3]).subarray(0, 3)],
    ['a number that is cut short', Buffer.from('1901', 'hex')],
    ['a length that is left open', Buffer.from('9f01ff', 'hex')],
    ['a width that nothing has', Buffer.from('1c', 'hex')],
  ])('%s is none', (_, bytes) => {
    expect(smallCborEnd(bytes)).toBeNull();
  });
});
