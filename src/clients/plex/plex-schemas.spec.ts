import { describe, expect, it } from 'vitest';
import { type PlexConnection, serverAddresses } from './plex-schemas.js';

const at = (uri: string, fields: Partial<PlexConnection> = {}): PlexConnection => ({
  uri,
  local: true,
  relay: false,
  ...fields,
});

const NEAR = 'https://192-168-1-5.0a1b.plex.direct:32400';
const FAR = 'https://203-0-113-9.0a1b.plex.direct:32400';

describe('issue 43 E28: where a server may be given its token', () => {
  it.each<readonly [string, readonly PlexConnection[], readonly string[]]>([
    ['encrypted near addresses before encrypted far ones', [at(FAR, { local: false }), at(NEAR)], [NEAR, FAR]],
    [
      'plain addresses of the household after every encrypted one',
      [at('http://192.168.1.5:32400'), at(FAR, { local: false }), at(NEAR)],
      [NEAR, FAR, 'http://192.168.1.5:32400'],
    ],
    ['a plain one alone', [at('http://10.0.0.5:32400')], ['http://10.0.0.5:32400']],
    ['a plain one of this machine', [at('http://127.0.0.1:32400')], ['http://127.0.0.1:32400']],
    ['a plain one of a unique local network', [at('http://[fd00::5]:32400')], ['http://[fd00::5]:32400']],
    ['no plain one elsewhere', [at('http://203.0.113.9:32400', { local: false })], []],
    ['no plain one elsewhere that is called near', [at('http://203.0.113.9:32400')], []],
    ['no plain one by an IPv6 number elsewhere', [at('http://[2001:db8::5]:32400')], []],
    ['no plain one by a name, whatever it is', [at('http://plex.lan:32400'), at('http://plex:32400')], []],
    ['no plain name that begins like a number of the household', [at('http://192.168.1.5.example:32400')], []],
    ['no relay, plain or not', [at('http://192.168.1.5:8443', { relay: true }), at(FAR, { relay: true })], []],
    ['nothing that is no address', [at('nothing'), at('ftp://192.168.1.5')], []],
    ['none of none', [], []],
  ])('%s', (_what, connections, expected) => {
    expect(serverAddresses(connections)).toEqual(expected);
  });

  it('of many addresses eight are tried, encrypted ones first', () => {
    const plain = Array.from({ length: 10 }, (_, each) => at(`http://10.0.0.${each + 1}:32400`));
    const tried = serverAddresses([...plain, at(NEAR)]);
    expect([tried.length, tried[0]]).toEqual([8, NEAR]);
  });
});
