import { named, type FilterChoice } from './browse-filters.js';

/** The companies that most people know, by the metadata provider's numbers: it has no list of them. */
export const STUDIOS: readonly FilterChoice[] = choices([
  [2, 'Disney'],
  [33, 'Universal'],
  [174, 'Warner Bros.'],
  [4, 'Paramount'],
  [34, 'Sony Pictures'],
  [127928, '20th Century Studios'],
  [3, 'Pixar'],
  [420, 'Marvel Studios'],
  [521, 'DreamWorks'],
  [10342, 'Studio Ghibli'],
  [41077, 'A24'],
  [21, 'Metro-Goldwyn-Mayer'],
]);

/** The networks that most people know, as {@link STUDIOS}. */
export const NETWORKS: readonly FilterChoice[] = choices([
  [213, 'Netflix'],
  [49, 'HBO'],
  [1024, 'Prime Video'],
  [2739, 'Disney+'],
  [2552, 'Apple TV+'],
  [453, 'Hulu'],
  [4, 'BBC One'],
  [26, 'Channel 4'],
  [6, 'NBC'],
  [16, 'CBS'],
  [2, 'ABC'],
  [174, 'AMC'],
  [19, 'FOX'],
  [67, 'Showtime'],
  [80, 'Adult Swim'],
]);

function choices(list: readonly (readonly [id: number, name: string])[]): readonly FilterChoice[] {
  return list.map(([id, name]) => ({ value: named(id, name), name }));
}
