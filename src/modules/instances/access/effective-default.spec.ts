import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { InstanceRecord } from '../registry/instance-record.js';
import { effectiveDefault } from './resolve-destination.js';

const instance = (id: string, fields: Partial<InstanceRecord> = {}): InstanceRecord => ({
  id,
  serviceType: 'movie_manager',
  name: 'Films',
  url: 'http://films.test',
  isDefault: false,
  sortOrder: 0,
  autoAddUsers: false,
  ...fields,
});

const chosen = (instances: InstanceRecord[], assigned: string[], preferred: string | null = null): string | null =>
  effectiveDefault({ instances, assigned: new Set(assigned), preferred })?.id ?? null;

describe('doc3 §11: the effective default', () => {
  const everyday = instance('everyday', { sortOrder: 1, isDefault: true });
  const fourK = instance('four-k', { sortOrder: 2 });
  const kids = instance('kids', { sortOrder: 0 });
  const all = [fourK, everyday, kids];

  it('is the own preference when it is granted', () => {
    expect(chosen(all, ['four-k', 'everyday', 'kids'], 'four-k')).toBe('four-k');
  });

  it('is the household default when the preference is not granted', () => {
    expect(chosen(all, ['everyday', 'kids'], 'four-k')).toBe('everyday');
  });

  it('is the first granted one by sort_order when the household default is not granted', () => {
    expect(chosen(all, ['four-k', 'kids'])).toBe('kids');
  });

  it('is the first by name among equal sort_order, and by id among equal names', () => {
    const twins = [instance('b', { name: 'Alpha' }), instance('a', { name: 'Alpha' }), instance('0', { name: 'Beta' })];
    expect(chosen(twins, ['a', 'b', '0'])).toBe('a');
    expect(chosen(twins, ['b', '0'])).toBe('b');
  });

  it('is null when nothing is granted, whatever is preferred or the default', () => {
    expect(chosen(all, [], 'everyday')).toBeNull();
  });

  it('is null when the only grant names an instance of another kind', () => {
    expect(chosen(all, ['elsewhere'], 'elsewhere')).toBeNull();
  });
});

describe('doc1 routing rule 2: defaults never grant access', () => {
  const ids = ['a', 'b', 'c', 'd', 'e'] as const;
  const household = fc.record({
    instances: fc.uniqueArray(
      fc.record({
        id: fc.constantFrom(...ids),
        name: fc.constantFrom('Films', 'Cinema', ''),
        isDefault: fc.boolean(),
        sortOrder: fc.integer({ min: -2, max: 2 }),
      }),
      { selector: ({ id }) => id },
    ),
    assigned: fc.uniqueArray(fc.constantFrom(...ids)),
    preferred: fc.option(fc.constantFrom(...ids)),
  });

  it('for every household the choice is among the grants, and there is one exactly when something is granted', () => {
    fc.assert(
      fc.property(household, ({ instances, assigned, preferred }) => {
        const records = instances.map((fields) => instance(fields.id, fields));
        const choice = chosen(records, assigned, preferred);
        const held = records.map(({ id }) => id).filter((id) => assigned.some((other) => other === id));
        if (held.length === 0) expect(choice).toBeNull();
        else expect(held).toContain(choice);
      }),
    );
  });

  it('for every household the choice does not depend on the order in which instances are read', () => {
    fc.assert(
      fc.property(household, ({ instances, assigned, preferred }) => {
        const records = instances.map((fields) => instance(fields.id, fields));
        const soleDefault = records.map((record, place) => ({
          ...record,
          isDefault: record.isDefault && records.findIndex(({ isDefault }) => isDefault) === place,
        }));
        expect(chosen([...soleDefault].reverse(), assigned, preferred)).toBe(chosen(soleDefault, assigned, preferred));
      }),
    );
  });
});
