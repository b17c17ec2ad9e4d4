import { describe, expect, it } from 'vitest';
import {
  absolutePath,
  cidr,
  contact,
  httpsOrigin,
  identifier,
  lineOfText,
  listenHost,
  listOf,
  listOrNone,
  mountPath,
  oneOf,
  origin,
  path,
  port,
  pushHost,
  reading,
  secretKey,
  secretText,
  serviceUrl,
  webhookHost,
} from './values.js';

const KEY_TEXT = Buffer.alloc(32, 1).toString('base64');
const messages = (schema: { safeParse(text: string): { error?: { issues: { message: string }[] } } }, text: string) =>
  schema.safeParse(text).error?.issues.map((issue) => issue.message);

describe('reading', () => {
  const even = reading('must be even', (text) => (Number(text) % 2 === 0 ? Number(text) : undefined));

  it('gives what was read', () => {
    expect(even.parse('4')).toBe(4);
  });

  it('says what is expected and keeps the text out of the error', () => {
    const { error } = even.safeParse('12345');
    expect(error?.issues.map((issue) => issue.message)).toEqual(['must be even']);
    expect(JSON.stringify(error?.issues)).not.toContain('12345');
  });
});

describe('listOf', () => {
  const list = listOf(oneOf(['a', 'b']));

  it.each([
    ['a,b', ['a', 'b']],
    [' a , ,b, ', ['a', 'b']],
    [',', []],
  ])('reads %j', (text, entries) => {
    expect(list.parse(text)).toEqual(entries);
  });

  it('names every wrong entry by its place', () => {
    expect(messages(list, 'a,x,b,y')).toEqual(['entry 2 must be one of a, b', 'entry 4 must be one of a, b']);
  });
});

describe('listOrNone', () => {
  const list = listOrNone(oneOf(['a', 'b']));

  it.each([
    ['a, b', ['a', 'b']],
    ['none', []],
    [' None ', []],
  ])('reads %j', (text, entries) => {
    expect(list.parse(text)).toEqual(entries);
  });

  it('knows the word only where it stands alone', () => {
    expect(messages(list, 'a,none')).toEqual(['entry 2 must be one of a, b']);
  });
});

describe('single values', () => {
  it('oneOf takes a word in any case', () => {
    expect(oneOf(['json', 'pretty']).parse('JSON')).toBe('json');
    expect(messages(oneOf(['json', 'pretty']), 'xml')).toEqual(['must be one of json, pretty']);
  });

  it('lineOfText takes any script up to its length', () => {
    expect(lineOfText(5).parse('Küche')).toBe('Küche');
    expect(lineOfText(5).safeParse('Küchen').success).toBe(false);
    expect(lineOfText(5).safeParse('a\nb').success).toBe(false);
  });

  it.each(['a b', 'a\tb', 'ключ', 'a\u0000'])('secretText and identifier refuse %j', (text) => {
    expect(secretText.safeParse(text).success).toBe(false);
    expect(identifier.safeParse(text).success).toBe(false);
  });

  it('secretText gives a Secret, identifier a text', () => {
    expect(secretText.parse('abc').reveal()).toBe('abc');
    expect(identifier.parse('abc')).toBe('abc');
  });

  it('secretKey takes base64 of 32 bytes alone', () => {
    expect(secretKey.parse(KEY_TEXT).reveal()).toBe(KEY_TEXT);
    expect(messages(secretKey, KEY_TEXT.slice(4))).toEqual(['must be base64 of exactly 32 bytes']);
  });

  it('path refuses NUL', () => {
    expect(path.parse('./data')).toBe('./data');
    expect(path.safeParse('a\0b').success).toBe(false);
  });

  it.each([
    ['/media', '/media'],
    ['/media/', '/media'],
    ['/media//films/../series', '/media/series'],
    ['/', '/'],
  ])('absolutePath reads %j as %j', (text, value) => {
    expect(absolutePath.parse(text)).toBe(value);
  });

  it.each(['media', './media', '/media\0'])('absolutePath refuses %j', (text) => {
    expect(messages(absolutePath, text)).toEqual(['must be an absolute path']);
  });

  it.each(['https://ana:planted@home.example', 'https://ana@home.example/', 'https://:'])(
    'contact refuses %j, whose user or password every provider would receive',
    (text) => expect(contact.safeParse(text).success).toBe(false),
  );

  it.each(['ana@home.example', 'https://home.example/usher?x=1#y'])('contact takes %s', (text) => {
    expect(contact.parse(text)).toBe(text);
  });

  it.each(['ana', 'ana@home.example )', 'http://home.example', 'ana@home.example\nX: y', `a@${'b'.repeat(200)}`])(
    'contact refuses %j, which no header could hold in a comment',
    (text) => {
      expect(messages(contact, text)).toEqual(['must be a mail address or an https address without user and password']);
    },
  );
});

/** What a schema makes of a text; `refused` where it takes it for wrong. */
const read = (schema: { safeParse(text: string): { success: boolean; data?: unknown } }, text: string): unknown => {
  const result = schema.safeParse(text);
  return result.success ? result.data : 'refused';
};
const refused = 'refused';

