import { describe, expect, it } from 'vitest';
import { readOutboundProxy, type TypedProxy } from './outbound-proxy-setting.js';

const typed = (over: Partial<TypedProxy>): TypedProxy => ({
  url: 'http://proxy.example.test:3128',
  username: '',
  password: '',
  ...over,
});

describe('the outbound proxy, as typed', () => {
  it.each([
    ['http://proxy.example.test:3128', 'http://proxy.example.test:3128'],
    ['  HTTPS://Proxy.Example.Test/  ', 'https://proxy.example.test'],
    ['http://192.0.2.7:3128/', 'http://192.0.2.7:3128'],
    ['http://[2001:db8::1]:3128', 'http://[2001:db8::1]:3128'],
  ])('doc3 §2.3: %j is kept as %j', (url, kept) => {
    expect(readOutboundProxy(typed({ url }))).toEqual({ url: kept, username: '', password: null });
  });

  it.each(['', '  ', '\n'])('doc3 §2.3: %j is none, whatever else is there', (url) => {
    expect(readOutboundProxy(typed({ url, username: 'a:b', password: 'x' }))).toBeNull();
  });

  it.each([
    'proxy.example.test:3128',
    'socks5://proxy.example.test:1080',
    'ftp://proxy.example.test',
    'javascript:alert(1)',
    'http://',
    'http://ana@proxy.example.test',
    'http://ana:secret@proxy.example.test',
    'http://proxy.example.test/path',
    'http://proxy.example.test/?x',
    'http://proxy.example.test/#x',
    `http://${'a'.repeat(2048)}.example.test`,
  ])('doc3 §2.3: %j is refused', (url) => {
    expect(() => readOutboundProxy(typed({ url }))).toThrow('url must be the http or https address of a proxy');
  });

  it('keeps name and password as they are', () => {
    const proxy = readOutboundProxy(typed({ username: ' ana ', password: ' pä:ss ' }));
    expect([proxy?.username, proxy?.password?.reveal()]).toEqual([' ana ', ' pä:ss ']);
  });

  it('refuses a name that would run into its password', () => {
    expect(() => readOutboundProxy(typed({ username: 'a:b' }))).toThrow('username must not contain a colon');
  });

  it.each([
    ['username', 'a\r\nX-Injected: 1'],
    ['password', 'a\u0000'],
    ['username', 'a'.repeat(256)],
    ['password', 'a'.repeat(256)],
  ])('security 7: refuses a %s that no header may hold, or that is too long', (name, value) => {
    expect(() => readOutboundProxy(typed({ [name]: value.replace(':', '') }))).toThrow(`${name} must be at most 255`);
  });
});
