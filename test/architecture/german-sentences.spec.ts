import { describe, expect, it } from 'vitest';
import '../../src/app/app.module.js';
import { allSentences } from '../../src/core/errors/sentence.js';
import { sentences } from '../../web/src/texts/de-sentences.js';

/** The server's English, by code. */
const ENGLISH = Object.fromEntries(allSentences());

/** These are the same in both languages. */
const SAME = ['calendar_day', 'allowance_shortfalls', 'several_notices'];

const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).toSorted();

describe('issue 22, German complete: what the server says', () => {
  it('has one text for each of the codes', () => {
    expect(Object.keys(sentences).toSorted()).toEqual(Object.keys(ENGLISH).toSorted());
  });

  it('has the parameters of the English in each', () => {
    const others = Object.entries(sentences).filter(
      ([code, german]) => namesIn(german).join(' ') !== namesIn(ENGLISH[code] ?? '').join(' '),
    );
    expect(others).toEqual([]);
  });

  it('has no English in it, but for what consists of parameters, and for words that are the same', () => {
    const same = Object.entries(sentences).filter(([code, german]) => german === ENGLISH[code]);
    expect(same.map(([code]) => code)).toEqual(SAME);
  });
});
