import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generatedCount } from '../../../test/harness/full-counts.js';
import { splitAtList } from './json-slices.js';

/** What it comes to when its list is put back into its place; null where it is refused, or its list is none. */
function joined(json: Buffer): unknown {
  const split = splitAtList(json, 'records');
  const list = split && parsed(split.list);
  return Array.isArray(list) ? { ...(split?.rest as object), records: list as unknown } : null;
}

function parsed(json: Buffer): unknown {
  try {
    return JSON.parse(json.toString());
  } catch {
    return null;
  }
}

const names = fc.constantFrom('total', 'records', 'x"records', '\\', 'a', 'b', ']');
const members = fc.array(
  fc.tuple(names, fc.oneof(fc.jsonValue({ depthSize: 'small' }), fc.constant({ records: [1] }))),
  {
    maxLength: 3,
  },
);
const spaces = fc.constantFrom('', ' ', '\r\n\t');

/** Objects as text, so that a name may come twice. */
const texts = fc
  .tuple(members, fc.array(fc.jsonValue({ depthSize: 'small' })), members, spaces)
  .map(
    ([before, records, behind, space]) =>
      `${space}{${[...before, ['records', records], ...behind]
        .map(([name, value]) => `${space}${JSON.stringify(name)}${space}:${space}${JSON.stringify(value)}`)
        .join(',')}${space}}${space}`,
  );

describe('splitAtList', () => {
  it('splits a page of rows as managers write it', () => {
    const page = { page: 1, totalRecords: 2, records: [{ id: 1, tags: [] }, { id: 2 }] };
    const split = splitAtList(Buffer.from(JSON.stringify(page)), 'records');
    expect(split?.rest).toEqual({ ...page, records: [] });
    expect(split?.list.toString()).toBe(JSON.stringify(page.records));
  });

  it('comes to what JSON.parse makes of the whole, or to nothing', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect([null, JSON.parse(text)]).toContainEqual(joined(Buffer.from(text)));
      }),
      { numRuns: generatedCount(1_000) },
    );
  });

  it('comes to nothing for what JSON.parse refuses', () => {
    const damage = fc.array(fc.tuple(fc.nat(), fc.constantFrom(...Buffer.from('[]{},:"\\ 0a'))), {
      minLength: 1,
      maxLength: 3,
    });
    fc.assert(
      fc.property(texts, damage, (text, places) => {
        const json = Buffer.from(text);
        for (const [place, byte] of places) json[place % json.length] = byte;
        expect([null, parsed(json)]).toContainEqual(joined(json));
      }),
      { numRuns: generatedCount(2_000) },
    );
  });

  it.each([
    ['{"a":{"records":[1]}}', 'of an object within it'],
    ['{"x\\"records":[1]}', 'of a longer name'],
    ['{"a":"records","b":[1]}', 'whose name is a value'],
    ['{"records":{"a":[1]}}', 'that is no list itself'],
    ['{"records":[1],"total":1}', 'that is not the last member'],
    ['{"a":1}', 'that is not there'],
  ])('leaves %s to be read as a whole: a list %s', (text) => {
    expect(joined(Buffer.from(text))).toBeNull();
  });

  it('leaves a name that is no UTF-8 to be read as a whole', () => {
    expect(splitAtList(Buffer.from('{"\xff":1,"records":[]}', 'latin1'), 'records')).toBeNull();
  });
});
