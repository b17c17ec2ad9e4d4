import { describe, expect, it } from 'vitest';
import type { SonarrEpisode } from '../../../clients/sonarr/sonarr-episode.js';
import { heldOf, isComplete, latestSearch, missingOf, wantedEpisodes, hasRun } from './wanted-episodes.js';

const NOW = 500;

const episode = (episodeNumber: number, over: Partial<SonarrEpisode> = {}): SonarrEpisode => ({
  id: episodeNumber,
  seasonNumber: 1,
  episodeNumber,
  airDateUtc: NOW,
  hasFile: false,
  monitored: false,
  ...over,
});

const held = { hasFile: true };
const later = { airDateUtc: NOW + 1 };
const undated = { airDateUtc: null };

describe('isComplete', () => {
  it.each<[string, readonly SonarrEpisode[], boolean]>([
    ['nothing is known', [], false],
    ['all are there', [episode(1, held), episode(2, held)], true],
    ['all are there, one before it airs', [episode(1, held), episode(2, { ...held, ...later })], true],
    ['all that has aired is there', [episode(1, held), episode(2, later), episode(3, undated)], true],
    ['one that has aired is missing', [episode(1, held), episode(2)], false],
    ['nothing has aired', [episode(1, later), episode(2, undated)], false],
    [
      'nothing has aired, and one is there before its time',
      [episode(1, { ...held, ...later }), episode(2, later)],
      false,
    ],
    ['all are there, and nobody knows when they aired', [episode(1, { ...held, ...undated })], true],
  ])('doc4 decision "Truth about series": %s', (_case, episodes, complete) => {
    expect(isComplete(episodes, NOW)).toBe(complete);
  });
});

describe('heldOf', () => {
  const second = { seasonNumber: 2 };
  const episodes = [
    episode(2, held),
    episode(1, { ...held, ...later }),
    episode(3),
    episode(1, second),
    episode(1, { ...held, seasonNumber: 3 }),
  ];

  it.each<[string, Parameters<typeof heldOf>[1], ReturnType<typeof heldOf>]>([
    ['the files of the wanted seasons, whenever they air', { seasons: [1, 2], isPilot: false }, new Map([[1, [1, 2]]])],
    ['of a pilot the first episode alone', { seasons: [1], isPilot: true }, new Map([[1, [1]]])],
    ['nothing of a pilot that is missing', { seasons: [2], isPilot: true }, new Map()],
    ['nothing of a season that is unknown', { seasons: [9], isPilot: false }, new Map()],
  ])('issue 24, Availability: %s', (_case, order, expected) => {
    expect(heldOf(episodes, order)).toEqual(expected);
  });
});

describe('missingOf', () => {
  it('contains the episodes that have aired and have no file', () => {
    const episodes = [episode(1, held), episode(2), episode(3, later), episode(4, undated)];
    expect(missingOf(episodes, NOW).map(({ id }) => id)).toEqual([2]);
  });
});

describe('wantedEpisodes', () => {
  const others = [episode(4), episode(2), episode(1, { id: 9, seasonNumber: 2 })];

  it('is the season in the order of its numbers, or its first alone', () => {
    expect(wantedEpisodes(others, 1, { isPilot: false }).map(({ id }) => id)).toEqual([2, 4]);
    expect(wantedEpisodes(others, 1, { isPilot: true }).map(({ id }) => id)).toEqual([2]);
    expect(wantedEpisodes(others, 3, { isPilot: true })).toEqual([]);
  });
});

describe('latestSearch', () => {
  it('is the last of all, and null for never', () => {
    expect(latestSearch([episode(1, { lastSearchedAt: 3 }), episode(2), episode(3, { lastSearchedAt: 8 })])).toBe(8);
    expect(latestSearch([episode(1), episode(2)])).toBeNull();
  });
});

describe('hasRun', () => {
  it.each<[string, number | null, number | null, number | null, boolean]>([
    ['its answer came', null, 900, null, true],
    ['its answer came, whatever the library says', 50, 900, 50, true],
    ['its answer was lost and it has run for the first time', null, null, 60, true],
    ['its answer was lost and it has run once more', 50, null, 51, true],
    ['nobody knows of it, nothing was ever searched', null, null, null, false],
    ['nobody knows of it, nothing was searched since', 50, null, 50, false],
    ['nobody knows of it, what was searched has come since', 50, null, 40, false],
    ['nobody knows of it, all that was searched has come', 50, null, null, false],
  ])('doc4 §1.17: %s', (_case, searchMark, sentAt, latest, ran) => {
    expect(hasRun({ searchMark, sentAt }, latest)).toBe(ran);
  });
});
