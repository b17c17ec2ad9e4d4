import { describe, expect, it } from 'vitest';
import { dashed, embyIdOf, guidOf } from './server-answers.js';

const PLAIN = 'f137a2dd21bb41b99aa5c0f6bf02a805';
const DASHED = 'f137a2dd-21bb-41b9-9aa5-c0f6bf02a805';

describe('guidOf', () => {
  it.each([PLAIN, DASHED, DASHED.toUpperCase()])('jellyfin facts, Ids: keeps %s in one way', (written) => {
    expect(guidOf(written)).toBe(PLAIN);
  });

  it.each([
    ['of zeros', '0'.repeat(32)],
    ['of zeros with dashes', '00000000-0000-0000-0000-000000000000'],
    ['a short number', '4821'],
    ['a step up', '../Items'],
    ['too long', `${PLAIN}0`],
    ['a line more', `${PLAIN}\n`],
    ['a number', 4821],
    ['nothing', null],
  ])('takes no id that is %s', (_, written) => {
    expect(guidOf(written)).toBeNull();
  });

  it('is written with dashes where the document wants them', () => {
    expect(dashed(PLAIN)).toBe(DASHED);
  });
});

describe('embyIdOf', () => {
  it.each([
    ['4821', '4821'],
    [DASHED.toUpperCase(), PLAIN],
  ])('issue 21, Real products: ids may be short numbers: %s', (written, kept) => {
    expect(embyIdOf(written)).toBe(kept);
  });

  it.each(['', '0', '000', '../Users', 'a b', 'a'.repeat(65), 4821, null, undefined, {}])('takes no %j', (written) => {
    expect(embyIdOf(written)).toBeNull();
  });
});
