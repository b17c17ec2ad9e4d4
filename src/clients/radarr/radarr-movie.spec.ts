import { describe, expect, it } from 'vitest';
import { movieSchema } from './radarr.client.js';

const FILM = { id: 1, tmdbId: 2, monitored: true } as const;
const ADDED = '2026-03-02T10:15:00Z';

describe('security 34: whether a film has a file, where Radarr leaves things out', () => {
  it.each([
    ['hasFile says no, whatever is beside it', { hasFile: false, movieFileId: 41, movieFile: {} }, false],
    ['the file is there', { movieFile: {} }, true],
    ['the id of a file is there', { movieFileId: 41 }, true],
    ['the id of a file is 0', { movieFileId: 0 }, false],
  ])('%s', (_, fields, hasFile) => {
    expect(movieSchema.parse({ ...FILM, ...fields }).hasFile).toBe(hasFile);
  });

  it('a record that does not say whether the film has a file is refused, not taken for missing', () => {
    expect(movieSchema.safeParse(FILM).error?.issues).toMatchObject([{ path: ['hasFile'] }]);
  });
});

describe('the day on which the file of a film was imported', () => {
  it.each([
    ['a moment', { dateAdded: ADDED }, Date.parse(ADDED)],
    ['left out', {}, undefined],
    ['the first day of the year 1, which is no date at all', { dateAdded: '0001-01-01T00:00:00Z' }, undefined],
    ['that day in another time zone', { dateAdded: '0001-01-01T05:53:28Z' }, undefined],
    ['not a moment', { dateAdded: 'yesterday' }, undefined],
  ])('is %s', (_, movieFile, moment) => {
    expect(movieSchema.parse({ ...FILM, movieFile }).fileAddedAt).toBe(moment);
  });
});
