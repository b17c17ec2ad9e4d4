import { describe, expect, it } from 'vitest';
import { AppError } from '../../../core/errors/app-error.js';
import { parseInstanceAddress } from './instance-address.js';

/** The text of the 400 that an address earns. */
function complaint(text: string): string {
  try {
    return `accepted as ${parseInstanceAddress(text)}`;
  } catch (error) {
    return error instanceof AppError && error.status === 400 ? error.safeText : String(error);
  }
}

describe('doc3 §3.1: the address of an instance', () => {
  it.each([
    ['http://films.test:7878', 'http://films.test:7878'],
    ['https://films.test/', 'https://films.test'],
    ['http://films.test/radarr///', 'http://films.test/radarr'],
    ['  http://192.168.1.5:7878/radarr  ', 'http://192.168.1.5:7878/radarr'],
    ['HTTP://Films.Test', 'http://films.test'],
    ['http://[::1]:7878/', 'http://[::1]:7878'],
    ['http://films.test/a/../radarr', 'http://films.test/radarr'],
    ['http://films.test?', 'http://films.test'],
    ['http://films.test#', 'http://films.test'],
    ['http://@films.test', 'http://films.test'],
  ])('%s is kept as %s', (typed, kept) => {
    expect(parseInstanceAddress(typed)).toBe(kept);
  });

  it('reads the same when what was kept is parsed again', () => {
    const kept = parseInstanceAddress('http://films.test:80/radarr/');
    expect(parseInstanceAddress(kept)).toBe(kept);
  });

  it.each(['', '   '])('is required: "%s" is refused', (typed) => {
    expect(complaint(typed)).toBe('url is required');
  });

  it.each([
    'films.test:7878',
    '/radarr',
    'ftp://films.test',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'http:films.test',
    'http:///films.test',
    'http:\\\\films.test',
    'http://',
    'http://films.test:99999',
    'http://fi lms.test',
    `http://films.test/${'a'.repeat(2048)}`,
  ])('is an absolute http or https address: %s is refused', (typed) => {
    expect(complaint(typed)).toBe('url must be an absolute http or https address');
  });

  it.each(['http://ana@films.test', 'http://:secret@films.test', 'http://ana:secret@films.test'])(
    'has no user name or password: %s is refused',
    (typed) => {
      expect(complaint(typed)).toBe('url must not contain a user name or password');
    },
  );

  it('has no query', () => {
    expect(complaint('http://films.test/?apikey=1')).toBe('url must not contain a query');
  });

  it('has no fragment', () => {
    expect(complaint('http://films.test/#library')).toBe('url must not contain a fragment');
  });
});
