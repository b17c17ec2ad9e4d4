import { describe, expect, it } from 'vitest';
import { readChain } from './forwarded-for.js';

const isTrusted = (address: string): boolean => address.startsWith('10.') || address.startsWith('fd00:');

const read = (header: string): readonly [chain: string, isReadable: boolean] => {
  const { chain, isReadable } = readChain(header, isTrusted);
  return [chain.join(', '), isReadable];
};

describe('issue 43 A5, security 24: the addresses of X-Forwarded-For', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:51234', '203.0.113.7'],
    ['[2001:db8::7]:443', '2001:db8::7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['203.0.113.7:51234, 10.0.0.2:443', '203.0.113.7, 10.0.0.2'],
    ['203.0.113.7,[fd00::5]:443,10.0.0.2', '203.0.113.7, fd00::5, 10.0.0.2'],
    ['10.0.0.3, 10.0.0.2', '10.0.0.3, 10.0.0.2'],
    [' , 203.0.113.7,, 10.0.0.2 ,', '203.0.113.7, 10.0.0.2'],
  ])('%s is read as %s', (header, chain) => {
    expect(read(header)).toEqual([chain, true]);
  });

  it('end with the first that is no trusted proxy: what a client puts in front of its own address is not read', () => {
    expect(read('nonsense, 203.0.113.7:1')).toEqual(['203.0.113.7', true]);
    expect(read('10.0.0.9, nonsense, 203.0.113.7, 10.0.0.2')).toEqual(['203.0.113.7, 10.0.0.2', true]);
  });

  it.each([
    ['unknown', ''],
    ['_hidden', ''],
    ['203.0.113.7:https', ''],
    ['203.0.113.7, unknown', ''],
    ['203.0.113.7, unknown, 10.0.0.2', '10.0.0.2'],
  ])('%s is judged by the proxy that has sent what can’t be read', (header, chain) => {
    expect(read(header)).toEqual([chain, false]);
  });

  it('may be none at all', () => {
    expect(read('')).toEqual(['', true]);
  });
});
