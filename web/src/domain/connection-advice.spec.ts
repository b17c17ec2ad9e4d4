import { describe, expect, it } from 'vitest';
import { enAdmin } from '../texts/en-admin.js';
import { connectionAdvice, type Advice, type ConnectionFault } from './connection-advice.js';
import { typedAddress, type KeyedKind } from './library-kinds.js';

const NAS = 'http://nas:7878';

const TABLE: readonly (readonly [ConnectionFault, KeyedKind, string, Advice, RegExp])[] = [
  ['refused', 'movie_manager', 'http://localhost:7878', 'refused_here', /localhost is the container itself.*“radarr”/],
  ['refused', 'tv_manager', 'http://127.0.0.1:8989', 'refused_here', /“sonarr”/],
  ['refused', 'movie_manager', 'http://[::1]:7878', 'refused_here', /container itself/],
  ['refused', 'movie_manager', NAS, 'refused', /Nothing answers at http:\/\/nas:7878.*usually 7878/],
  ['name_not_found', 'movie_manager', NAS, 'name_not_found', /“nas”.*192\.168/],
  ['timed_out', 'movie_manager', NAS, 'timed_out', /took too long.*firewall/],
  ['tls', 'movie_manager', 'https://radarr.home.example', 'tls', /certificate/],
  ['tls', 'movie_manager', 'https://nas:7878', 'tls_unwanted', /http:\/\//],
  ['connection_failed', 'movie_manager', NAS, 'connection_failed', /https:\/\//],
  ['key_refused', 'movie_manager', NAS, 'key_refused', /Radarr → Settings → General.*address of another app/],
  ['key_refused', 'movie_manager', 'http://nas:8989', 'key_of_another', /usually Sonarr.*7878/],
  ['key_refused', 'qbittorrent', 'http://nas:8989', 'credential_refused', /qBittorrent refused.*15 minutes/],
  ['lets_anybody_in', 'qbittorrent', NAS, 'lets_anybody_in', /Options → WebUI/],
  ['key_lacks_rights', 'movie_manager', NAS, 'key_lacks_rights', /administrator/],
  ['wrong_app', 'movie_manager', 'http://nas:9000', 'wrong_app', /not Radarr/],
  ['wrong_app', 'movie_manager', 'http://nas:8989', 'wrong_app_known', /Sonarr/],
  ['not_the_app', 'music_manager', 'http://nas', 'not_the_app', /Lidarr.*8686/],
  ['url_base_missing', 'movie_manager', NAS, 'url_base_missing', /URL Base.*http:\/\/nas:7878\/radarr/],
  ['redirected', 'movie_manager', NAS, 'redirected', /sign-in page/],
  ['status', 'book_manager', NAS, 'status', /Chaptarr.*try again/i],
  ['no_server', 'movie_manager', NAS, 'no_server', /account/],
];

describe('issue 22, wizard: each connection fault is a sentence with the next step', () => {
  it.each(TABLE)('%s, %s at %s', (fault, kind, address, advice, sentence) => {
    const said = connectionAdvice(fault, kind, address);
    expect(said.advice).toBe(advice);
    expect(enAdmin.connection[said.advice](said)).toMatch(sentence);
  });

  it('every word of the server has its row, and every sentence is said', () => {
    expect(new Set(TABLE.map(([, , , advice]) => advice))).toEqual(new Set(Object.keys(enAdmin.connection)));
  });

  it('an address that is none is named as it was typed', () => {
    expect(connectionAdvice('refused', 'movie_manager', 'http://').address).toBe('http://');
  });
});

describe('issue 22, wizard: an address without a scheme', () => {
  it.each([
    [' 192.168.1.20:7878 ', 'http://192.168.1.20:7878'],
    ['nas:7878/radarr', 'http://nas:7878/radarr'],
    ['https://nas', 'https://nas'],
    ['ftp://nas', 'ftp://nas'],
    ['', ''],
  ])('%j is %j', (typed, address) => {
    expect(typedAddress(typed)).toBe(address);
  });
});
