import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { lenient, lenientNumber, lenientText, readableRows } from './lenient-members.js';

describe('security 34: a member that decides nothing', () => {
  const record = z.object({ id: z.int(), year: lenient(z.int()), more: lenient(z.object({ day: z.string() })) });

  it.each([
    ['absent', { id: 1 }],
    ['null', { id: 1, year: null, more: null }],
    ['of another type', { id: 1, year: '1926', more: 'none' }],
    ['lacking what it needs', { id: 1, more: {} }],
  ])('is null where it is %s, and the record is read', (_, given) => {
    expect(record.parse(given)).toEqual({ id: 1, year: null, more: null });
  });

  it('is what it says where it says something, and 0 and "" are something', () => {
    const given = { id: 1, year: 0, more: { day: '' } };
    expect(record.parse(given)).toEqual(given);
  });
});

describe('security 34: rows of a list that may lack some', () => {
  const list = readableRows(z.object({ id: z.int() }));

  it('are those that can be read, in their order', () => {
    expect(list.parse([{ id: 2 }, null, { id: 'x' }, 7, { id: 1 }])).toEqual([{ id: 2 }, { id: 1 }]);
  });

  it('are none where there are none, and refused where none can be read', () => {
    expect(list.parse([])).toEqual([]);
    expect(list.safeParse([{ id: 'x' }]).success).toBe(false);
    expect(list.safeParse({}).success).toBe(false);
  });
});

describe('a member that decides nothing, read by hand', () => {
  it.each(['1', '0', '-1.5', '1e999', '"1"', '""', '"a"', 'null', 'true', '[]', '{}'])(
    'is read from %s as by its schema',
    (json) => {
      const value: unknown = JSON.parse(json);
      expect(lenientNumber(value)).toBe(lenient(z.number()).parse(value));
      expect(lenientText(value)).toBe(lenient(z.string()).parse(value));
    },
  );
});
