import { describe, expect, it } from 'vitest';
import { UnjudgeableJson } from '../proxy.errors.js';
import type { GatedShape } from './gated-shape.js';
import type { TitleJudge } from './judged-title.js';
import { scanRecords, type Cut, type PageFacts } from './record-scan.js';

const FILM: GatedShape = { layout: 'single', kind: 'movie', parent: null };
const FILMS: GatedShape = { layout: 'list', kind: 'movie', parent: null };
const FILM_PAGE: GatedShape = { layout: 'page', kind: 'movie', parent: null };
const FILM_ROW: GatedShape = { layout: 'single', kind: 'movie', parent: 'movie' };
const FILM_ROWS: GatedShape = { layout: 'page', kind: 'movie', parent: 'movie' };
const SERIES_ROW: GatedShape = { layout: 'single', kind: 'tv', parent: 'series' };

/** No R, and no series of PG. */
const judge: TitleJudge = (kind, record) => {
  const { certification } = record as { readonly certification?: unknown };
  return certification !== 'R' && !(kind === 'tv' && certification === 'PG');
};

function scanned(document: string, shape: GatedShape, asked = judge): { readonly cut: Cut; readonly pauses: number } {
  const scan = scanRecords(Buffer.from(document), shape, asked);
  for (let pauses = 0; ; pauses += 1) {
    const step = scan.next();
    if (step.done) return { cut: step.value, pauses };
  }
}

const cutOf = (document: string, shape: GatedShape, asked = judge): Cut => scanned(document, shape, asked).cut;
const left = (document: string, shape: GatedShape): unknown => {
  const cut = cutOf(document, shape);
  return cut.kind === 'shown' ? JSON.parse(cut.bytes.toString()) : cut;
};
const factsOf = (document: string, shape: GatedShape): PageFacts => {
  const cut = cutOf(document, shape);
  if (cut.kind !== 'shown' || !cut.page) throw new Error('this is no page');
  return cut.page;
};

