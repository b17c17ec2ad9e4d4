import { describe, expect, it } from 'vitest';
import type { KeptLine } from '../../../core/logging/kept-log.js';
import type { LogLevel } from '../../../core/logging/log.js';
import { isWanted, pageOf } from './log-page.js';

const line = (number: number, level: LogLevel = 'info', message = 'request', details = ''): KeptLine => ({
  number,
  time: '2026-01-01T00:00:00.000Z',
  level,
  message,
  details,
});
const ALL = { least: 'debug', search: '' } as const;

describe('isWanted', () => {
  it.each<[LogLevel, readonly LogLevel[]]>([
    ['debug', ['debug', 'info', 'warn', 'error']],
    ['warn', ['warn', 'error']],
    ['error', ['error']],
  ])('issue 46: the least level %s lets through %j', (least, through) => {
    const levels = (['debug', 'info', 'warn', 'error'] as const).filter((level) =>
      isWanted(line(1, level), { ...ALL, least }),
    );
    expect(levels).toEqual(through);
  });

  it.each([
    ['job failed', true],
    ['JOB=REQUESTS.DELIVER', true],
    ['error job', true],
    ['2026-01-01t00', true],
    ['requests-deliver', false],
  ])('issue 46: a search is any part of the line as it is downloaded, in letters of any case: %s', (search, found) => {
    const failed = line(1, 'error', 'job failed', 'job=requests.deliver');
    expect(isWanted(failed, { ...ALL, search })).toBe(found);
  });

  it.each(['.*', '(a+)+$', '[', '\\d'])(
    'security 28: a search is no pattern: %s is looked for as it stands',
    (search) => {
      expect(isWanted(line(1), { ...ALL, search })).toBe(false);
      expect(isWanted(line(1, 'info', `a ${search} b`), { ...ALL, search })).toBe(true);
    },
  );
});

describe('pageOf', () => {
  const lines = [4, 3, 2, 1].map((number) => line(number, number % 2 ? 'warn' : 'info'));

  it('issue 46: names where the next page begins only where a wanted line follows', () => {
    expect(pageOf(lines, ALL, 3)).toEqual({ lines: lines.slice(0, 3), nextBefore: 2 });
    expect(pageOf(lines, ALL, 4)).toEqual({ lines, nextBefore: null });
    expect(pageOf(lines, { ...ALL, least: 'warn' }, 1)).toEqual({ lines: [lines[1]], nextBefore: 3 });
    expect(pageOf(lines, { ...ALL, least: 'warn' }, 2)).toMatchObject({ nextBefore: null });
  });

  it('reads no further than the line after its page', () => {
    const read: number[] = [];
    function* noting() {
      for (const one of lines) {
        read.push(one.number);
        yield one;
      }
    }
    pageOf(noting(), ALL, 1);
    expect(read).toEqual([4, 3]);
  });
});
