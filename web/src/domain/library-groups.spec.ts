import { describe, expect, it } from 'vitest';
import { libraryGroups } from './library-groups.js';

describe('issue 46: libraries stand by what they are for', () => {
  it('a kind of library each, then media servers, then download clients, and nothing without a member', () => {
    const all = ['sabnzbd', 'hub', 'tv_manager', 'movie_manager', 'audiobook_server', 'movie_manager'].map(
      (kind, id) => ({
        id,
        service_type: kind,
      }),
    );
    expect(libraryGroups(all).map(({ group, members }) => [group, members.map(({ id }) => id)])).toEqual([
      ['movie_manager', [3, 5]],
      ['tv_manager', [2]],
      ['servers', [1, 4]],
      ['clients', [0]],
    ]);
    expect(libraryGroups([])).toEqual([]);
  });
});
