import { describe, expect, it } from 'vitest';
import { externalBase, readExternalAddress } from './external-address.repository.js';

describe('the external address', () => {
  it.each([
    ['https://usher.example.test', 'https://usher.example.test'],
    ['  https://usher.example.test/  ', 'https://usher.example.test'],
    ['HTTP://Usher.Example.Test:80/', 'http://usher.example.test'],
    ['https://usher.example.test//', 'https://usher.example.test'],
    ['http://192.0.2.7:7676', 'http://192.0.2.7:7676'],
    ['http://[2001:db8::1]:7676/', 'http://[2001:db8::1]:7676'],
  ])('doc3 §2.3: %j is kept as %j', (typed, kept) => {
    for (const basePath of ['', '/usher']) expect(readExternalAddress(typed, basePath)).toBe(kept);
  });

  it.each(['https://example.test/usher', ' https://EXAMPLE.test:443/usher// '])(
    'issue 43 A9: %j is taken under BASE_PATH=/usher, and refused without',
    (typed) => {
      expect(readExternalAddress(typed, '/usher')).toBe('https://example.test/usher');
      expect(() => readExternalAddress(typed, '')).toThrow(
        /^external_url must be an http or https address without a path$/,
      );
    },
  );

  it.each([
    'https://example.test/path',
    'https://example.test/Usher',
    'https://example.test/usher/x',
    'https://example.test//usher',
  ])('issue 43 A9: %j is refused under BASE_PATH=/usher, and the refusal names the path that may be there', (typed) => {
    expect(() => readExternalAddress(typed, '/usher')).toThrow(
      /^external_url must be an http or https address without a path other than \/usher$/,
    );
  });

  it.each([
    [null, '/usher', null],
    ['https://example.test', '', 'https://example.test'],
    ['https://example.test', '/usher', 'https://example.test/usher'],
    ['https://example.test/usher', '/usher', 'https://example.test/usher'],
    ['https://example.test/kept-before', '/usher', 'https://example.test/usher'],
  ])('issue 43 A9: links for %j under BASE_PATH=%j begin with %j', (address, basePath, base) => {
    expect(externalBase(address, basePath)).toBe(base);
  });

  it.each(['', '   ', '\n'])('doc3 §2.3: %j clears it', (typed) => {
    expect(readExternalAddress(typed, '')).toBeNull();
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
    expect(() => readExternalAddress(typed, '')).toThrow('external_url must be an http or https address');
  });
});
