import { describe, expect, it } from 'vitest';
import { comingSoonFilters } from './coming-soon.js';

describe('comingSoonFilters', () => {
  it.each([
    ['2026-11-22T23:59:59.999Z', '2026-11-22', '2027-02-22'],
    ['2026-11-30T00:00:00Z', '2026-11-30', '2027-02-28'],
    ['2027-11-30T12:00:00Z', '2027-11-30', '2028-02-29'],
    ['2026-05-31T12:00:00Z', '2026-05-31', '2026-08-31'],
    ['2026-12-31T12:00:00Z', '2026-12-31', '2027-03-31'],
  ])('doc4 §3.1: at %s it is from %s to %s, by popularity', (now, from, until) => {
    expect(comingSoonFilters('movie', Date.parse(now))).toEqual({
      sort_by: 'popularity.desc',
      'primary_release_date.gte': from,
      'primary_release_date.lte': until,
    });
    expect(comingSoonFilters('tv', Date.parse(now))).toEqual({
      sort_by: 'popularity.desc',
      'first_air_date.gte': from,
      'first_air_date.lte': until,
    });
  });
});