describe('doc1 §4 proxy 5: one record', () => {
  it('is shown as it was written, or hidden', () => {
    const document = '{ "id" : 1, "certification":"G" }';
    expect(cutOf(document, FILM)).toEqual({ kind: 'shown', bytes: Buffer.from(document) });
    expect(cutOf('{"id":1,"certification":"R"}', FILM)).toEqual({ kind: 'hidden' });
    expect(cutOf('{"series":{"id":1,"certification":"PG"}}', SERIES_ROW)).toEqual({ kind: 'hidden' });
  });

  it.each([
    ['12', '12'],
    ['120', '120'],
    ['123456789012345678', '123456789012345678'],
    ['1234567890123456789', undefined],
    ['0', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['"12"', undefined],
    ['null', undefined],
  ])('that doesn’t hold its title names its series by a number: %s is %s', (written, seriesId) =>
    expect(cutOf(`{"seriesId":${written}}`, SERIES_ROW)).toEqual({ kind: 'orphan', seriesId }),
  );

  it('is an orphan with only a title of the other kind, and hidden where that one is not shown', () => {
    const row = (certification: string) => `{"series":{"id":1,"certification":"${certification}"}}`;
    expect(cutOf(row('G'), FILM_ROW)).toEqual({ kind: 'orphan', seriesId: undefined });
    const both = (certification: string) => `{"movie":{"id":2},${row(certification).slice(1)}`;
    expect(cutOf(both('G'), FILM_ROW)).toMatchObject({ kind: 'shown' });
    expect(cutOf(both('PG'), FILM_ROW)).toEqual({ kind: 'hidden' });
  });

  it('may name itself in any way, and lack its title', () => {
    for (const id of ['7', '"x"', 'null', 'true']) expect(left(`{"id":${id},"movie":{"id":1}}`, FILM_ROW)).toBeTruthy();
    expect(cutOf('{"movie":null,"episode":null}', FILM_ROW)).toEqual({ kind: 'orphan', seriesId: undefined });
  });
});

describe('doc1 §4 proxy 5: refused is', () => {
  it.each([
    ['a number in place of a document', '7', FILM],
    ['a text in place of a list', '"x"', FILMS],
    ['null in place of a page', 'null', FILM_PAGE],
    ['an object in place of a list', '{"id":1}', FILMS],
    ['a list in place of a record', '[{"id":1}]', FILM],
    ['a list in place of a page', '[{"id":1}]', FILM_PAGE],
    ['a number in place of a record', '[7]', FILMS],
    ['a text in place of a record', '["x"]', FILMS],
    ['a list in place of a record of a list', '[[]]', FILMS],
    ['a page without records', '{"totalRecords":1}', FILM_PAGE],
    ['a page whose records are null', '{"records":null}', FILM_PAGE],
    ['a page whose records are a number', '{"records":7}', FILM_PAGE],
    ['a page whose records are an object', '{"records":{}}', FILM_PAGE],
    ['a page whose length is a list', '{"totalRecords":[],"records":[]}', FILM_PAGE],
    ['a page with a second name for what it is sorted by', '{"sort\u212aey":"x","records":[]}', FILM_PAGE],
    ['a film that is a number', '{"movie":7}', FILM_ROW],
    ['a film that is a text', '{"movie":"x"}', FILM_ROW],
    ['a film that is a list', '{"movie":[]}', FILM_ROW],
    ['an episode that is true', '{"episode":true,"movie":{"id":1}}', FILM_ROW],
    ['an episode that is a list', '{"episode":[],"movie":{"id":1}}', FILM_ROW],
    ['an id that is an object', '{"id":{"id":1},"movie":{"id":1}}', FILM_ROW],
    ['the id of a series that is an object', '{"seriesId":{"id":1},"series":{"id":1}}', SERIES_ROW],
    ['a title without its id', '{"title":"x"}', FILM],
    ['a title without its id behind one that has one', '[{"id":1},{"title":"x"}]', FILMS],
  ] as const)('%s: %s', (_, document, shape) => expect(() => cutOf(document, shape)).toThrow(UnjudgeableJson));

  it.each(['"1"', '-1', '1.5', 'true', 'null', '1e2'])('a title whose id is %s', (id) =>
    expect(() => cutOf(`{"id":${id}}`, FILM)).toThrow(UnjudgeableJson),
  );

  it('a rating of more than 64 KiB, wherever it is', () => {
    const rated = (bytes: number) =>
      `[{"id":1,"x":"${'x'.repeat(70_000)}","certification":"${'G'.repeat(bytes - 2)}"}]`;
    expect(left(rated(64 * 1024), FILMS)).toHaveLength(1);
    expect(() => cutOf(rated(64 * 1024 + 1), FILMS)).toThrow(UnjudgeableJson);
  });

  it('a page of more than 100,000 records; a list may have more', () => {
    const records = (count: number) => `[${Array.from({ length: count }, () => '{"id":1}').join(',')}]`;
    expect(factsOf(`{"records":${records(100_000)}}`, FILM_PAGE).rows).toBe(100_000);
    expect(() => cutOf(`{"records":${records(100_001)}}`, FILM_PAGE)).toThrow(UnjudgeableJson);
    expect(left(records(100_001), FILMS)).toHaveLength(100_001);
  });
});

describe('doc1 §4 proxy 5: what a judge is asked with', () => {
  /** The records that the judge was asked about. */
  function asked(document: string, shape: GatedShape): readonly unknown[] {
    const seen: unknown[] = [];
    cutOf(document, shape, (kind, record) => {
      seen.push([kind, record]);
      return true;
    });
    return seen;
  }

  it('is what the title says of itself, and nothing else', () => {
    const title = '{"images":[1,{"certification":"R"}],"genres":[7,"Drama"],"id":1,"adult":false,"certification":null}';
    expect(asked(title, FILM)).toEqual([['movie', { genres: [7, 'Drama'], adult: false, certification: null }]]);
    expect(asked('{"id":1}', FILM)).toEqual([['movie', {}]]);
  });

  it('is read however its name is escaped', () => {
    const escaped = [...'certification'].map((letter) => `\\u00${letter.charCodeAt(0).toString(16)}`).join('');
    expect(cutOf(`{"id":1,"${escaped}":"R"}`, FILM)).toEqual({ kind: 'hidden' });
  });

  it('is asked once for titles of one kind that say the same', () => {
    const rows = ['{"id":1,"adult":true}', '{"id":2,"adult":true}', '{"adult":true,"id":3,"x":1}', '{"id":4}'];
    expect(asked(`[${rows.join(',')}]`, FILMS)).toHaveLength(2);
    expect(asked('{"movie":{"id":1},"series":{"id":1}}', FILM_ROW)).toEqual([
      ['movie', {}],
      ['tv', {}],
    ]);
  });

  it('of a thousand verdicts each is remembered, of more the first thousand', () => {
    const rated = (number: number) => `{"id":1,"certification":"${number}"}`;
    const twice = (count: number) => {
      const rows = Array.from({ length: count }, (_, number) => rated(number));
      return asked(`[${[...rows, ...rows].join(',')}]`, FILMS).length;
    };
    expect(twice(1_000)).toBe(1_000);
    expect(twice(1_002)).toBe(1_004);
  });

  it('is not remembered where it is longer than titles are', () => {
    // The kind, a space, the name in its quotes, a colon, and the quotes of the value.
    const around = 'movie "certification":""'.length;
    const twice = (length: number) => {
      const row = `{"id":1,"certification":"${'G'.repeat(length - around)}"}`;
      return asked(`[${row},${row}]`, FILMS).length;
    };
    expect(twice(999)).toBe(1);
    expect(twice(1_000)).toBe(2);
  });

  it('takes its time: a document of many titles pauses more often than its length alone asks for', () => {
    const records = `[${Array.from({ length: 20_000 }, () => '{"id":1}').join(',')}]`;
    expect(scanned(records, FILMS).pauses).toBeGreaterThan(30);
  });
});

describe('doc1 §4 proxy 5: a page', () => {
  const page = (members: string, ...records: readonly string[]) => `{${members}"records":[${records.join(', ')}]}`;

  it('reports its rows, their ids, and the positions of those that are shown', () => {
    const rows = [
      '{"id":10,"movie":{"id":1}}',
      '{"id":11,"movie":{"id":2,"certification":"R"}}',
      '{"id":-12,"movie":{"id":3}}',
      '{"id":"x","movie":{"id":4}}',
      '{"id":1234567890123456789,"movie":{"id":5}}',
      '{"id":1.5,"movie":{"id":6}}',
      '{"movie":{"id":7}}',
    ];
    const cut = cutOf(page('', ...rows), FILM_ROWS);
    if (cut.kind !== 'shown' || !cut.page) throw new Error('this is no page');
    const { places, ...facts } = cut.page;
    expect(facts).toEqual({
      rows: 7,
      ids: ['10', '11', '-12'],
      totalRecords: undefined,
      sortKey: undefined,
      sortDirection: undefined,
    });
    const text = cut.bytes.toString();
    const shown = Array.from({ length: places.length / 2 }, (_, at) => text.slice(places[2 * at], places[2 * at + 1]));
    expect(shown).toEqual(rows.filter((row) => !row.includes('"R"')));
    expect(text).toBe(page('', ...shown));
  });

  it('of a list that is none says nothing', () => {
    expect(cutOf('[{"id":1}]', FILMS)).toEqual({ kind: 'shown', bytes: Buffer.from('[{"id":1}]') });
  });

  it.each([
    ['0', 0],
    ['12', 12],
    ['999999999', 999_999_999],
    ['1000000000', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['"12"', undefined],
    ['null', undefined],
  ])('has a list of %s records: %s', (written, totalRecords) =>
    expect(factsOf(page(`"totalRecords":${written},`), FILM_PAGE).totalRecords).toBe(totalRecords),
  );

  it.each([
    ['"title"', '"title"'],
    ['"ti\\u0074le"', '"ti\\u0074le"'],
    [`"${'x'.repeat(198)}"`, `"${'x'.repeat(198)}"`],
    [`"${'x'.repeat(199)}"`, undefined],
    ['7', undefined],
    ['null', undefined],
  ])('names its sort key as it is written: %s', (written, sortedBy) => {
    const sorted = page(`"sortKey":${written},"sortDirection":${written},`);
    expect(factsOf(sorted, FILM_PAGE)).toMatchObject({ sortKey: sortedBy, sortDirection: sortedBy });
  });
});

describe('doc1 §4 proxy 5: what is left when records go', () => {
  const records = { G: '{"id":1}', R: '{"id":2,"certification":"R"}' } as const;

  it.each(['G', 'R', 'GR', 'RG', 'RR', 'GRG', 'RGR', 'RRG', 'GRRG', 'RGRGR'])(
    'of %s is a document with its commas',
    (row) => {
      const kinds = [...row] as (keyof typeof records)[];
      const document = (of: readonly (keyof typeof records)[]) => `[ ${of.map((kind) => records[kind]).join(' , ')} ]`;
      expect(left(document(kinds), FILMS)).toEqual(JSON.parse(document(kinds.filter((kind) => kind === 'G'))));
    },
  );
});