describe('port', () => {
  it.each<[string, unknown]>([
    ['7676', 7676],
    ['0', 0],
    ['65535', 65_535],
    ['65536', refused],
    ['-1', refused],
    ['80.5', refused],
    ['0x50', refused],
    ['1e3', refused],
    ['http', refused],
  ])('%j is %j', (text, value) => expect(read(port, text)).toBe(value));
});

describe('listenHost', () => {
  it.each(['0.0.0.0', '::', '::1', 'localhost', 'usher.home.arpa'])('takes %j', (text) =>
    expect(read(listenHost, text)).toBe(text),
  );
  it.each(['http://localhost', 'a b', '-a', 'a..b', 'host:80', '0.0.0.256', '0.0.0', '80', `${'a'.repeat(64)}.test`])(
    'refuses %j',
    (text) => expect(read(listenHost, text)).toBe(refused),
  );
});

describe('mountPath', () => {
  it.each([
    ['/usher', '/usher'],
    ['/usher/', '/usher'],
    ['/a/b.c~d_e-f', '/a/b.c~d_e-f'],
    ['/', ''],
    ['usher', refused],
    ['//usher', refused],
    ['/a//b', refused],
    ['/a/../b', refused],
    ['/.', refused],
    ['/a%2fb', refused],
    ['/a?b', refused],
    ['/a b', refused],
  ])('%j is %j', (text, value) => expect(read(mountPath, text)).toBe(value));
});

describe('cidr', () => {
  it.each([
    ['10.0.0.0/8', '10.0.0.0/8'],
    ['128.0.0.0/1', '128.0.0.0/1'],
    ['0.0.0.0/0', refused],
    ['10.0.0.0/00', refused],
    ['::/0', refused],
    ['192.168.1.7', '192.168.1.7/32'],
    ['fd00::/8', 'fd00::/8'],
    ['::1', '::1/128'],
    ['::0.0.0.1/64', '::1/64'],
    ['::1/128', '::1/128'],
    ['10.0.0.0/33', refused],
    ['fd00::/129', refused],
    ['10.0.0.0/', refused],
    ['10.0.0.0/-1', refused],
    ['10.0.0.0/8/8', refused],
    ['10.0.0/8', refused],
    ['10.0.0.0/255.0.0.0', refused],
    ['fe80::1%eth0/64', refused],
    ['localhost', refused],
    ['/8', refused],
  ])('%j is %j', (text, value) => expect(read(cidr, text)).toBe(value));
});

describe('origin and httpsOrigin', () => {
  it.each([
    ['https://usher.test', 'https://usher.test'],
    ['https://Usher.Test:8443/', 'https://usher.test:8443'],
    ['https://usher.test:443', 'https://usher.test'],
    ['https://[::1]:8443', 'https://[::1]:8443'],
  ])('both read %j as %j', (text, value) => {
    expect(read(origin, text)).toBe(value);
    expect(read(httpsOrigin, text)).toBe(value);
  });

  it('only origin takes http', () => {
    expect(read(origin, 'http://10.0.0.7:7676')).toBe('http://10.0.0.7:7676');
    expect(read(httpsOrigin, 'http://10.0.0.7:7676')).toBe(refused);
  });

  it.each([
    'usher.test',
    'https://usher.test/path',
    'https://usher.test?x',
    'https://usher.test#x',
    'https://user@usher.test',
    'https://usher.test\\path',
    'https:usher.test',
    'https://',
    'https://a b',
    'https://usher.test:99999',
    'ftp://usher.test',
    'null',
    '*',
  ])('both refuse %j', (text) => {
    expect(read(origin, text)).toBe(refused);
    expect(read(httpsOrigin, text)).toBe(refused);
  });
});

describe('serviceUrl', () => {
  it.each([
    ['https://api.test/3', 'https://api.test/3'],
    ['https://api.test/3//', 'https://api.test/3'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['https://user:pass@api.test', refused],
    ['https://api.test/3?key=1', refused],
    ['https://api.test/3#x', refused],
    ['file:///etc/passwd', refused],
    ['api.test', refused],
  ])('%j is %j', (text, value) => expect(read(serviceUrl, text)).toBe(value));
});

describe('webhookHost', () => {
  it.each([
    ['discord.com', 'discord.com'],
    ['Discord.COM', 'discord.com'],
    ['http://127.0.0.1:9000', 'http://127.0.0.1:9000'],
    ['http://localhost', 'http://localhost'],
    ['http://[::1]:9000', 'http://[::1]:9000'],
    ['http://10.0.0.7:9000', refused],
    ['http://127.0.0.1.evil.test', refused],
    ['https://discord.com', refused],
    ['discord.com/api', refused],
    ['discord.com:443', refused],
  ])('%j is %j', (text, value) => expect(read(webhookHost, text)).toBe(value));
});

describe('pushHost', () => {
  it.each([
    ['updates.push.example', 'updates.push.example'],
    ['*.Notify.Example.com', '*.notify.example.com'],
    ['http://127.0.0.1:9000', 'http://127.0.0.1:9000'],
    ['*.com', refused],
    ['*', refused],
    ['*.*.example.com', refused],
    ['push.*.example.com', refused],
    ['*.', refused],
    ['*.http://127.0.0.1', refused],
    ['https://push.example.com', refused],
    ['http://10.0.0.7:9000', refused],
    ['push.example.com:8443', refused],
  ])('%j is %j', (text, value) => expect(read(pushHost, text)).toBe(value));
});
