import { describe, expect, it } from 'vitest';
import { sayOfPath } from '../instances.errors.js';
import { readArrPath } from './arr-path.js';

describe('doc4 §8: a path as a manager writes it', () => {
  it.each([
    ['/', 'posix', []],
    ['/films', 'posix', ['films']],
    ['/films/', 'posix', ['films']],
    ['/films//./drama', 'posix', ['films', 'drama']],
    ['///films', 'posix', ['films']],
    ['/films\\drama', 'posix', ['films\\drama']],
    ['/C:/films', 'posix', ['C:', 'films']],
    ['/films /...', 'posix', ['films ', '...']],
    ['D:\\', 'drive', ['D:']],
    ['d:/Films\\Drama/', 'drive', ['d:', 'Films', 'Drama']],
    ['\\\\nas\\media', 'unc', ['nas', 'media']],
    ['//nas/media/Films', 'unc', ['nas', 'media', 'Films']],
    ['/\\nas\\media', 'unc', ['nas', 'media']],
  ])('%j is %s with the names %j', (text, syntax, names) => {
    expect(readArrPath(text)).toMatchObject({ syntax, names });
  });

  it.each(['', 'films', './films', 'D:', 'D:films', '\\films', '\\\\nas', '//nas/', '//', '\\\\', '\\\\\\nas\\media'])(
    '%j is not absolute',
    (text) => {
      expect(readArrPath(text)).toEqual({ fault: sayOfPath('mapping_path_not_absolute') });
    },
  );

  it.each(['\\\\?\\C:\\films', '\\\\.\\PhysicalDrive0\\films', '//?/UNC/nas/media'])(
    'security 20: %j names a device and is refused',
    (text) => {
      expect(readArrPath(text)).toHaveProperty('fault');
    },
  );

  it.each(['/..', '/films/../etc', 'D:\\..\\Windows', 'D:/films/..', '\\\\nas\\..\\other', 'D:\\films\\.. ', 'D:\\ .'])(
    'security 20: %j climbs and is refused',
    (text) => {
      expect(readArrPath(text)).toEqual({ fault: sayOfPath('mapping_path_with_parent') });
    },
  );

  it.each(['/films\u0000', '/fil\nms', 'D:\\\u0085films', '\\\\nas\\\u007fmedia', '/films\ud800'])(
    'security 20: %j has a control character, or is no text, and is refused',
    (text) => {
      expect(readArrPath(text)).toEqual({ fault: sayOfPath('mapping_path_with_control_characters') });
    },
  );

  it.each(['D:\\films:stream', 'D:\\E:\\films', '\\\\nas\\C:\\films'])('%j has a colon after its drive', (text) => {
    expect(readArrPath(text)).toEqual({ fault: sayOfPath('mapping_path_with_colon') });
  });

  it('is compared exactly where it is POSIX', () => {
    expect(readArrPath('/Films/É')).toMatchObject({ identity: ['Films', 'É'] });
  });

  it('is compared without regard to case where it is Windows, but by single letters only', () => {
    const identity = (text: string): unknown => (readArrPath(text) as { identity: unknown }).identity;
    expect(identity('d:\\Films\\été')).toEqual(identity('D:\\FILMS\\ÉTÉ'));
    expect(identity('\\\\NAS\\Media')).toEqual(identity('//nas/mEDIA'));
    for (const [one, other] of [
      ['straße', 'strasse'],
      ['fılm', 'film'],
      ['ſ', 's'],
      ['\u212a', 'k'],
    ]) {
      expect(identity(`D:\\${one}`)).not.toEqual(identity(`D:\\${other}`));
    }
  });
});
