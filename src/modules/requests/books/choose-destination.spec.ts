import { describe, expect, it } from 'vitest';
import { chooseFolder, chooseProfile } from './choose-destination.js';
import type { ChaptarrFolder, ChaptarrProfile } from '../../../clients/chaptarr/chaptarr-values.js';

type Purpose = ChaptarrProfile['purpose'];
type Format = 'ebook' | 'audiobook';

const SEVERAL = /more than one/;
const NONE = /has no/;

describe('chooseProfile', () => {
  const profiles = (...given: readonly (readonly [string, Purpose])[]): readonly ChaptarrProfile[] =>
    given.map(([name, purpose], at) => ({ id: at + 1, name, purpose }));

  it.each<readonly [string, Format, readonly (readonly [string, Purpose])[], string | RegExp]>([
    [
      'the only one typed for it',
      'ebook',
      [
        ['X', 'audiobook'],
        ['Y', 'ebook'],
        ['Default', null],
      ],
      'Y',
    ],
    [
      'the same for the other format',
      'audiobook',
      [
        ['X', 'audiobook'],
        ['Y', 'ebook'],
      ],
      'X',
    ],
    [
      'two are typed for it',
      'ebook',
      [
        ['A', 'ebook'],
        ['Default', 'ebook'],
      ],
      SEVERAL,
    ],
    [
      'untyped: its name says the format',
      'ebook',
      [
        ['E-Book', null],
        ['Spoken audio', null],
        ['Default', null],
      ],
      'E-Book',
    ],
    [
      'untyped: its name says that one listens',
      'audiobook',
      [
        ['Listening', null],
        ['eBook', null],
      ],
      'Listening',
    ],
    [
      'untyped: two names say it',
      'ebook',
      [
        ['ebook', null],
        ['e book fine', null],
      ],
      SEVERAL,
    ],
    [
      'untyped: the only one',
      'audiobook',
      [
        ['Any', null],
        ['Y', 'ebook'],
      ],
      'Any',
    ],
    [
      'untyped: the only one that is not named for the other',
      'ebook',
      [
        ['Audiobooks', null],
        ['Any', null],
      ],
      'Any',
    ],
    [
      'untyped: the only Default',
      'ebook',
      [
        ['Default', null],
        ['Any', null],
      ],
      'Default',
    ],
    [
      'untyped: two called Default',
      'ebook',
      [
        ['Default', null],
        ['default', null],
      ],
      SEVERAL,
    ],
    [
      'untyped: none of several is called Default',
      'ebook',
      [
        ['A', null],
        ['B', null],
      ],
      SEVERAL,
    ],
    [
      'general counts as untyped',
      'ebook',
      [
        ['General', 'both'],
        ['X', 'audiobook'],
      ],
      'General',
    ],
    ['of types that we do not know none', 'ebook', [['A', 'other']], NONE],
    [
      'all are for the other format',
      'ebook',
      [
        ['A', 'audiobook'],
        ['Audio', null],
      ],
      NONE,
    ],
    ['there is none', 'ebook', [], NONE],
  ])('doc2 §4 rule 6: %s (%s)', (_, format, given, wanted) => {
    const choice = chooseProfile(profiles(...given), format, 'place_quality_profile');
    if (typeof wanted === 'string') expect(choice).toMatchObject({ chosen: { name: wanted } });
    else expect(choice).toMatchObject({ problem: { text: expect.stringMatching(wanted) as string } });
  });

  it('names for administrators what there is of', () => {
    expect(chooseProfile(profiles(['A', 'ebook'], ['B', 'ebook']), 'ebook', 'place_metadata_profile')).toMatchObject({
      problem: {
        code: 'delivery_book_places_several',
        params: { what: { code: 'place_metadata_profile' }, format: 'ebook', names: 'A, B' },
        text: 'The book manager has more than one metadata profile for ebooks: A, B. Keep one for them, then retry.',
      },
    });
  });
});

