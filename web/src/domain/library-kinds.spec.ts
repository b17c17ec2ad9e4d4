import { describe, expect, it } from 'vitest';
import { DOWNLOAD_CLIENT_TYPES, factsOf } from '../../../src/modules/instances/service-kinds.js';
import { DOWNLOAD_PRODUCTS, downloadApps, keepsData } from './library-kinds.js';

describe('download clients', () => {
  it('are called and offered as the server names them', () => {
    const facts = DOWNLOAD_CLIENT_TYPES.map((kind) => [kind, factsOf(kind).product, factsOf(kind).loads]);
    expect(Object.entries(DOWNLOAD_PRODUCTS).map(([kind, { app, loads }]) => [kind, app, loads])).toEqual(facts);
  });

  it('stand in a row in a sentence', () => {
    expect(downloadApps('or')).toMatch(/^SABnzbd, NZBGet, .+ or \w+$/);
  });

  it.each([
    ['nzbget', true],
    ['sabnzbd', false],
    ['movie_manager', false],
    ['a kind of a newer server', false],
  ])('of %s what was loaded stays: %s', (kind, stays) => {
    expect(keepsData(kind)).toBe(stays);
  });
});
