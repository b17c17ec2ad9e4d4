import { describe, expect, it } from 'vitest';
import { deTv } from './de-tv.js';
import { enTv } from './en-tv.js';

const sentences = ({ faults }: typeof enTv) => Object.values(faults).map((sentence) => sentence('Den'));

describe('issue 25, web app: why a title isn’t shown on a TV', () => {
  it('each refusal has a sentence of its own, in German, too', () => {
    const said = [...sentences(enTv), ...sentences(deTv)];
    expect(new Set(said).size).toBe(2 * Object.keys(enTv.faults).length);
  });
});
