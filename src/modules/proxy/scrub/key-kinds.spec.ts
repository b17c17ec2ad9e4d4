import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { isCertainlyPlain, keyKind } from './key-kinds.js';

const NAMES = [
  ['auth', 'secret'],
  ['Set-Cookie', 'secret'],
  ['apiKey', 'secret'],
  ['api_key', 'secret'],
  ['x.Pass_Phrase', 'secret'],
  ['PRIVATE-KEY', 'secret'],
  ['secretAccessKey', 'secret'],
  ['clientSecret', 'secret'],
  ['proxyAuthorization', 'secret'],
  ['awsCredentials', 'secret'],
  ['credential', 'secret'],
  ['passwd', 'secret'],
  ['wifiPassword', 'secret'],
  ['accessToken', 'secret'],
  ['to\u212aen', 'secret'],
  ['name', 'label'],
  ['Key', 'label'],
  ['VALUE', 'labelled'],
  ['passkey', 'secret'],
  ['rss_key', 'secret'],
  ['torrent_pass', 'secret'],
  ['uploadPass', 'secret'],
  ['pass', 'secret'],
  ['ProfilePin', 'secret'],
  ['OpenSubtitlesPasswordHash', 'secret'],
  ['downloadUrl', 'download'],
  ['magnet_url', 'download'],
  ['nzbInfoUrl', 'plain'],
  ['author', 'plain'],
  ['tokens', 'plain'],
  ['constructor', 'plain'],
  ['', 'plain'],
] as const;

describe('doc3 §4.3: names of members', () => {
  it.each(NAMES)('%s is %s', (name, kind) => expect(keyKind(name)).toBe(kind));

  it.each(['title', 'overview', 'id', 'has_File', 'x', ''])('%s is certainly plain by its bytes', (name) => {
    const bytes = Buffer.from(`"token":{"${name}":"value"}`);
    expect(isCertainlyPlain(bytes, 10, 10 + name.length)).toBe(true);
  });

  it.each(['TOKEN', 't-o-k-e-n', 'token_', 'broken'])('%s may be another by its last three letters', (name) => {
    const bytes = Buffer.from(`{"${name}":1}`);
    expect(isCertainlyPlain(bytes, 2, 2 + name.length)).toBe(false);
  });

  it('no name that matters is taken for plain by its bytes, whatever marks are strewn into it', () => {
    const mark = fc.constantFrom('', '', '_', '-', '.', ' ', '"');
    const known = fc.constantFrom(...NAMES.map(([name]) => name).filter((name) => !name.includes('\u212a')));
    const strewn = fc
      .tuple(fc.string({ maxLength: 4 }), known, fc.array(mark, { minLength: 20, maxLength: 20 }))
      .map(([before, name, marks]) => before + [...name].map((letter, at) => letter + (marks[at] ?? '')).join(''));
    fc.assert(
      fc.property(fc.oneof(strewn, fc.string({ maxLength: 12 })), (name) => {
        const bytes = Buffer.from(name);
        if (isCertainlyPlain(bytes, 0, bytes.length)) expect([name, keyKind(name)]).toEqual([name, 'plain']);
      }),
      { numRuns: 5_000 },
    );
  });
});
