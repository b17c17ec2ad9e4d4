import { expect, it } from 'vitest';
import { matching } from './pending-filter.js';

const all = [
  { title: 'Amélie', username: 'ana' },
  { title: 'Metropolis', username: 'Grace' },
];

it.each([
  ['', ['Amélie', 'Metropolis']],
  ['  ', ['Amélie', 'Metropolis']],
  ['amelie', ['Amélie']],
  ['AMÉ', ['Amélie']],
  ['metro grace', ['Metropolis']],
  ['metro ana', []],
  ['.*', []],
])('issue 22, speed: a long list of requests is filtered by title and person: %j', (text, titles) => {
  expect(matching(all, text).map(({ title }) => title)).toEqual(titles);
});
