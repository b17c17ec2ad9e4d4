import { describe, expect, it } from 'vitest';
import { partsOf, personFacts } from './person-facts.js';

describe('issue 22: what a person’s page says', () => {
  it('is what the provider says of them', () => {
    const document = {
      name: ' Ann ',
      birthday: '1988-04-02',
      deathday: null,
      place_of_birth: 'Demo',
      biography: 'Acts.',
    };
    expect(personFacts({ ...document, profile_path: '/ann.jpg' })).toEqual({
      ...{ name: 'Ann', biography: 'Acts.', born: '1988-04-02', died: '', birthplace: 'Demo', portrait: '/ann.jpg' },
    });
  });

  it('security 22: is empty where the document is something else', () => {
    expect(personFacts({ name: 7, birthday: 'soon', profile_path: {} })).toEqual({
      ...{ name: '', biography: '', born: '', died: '', birthplace: '', portrait: '' },
    });
  });

  it('has their titles, each once, the best known first', () => {
    const row = (id: number, popularity?: unknown) => ({ id, media_type: 'movie', title: `Film ${id}`, popularity });
    const cast = [row(1, 5), row(2, 9), { media_type: 'tv' }];
    const titles = partsOf({ cast, crew: [row(1, 5), row(3, 'x'), null] });
    expect(titles.map(({ id }) => id)).toEqual([2, 1, 3]);
    expect(partsOf({ cast: 'x' })).toEqual([]);
  });
});
