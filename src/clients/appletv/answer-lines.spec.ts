import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AnswerLines } from './answer-lines.js';

const linesOf = (most: number, ...chunks: readonly string[]) => {
  const lines = new AnswerLines(most);
  return { taken: chunks.map((chunk) => lines.take(Buffer.from(chunk))?.map(String)), isCut: lines.isCut };
};

describe('AnswerLines', () => {
  it('gives each line once its newline has come, the empty one too', () => {
    expect(linesOf(100, 'a', 'b\nc', '', '\n\n', 'd\ne\n')).toEqual({
      taken: [[], ['ab'], [], ['c', ''], ['d', 'e']],
      isCut: false,
    });
  });

  it('says whether a line has no end', () => {
    expect(linesOf(100, 'a\nb').isCut).toBe(true);
  });

  it('issue 25: takes as many bytes as may come, and not one more', () => {
    expect(linesOf(4, 'abc\n').taken).toEqual([['abc']]);
    expect(linesOf(4, 'ab', 'cd\n').taken).toEqual([[], undefined]);
  });

  it('issue 25: counts bytes of the other stream with them', () => {
    const lines = new AnswerLines(4);
    expect([lines.count(Buffer.from('ab')), lines.take(Buffer.from('c\n')), lines.count(Buffer.from('d'))]).toEqual([
      true,
      [Buffer.from('c')],
      false,
    ]);
  });

  it('gives the same lines wherever the bytes were cut', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'ü', '🎬', '\n') });
    fc.assert(
      fc.property(text, fc.array(fc.nat(40)), (all, cuts) => {
        const bytes = Buffer.from(all);
        const lines = new AnswerLines(bytes.length);
        const ends = [...new Set(cuts)].sort((one, other) => one - other).concat(bytes.length);
        const parts = ends.map((end, at) => bytes.subarray(at === 0 ? 0 : ends[at - 1], end));
        const given = parts.flatMap((part) => lines.take(part) ?? []).map(String);
        expect(given).toEqual(all.split('\n').slice(0, -1));
        expect(lines.isCut).toBe(!/(^|\n)$/.test(all));
      }),
    );
  });
});
