import { describe, expect, it } from 'vitest';
import {
  cidr,
  httpsOrigin,
  listenHost,
  mountPath,
  origin,
  port,
  pushHost,
  serviceUrl,
  webhookHost,
} from './network-values.js';

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
