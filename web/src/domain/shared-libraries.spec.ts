import { describe, expect, it } from 'vitest';
import { sharedLibraries } from './shared-libraries.js';

describe('doc1 §2 media_server_config: which libraries can be chosen', () => {
  it('has all of the server, and those that were chosen and are gone', () => {
    const there = [
      { id: '1', name: 'Films', collection_type: 'movies' },
      { id: '2', name: 'Series', collection_type: 'tvshows' },
    ];
    expect(sharedLibraries(there, ['2', '9'])).toEqual([
      { id: '1', name: 'Films' },
      { id: '2', name: 'Series' },
      { id: '9', name: undefined },
    ]);
  });
});
