import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generatedCount } from '../../../../test/harness/full-counts.js';
import { wantedBytes } from './byte-range.js';

const ETAG = '"abc"';
const WHOLE = { kind: 'whole' };
const part = (first: number, last: number) => ({ kind: 'part', first, last });
const of = (range: string, size = 1_000) => wantedBytes({ range }, size, ETAG);
const GIB = 1_073_741_824;

describe('RFC 9110 §14: which bytes of a file are wanted', () => {
  it.each([
    ['bytes=0-0', part(0, 0)],
    ['bytes=0-', part(0, 999)],
    ['bytes=10-19', part(10, 19)],
    ['bytes=10-5000', part(10, 999)],
    ['bytes=999-', part(999, 999)],
    ['bytes=-1', part(999, 999)],
    ['bytes=-5000', part(0, 999)],
    ['BYTES=10-19', part(10, 19)],
    ['bytes= 10-19 ', part(10, 19)],
  ])('one range, an open end and a suffix: %s', (range, wanted) => {
    expect(of(range)).toEqual(wanted);
  });

  it('beyond 4 GiB', () => {
    expect(of(`bytes=${5 * GIB}-${5 * GIB + 1}`, 6 * GIB)).toEqual(part(5 * GIB, 5 * GIB + 1));
    expect(of(`bytes=-${5 * GIB}`, 6 * GIB)).toEqual(part(GIB, 6 * GIB - 1));
  });

  it.each(['bytes=1000-', 'bytes=1000-1001', 'bytes=9999999999999999999-', 'bytes=-0'])(
    'none of the file: %s',
    (range) => expect(of(range)).toEqual({ kind: 'unsatisfiable' }),
  );

  it.each(['bytes=0-', 'bytes=-1'])('an empty file has no range: %s', (range) =>
    expect(of(range, 0)).toEqual({ kind: 'unsatisfiable' }),
  );

  it.each([
    'bytes=0-1,5-6',
    'bytes=0-1, 5-6',
    'bytes=',
    'bytes=-',
    'bytes=5-4',
    'bytes=a-b',
    'bytes=0x0-5',
    'bytes=--5',
    'bytes=1-2-3',
    'bytes 0-1',
    'items=0-1',
    '0-1',
    '',
    `bytes=${'9'.repeat(40)}-`,
    'bytes=0-1\u0000',
  ])('several, malformed ones and other units are passed over: %s', (range) => {
    expect(of(range)).toEqual(WHOLE);
  });

  it('nothing is asked for: the whole', () => {
    expect(wantedBytes({}, 1_000, ETAG)).toEqual(WHOLE);
    expect(wantedBytes({ ifRange: ETAG }, 1_000, ETAG)).toEqual(WHOLE);
  });

  it.each([
    [ETAG, part(1, 2)],
    ['"abd"', WHOLE],
    [`W/${ETAG}`, WHOLE],
    ['abc', WHOLE],
    ['Wed, 21 Oct 2026 07:28:00 GMT', WHOLE],
    ['', WHOLE],
  ])('RFC 9110 §13.1.5: If-Range %s: the part of the very file, else the whole', (ifRange, wanted) => {
    expect(wantedBytes({ range: 'bytes=1-2', ifRange }, 1_000, ETAG)).toEqual(wanted);
  });

  it('issue 23 §4: a range of another file is none, even where it could not be satisfied', () => {
    expect(wantedBytes({ range: 'bytes=5000-', ifRange: '"old"' }, 1_000, ETAG)).toEqual(WHOLE);
  });

  it('whatever is asked, a part lies in the file', () => {
    const text = fc.oneof(fc.string(), fc.stringMatching(/^bytes=\d{0,20}-\d{0,20}$/));
    fc.assert(
      fc.property(text, fc.nat(5_000), (range, size) => {
        const wanted = of(range, size);
        if (wanted.kind !== 'part') return;
        expect(wanted.first).toBeGreaterThanOrEqual(0);
        expect(wanted.last).toBeLessThan(size);
        expect(wanted.first).toBeLessThanOrEqual(wanted.last);
      }),
      { numRuns: generatedCount(20_000) },
    );
  });
});
