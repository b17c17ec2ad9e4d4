import { describe, expect, it } from 'vitest';
import { peopleShown } from './people-filter.js';
import type { Person } from './people.js';

const named = (name: string, given: Partial<Person> = {}) =>
  ({ name, isAdmin: false, isChild: false, ...given }) as Person;
const PEOPLE = [named('Ada', { isAdmin: true }), named('Mia'), named('Zoé', { isChild: true })];

describe('issue 46: who is shown in the list of people', () => {
  it.each([
    ['', 'all', ['Ada', 'Mia', 'Zoé']],
    ['', 'admin', ['Ada']],
    ['', 'member', ['Mia']],
    ['', 'child', ['Zoé']],
    ['a', 'all', ['Ada', 'Mia']],
    ['a', 'child', []],
  ] as const)('named “%s”, of the role %s', (name, role, found) => {
    expect(peopleShown(PEOPLE, name, role).map((person) => person.name)).toEqual(found);
  });
});