describe('chooseFolder', () => {
  const folder = (path: string, over: Partial<ChaptarrFolder> = {}): ChaptarrFolder => ({
    path,
    name: '',
    purpose: null,
    accessible: true,
    isDefault: { ebook: false, audiobook: false },
    ...over,
  });
  const forEbooks = { isDefault: { ebook: true, audiobook: false } };

  it.each<readonly [string, Format, readonly ChaptarrFolder[], string | RegExp]>([
    ['the default for the format', 'ebook', [folder('/a', { purpose: 'ebook' }), folder('/b', forEbooks)], '/b'],
    ['two defaults', 'ebook', [folder('/a', forEbooks), folder('/b', forEbooks)], SEVERAL],
    [
      'a default that it can not reach is none',
      'ebook',
      [folder('/a', { ...forEbooks, accessible: false }), folder('/b')],
      '/b',
    ],
    ['the default for the other format is none', 'audiobook', [folder('/a', forEbooks), folder('/audio')], '/audio'],
    ['the only one typed for it', 'ebook', [folder('/a', { purpose: 'ebook' }), folder('/ebooks')], '/a'],
    ['two typed for it', 'ebook', [folder('/a', { purpose: 'ebook' }), folder('/b', { purpose: 'ebook' })], SEVERAL],
    [
      'its path says the format',
      'ebook',
      [folder('/media/ebooks'), folder('/media/audio'), folder('/x')],
      '/media/ebooks',
    ],
    [
      'its name says the format',
      'audiobook',
      [folder('/a', { name: 'To listen to' }), folder('/b', { name: 'E-Books' })],
      '/a',
    ],
    ['two names say it', 'audiobook', [folder('/audio1'), folder('/audio2')], SEVERAL],
    [
      'the only one for everything',
      'ebook',
      [folder('/a', { purpose: 'both' }), folder('/b', { purpose: 'audiobook' })],
      '/a',
    ],
    ['the only one that is not named for the other', 'ebook', [folder('/books'), folder('/audio')], '/books'],
    ['two for everything', 'ebook', [folder('/a'), folder('/b', { purpose: 'both' })], SEVERAL],
    ['the only one, though it is named for the other', 'ebook', [folder('/audio')], '/audio'],
    ['never one that is typed for the other', 'ebook', [folder('/a', { purpose: 'audiobook' })], NONE],
    ['none that it can reach', 'ebook', [folder('/a', { accessible: false })], NONE],
  ])('doc4 §1.16 root folder: %s (%s)', (_, format, given, wanted) => {
    const choice = chooseFolder(given, format);
    if (typeof wanted === 'string') expect(choice).toMatchObject({ chosen: { path: wanted } });
    else expect(choice).toMatchObject({ problem: { text: expect.stringMatching(wanted) as string } });
  });
});

describe('security 31: what an administrator has to put right', () => {
  const longest = (count: number, name: string): number => {
    const profiles = Array.from({ length: count }, (_, at) => ({ id: at + 1, name, purpose: 'ebook' as const }));
    const choice = chooseProfile(profiles, 'ebook', 'place_quality_profile');
    return 'problem' in choice ? choice.problem.text.length : NaN;
  };

  it('names five candidates, however many a manager lists', () => {
    expect(longest(5_000, 'Name')).toBe(longest(6, 'Name'));
    expect(longest(5, 'Name')).toBeLessThan(longest(6, 'Name'));
  });

  it('names each in 300 characters, on one line', () => {
    expect(longest(2, 'N'.repeat(1_000_000))).toBe(longest(2, 'N'.repeat(301)));
    const folder = {
      path: '/a\u0007\n/b',
      name: '',
      purpose: null,
      accessible: true,
      isDefault: { ebook: true, audiobook: true },
    };
    expect(chooseFolder([folder, folder], 'ebook')).toMatchObject({
      problem: { text: expect.stringContaining('/a /b, /a /b.') as string },
    });
  });
});
