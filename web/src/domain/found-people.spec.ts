import { expect, it } from 'vitest';
import { foundPeople } from './found-people.js';

it('security 22: the people of a search have a number and a name', () => {
  const person = { media_type: 'person', id: 3, name: ' Ada ', known_for_department: 'Acting', profile_path: '/a.jpg' };
  const others = [{ ...person, media_type: 'movie' }, { ...person, id: '3' }, { ...person, name: ' ' }, {}];
  expect(foundPeople({ results: [person, ...others, { media_type: 'person', id: 4, name: 'Bo' }] })).toEqual([
    { id: 3, name: 'Ada', knownFor: 'Acting', portrait: '/a.jpg' },
    { id: 4, name: 'Bo', knownFor: '', portrait: '' },
  ]);
});
