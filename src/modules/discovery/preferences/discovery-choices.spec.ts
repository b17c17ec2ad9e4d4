import { describe, expect, it } from 'vitest';
import { sourceInUse } from './discovery-choices.js';

describe('the source of the headline row', () => {
  it.each([
    [null, true, 'listprov_trending'],
    [null, false, 'metadata_trending'],
    ['listprov_trending', true, 'listprov_trending'],
    ['listprov_trending', false, 'metadata_trending'],
    ['metadata_trending', true, 'metadata_trending'],
    ['metadata_popular', true, 'metadata_popular'],
    ['metadata_popular', false, 'metadata_popular'],
  ] as const)('doc4 §3.3: decided %s, list provider configured %s: %s', (decided, configured, source) => {
    expect(sourceInUse(decided, configured)).toBe(source);
  });
});
