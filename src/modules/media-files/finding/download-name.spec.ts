import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generatedCount } from '../../../../test/harness/full-counts.js';
import { attachment, downloadName } from './download-name.js';

describe('doc4 §8: what a downloaded file is called', () => {
  it.each([
    ['Harbor Lights (2024).mkv', 'Harbor Lights (2024).mkv'],
    ['Käfer – Über.epub', 'Käfer – Über.epub'],
    ['He said "no".mkv', 'He said _no_.mkv'],
    ['a\r\nSet-Cookie: x.mkv', 'aSet-Cookie_ x.mkv'],
    ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
    ['\u2066a\u2069\u200F\u061Cb\uFEFF.mkv', 'ab.mkv'],
    ['half\uD83D.mkv', 'half.mkv'],
    ['a/b\\c:d|e?.mkv', 'a_b_c_d_e_.mkv'],
    ['..hidden..', 'hidden'],
    [' spaced .mkv ', 'spaced.mkv'],
    ['ends. . .', 'ends'],
    ['Ａ.mkv', 'Ａ.mkv'],
  ])('%j is %j', (name, saved) => {
    expect(downloadName(name, 7)).toBe(saved);
  });

  it.each([
    ['CON.mkv', '_CON.mkv'],
    ['nul.txt', '_nul.txt'],
    ['Aux', '_Aux'],
    ['prn.2024.mkv', '_prn.2024.mkv'],
    ['COM1.flac', '_COM1.flac'],
    ['com0.flac', '_com0.flac'],
    ['LPT9', '_LPT9'],
    ['COM¹.mkv', '_COM¹.mkv'],
    ['lpt³.mkv', '_lpt³.mkv'],
    ['CONIN$.mkv', '_CONIN$.mkv'],
    ['con .mkv', '_con.mkv'],
    ['con .2024.mkv', '_con .2024.mkv'],
    [' NUL. ', '_NUL'],
    ['\u200eCON\u200e.mkv', '_CON.mkv'],
    [`CON${' '.repeat(300)}of the cut.mkv`, '_CON.mkv'],
    [`con.${'x'.repeat(300)}.mkv`, `_con.${'x'.repeat(231)}.mkv`],
  ])('%j, which is a device of Windows, is %j', (name, saved) => {
    expect(downloadName(name, 7)).toBe(saved);
  });

  it.each(['Conan.mkv', 'Console', 'COM10.mkv', 'COM.mkv', 'Nullarbor.mkv', 'a.con', 'CON_1.mkv', 'LPT⁴.mkv'])(
    '%j is no device, and stays',
    (name) => {
      expect(downloadName(name, 7)).toBe(name);
    },
  );

  it.each(['', '.', '..', ' . . ', '\u202E', '\n'])('a name of which nothing is left is the number: %j', (name) => {
    expect(downloadName(name, 41)).toBe('media-file-41');
  });

  it('a long name is cut to 240 bytes between characters, and keeps its ending', () => {
    const name = downloadName(`${'é'.repeat(300)}.mkv`, 7);
    expect(name).toBe(`${'é'.repeat(118)}.mkv`);
    expect(Buffer.byteLength(downloadName(`${'x'.repeat(10)}.${'😀'.repeat(100)}`, 7))).toBeLessThanOrEqual(240);
  });
});

describe('RFC 6266: the header that names it', () => {
  it('has a name in ASCII, and the whole one', () => {
    expect(attachment('Käfer 100%.mkv')).toBe(
      `attachment; filename="K_fer 100_.mkv"; filename*=UTF-8''K%C3%A4fer%20100%25.mkv`,
    );
    expect(attachment("it's (1)!*.mkv")).toContain(`filename*=UTF-8''it%27s%20%281%29%21%2A.mkv`);
  });

  it('security 20: nothing gets out of it, whatever a manager calls a file', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
        const saved = downloadName(name, 7);
        const bytes = Buffer.byteLength(saved);
        expect([bytes > 0, bytes <= 240]).toEqual([true, true]);
        expect(saved).not.toMatch(/["'\\/\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|^\.|\.$/u);
        expect(attachment(saved)).toMatch(/^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''[\w.~%-]+$/);
        expect(attachment(saved).split('"')).toHaveLength(3);
      }),
      { numRuns: generatedCount(20_000) },
    );
  });
});
