import { describe, expect, it } from 'vitest';
import { librariesWithFiles } from './takeaway.js';

const library = (id: string, fields: object = {}) => ({
  id,
  name: id,
  service_type: 'movie_manager',
  is_default: false,
  assigned: true,
  request_default: false,
  media_downloads: true,
  ...fields,
});
const config = (...instances: readonly ReturnType<typeof library>[]) => ({ instances, hidden_discover_tabs: [] });

const idsOf = (...[all, kind]: Parameters<typeof librariesWithFiles>) =>
  librariesWithFiles(all, kind).map(({ id }) => id);

describe('doc4 §8: whose files a reader may have', () => {
  it.each([
    ['movie', 'movie_manager'],
    ['tv', 'tv_manager'],
  ] as const)('of %s those of the library that takes their requests, where it serves files', (kind, type) => {
    const [mine, other] = [
      library('mine', { service_type: type, request_default: true }),
      library('other', { service_type: type }),
    ];
    expect(idsOf(config(other, mine), kind)).toEqual(['mine']);
    expect(idsOf(config(other), kind)).toEqual([]);
    expect(idsOf(config(other, { ...mine, media_downloads: false }), kind)).toEqual([]);
    expect(idsOf(config({ ...mine, service_type: 'book_manager' }), kind)).toEqual([]);
  });

  it.each([
    ['book', 'book_manager'],
    ['music', 'music_manager'],
  ] as const)('of %s those of each library that they may use and that serves files', (kind, type) => {
    const all = config(
      library('second', { service_type: type }),
      library('first', { service_type: type, request_default: true }),
      library('serves none', { service_type: type, media_downloads: false }),
      library('of others', { service_type: type, assigned: false }),
      library('films', { request_default: true }),
    );
    expect(idsOf(all, kind)).toEqual(['first', 'second']);
  });
});
