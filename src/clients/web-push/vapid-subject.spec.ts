import { describe, expect, it } from 'vitest';
import { vapidSubject } from './vapid-subject.js';

const NOBODY = 'mailto:nobody@example.com';

describe('RFC 8292 section 2.1: who can be reached', () => {
  it.each([
    ['ana@house.example', 'mailto:ana@house.example'],
    ['https://usher.house.example', 'https://usher.house.example/'],
    ['https://usher.house.example:8443/contact', 'https://usher.house.example:8443/contact'],
    ['https://usher.tail1234.ts.net', 'https://usher.tail1234.ts.net/'],
    ['http://usher.house.example', NOBODY],
    ['https://localhost:7676', NOBODY],
    ['https://usher.localhost', NOBODY],
    ['https://usher.local', NOBODY],
    ['https://192.168.1.5', NOBODY],
    ['https://[fd00::1]', NOBODY],
    ['https://usher', NOBODY],
    ['ana@localhost', NOBODY],
    ['ana@house', NOBODY],
    ['ana', NOBODY],
  ])('%s is named as %s', (contact, subject) => {
    expect(vapidSubject([contact])).toBe(subject);
  });

  it.each(['lan', 'home', 'home.arpa', 'localdomain', 'internal', 'intranet', 'test', 'invalid'])(
    'issue 43 C18: an address at .%s is passed over, which Apple refuses',
    (end) => {
      expect(vapidSubject([`ana@house.${end}`, `https://usher.${end}`])).toBe(NOBODY);
      expect(vapidSubject([`https://usher.${end}`, 'https://usher.house.example'])).toBe(
        'https://usher.house.example/',
      );
    },
  );

  it('the first that push services take', () => {
    expect(vapidSubject([null, 'http://10.0.0.7', 'https://a.example', 'https://b.example'])).toBe(
      'https://a.example/',
    );
    expect(vapidSubject([null, null])).toBe(NOBODY);
  });
});
