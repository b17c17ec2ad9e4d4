import { describe, expect, it } from 'vitest';
import { readExternalAddress } from './external-address.repository.js';

describe('the external address', () => {
  it.each([
    ['https://usher.example.test', 'https://usher.example.test'],
    ['  https://usher.example.test/  ', 'https://usher.example.test'],
    ['HTTP://Usher.Example.Test:80/', 'http://usher.example.test'],
    ['https://example.test/usher//', 'https://example.test/usher'],
    ['http://192.0.2.7:7676', 'http://192.0.2.7:7676'],
    ['http://[2001:db8::1]:7676/', 'http://[2001:db8::1]:7676'],
  ])('doc3 §2.3: %j is kept as %j', (typed, kept) => {
    expect(readExternalAddress(typed)).toBe(kept);
  });

  it.each(['', '   ', '\n'])('doc3 §2.3: %j clears it', (typed) => {
    expect(readExternalAddress(typed)).toBeNull();
  });

  it.each([
    'usher.example.test',
    '/usher',
    'ftp://example.test',
    'javascript:alert(1)',
    'data:text/html,x',
    'usher://connect',
    'https://',
    'https://ana@example.test',
    'https://ana:secret@example.test',
    'https://example.test/?next=x',
    'https://example.test/#x',
    `https://example.test/${'a'.repeat(2048)}`,
  ])('doc1 §4: %j is refused', (typed) => {
    expect(() => readExternalAddress(typed)).toThrow('external_url must be an http or https address');
  });
});
