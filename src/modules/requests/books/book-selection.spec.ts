import { exactHit } from './book-selection.js';
import { lookupTerms } from './book-selection.js';
import { describe, expect, it } from 'vitest';
import type { ChaptarrLookup } from '../../../clients/chaptarr/chaptarr-addition.js';

describe('lookupTerms', () => {
  it.each([
    ['a plain title', 'The Salt Cartographer', null, ['hc:1', 'The Salt Cartographer']],
    ['a text by which it was found', 'Salt', 'ines valdor salt', ['hc:1', 'ines valdor salt', 'Salt']],
    ['a subtitle', 'Salt: A Map of Tides', null, ['hc:1', 'Salt: A Map of Tides', 'Salt']],
    ['parentheses at the end', 'Salt (Tidal Atlas #1)', null, ['hc:1', 'Salt (Tidal Atlas #1)', 'Salt']],
    ['both', 'Salt: Tides: Maps (1) (new)', null, ['hc:1', 'Salt: Tides: Maps (1) (new)', 'Salt']],
    ['parentheses within', 'Salt (and) Water', null, ['hc:1', 'Salt (and) Water']],
    ['a title of parentheses alone', '(Salt)', null, ['hc:1', '(Salt)']],
    ['a text that is the title, with spaces', 'Salt', ' Salt ', ['hc:1', 'Salt']],
    ['no title', '', ' ', ['hc:1']],
  ])('doc4 §1.16: id, text, title, headline title, each once: %s', (_, title, searchTerm, terms) => {
    expect(lookupTerms({ key: 'hc:1', title, searchTerm })).toEqual(terms);
  });
});

describe('exactHit', () => {
  const found = (foreignBookId: string | null, format: 'ebook' | 'audiobook' | null = 'ebook') =>
    ({ foreignBookId, format, title: 'Salt' }) as ChaptarrLookup;

  it.each([
    ['the exact id', [found('hc:2'), found('hc:1')], 1],
    ['the neutral prefix of the same id', [found('bc:1')], 0],
    ['its prefix in capital letters', [found('HC:1')], 0],
    ['the neutral prefix in capital letters', [found('BC:1')], 0],
    ['the exact id of no format', [found('hc:1', null)], 0],
    ['rather the format than none', [found('hc:1', null), found('hc:1')], 1],
    ['not the other format', [found('hc:1', 'audiobook')], undefined],
    ['not another id of the same title', [found('hc:2'), found(null)], undefined],
    ['not an id that only begins like it', [found('hc:11')], undefined],
  ] as const)('doc4 §1.16: only the exact id counts, never a title: %s', (_, all, at) => {
    expect(exactHit(all, 'hc:1', 'ebook')).toBe(at === undefined ? undefined : all[at]);
  });
});
