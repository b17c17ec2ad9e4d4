import { describe, expect, it } from 'vitest';
import type { TvdbCacheRow, TvMatchOverrideRow } from '../rows.js';
import { defaultMatch, FINDING_MS, storedMatch, unresolvedMatch } from './stored-match.js';

const NOW = Date.UTC(2026, 10, 20);
const ANTHOLOGY = 389_492;

const finding = (fields: Partial<TvdbCacheRow> = {}): TvdbCacheRow => ({
  tmdbId: 100,
  tvdbId: 7,
  source: 'metadata',
  cachedAt: NOW,
  seasonsDifferSince: null,
  ...fields,
});

const override = (fields: Partial<TvMatchOverrideRow> = {}): TvMatchOverrideRow => ({
  tmdbId: 100,
  mode: 'custom',
  tvdbId: 9,
  seasonMap: '1:2',
  revision: 'a'.repeat(24),
  updatedBy: 1,
  updatedAt: NOW,
  ...fields,
});

describe('storedMatch', () => {
  it('doc4 §1.14: where nothing is stored, nothing is said', () => {
    expect(storedMatch(100, { override: null, finding: null }, NOW)).toBeNull();
  });

  it('doc4 §1.14, order 1: an administrator’s correction comes before everything else', () => {
    const match = storedMatch(100, { override: override(), finding: finding() }, NOW);
    expect(match).toMatchObject({ tvdbId: 9, seasons: new Map([[1, 2]]), provenance: 'custom', state: 'resolved' });
    const bundled = storedMatch(113_988, { override: override({ tmdbId: 113_988 }), finding: null }, NOW);
    expect(bundled).toMatchObject({ tvdbId: 9, provenance: 'custom' });
  });

  it('doc4 §1.14, order 1: a pause says so, with or without a target', () => {
    const paused = { state: 'paused', problem: 'tv_match_paused', provenance: 'custom' };
    const held = override({ mode: 'paused', tvdbId: null, seasonMap: '' });
    expect(storedMatch(100, { override: held, finding: finding() }, NOW)).toMatchObject({ ...paused, tvdbId: null });
    const kept = override({ mode: 'paused' });
    expect(storedMatch(100, { override: kept, finding: null }, NOW)).toMatchObject({ ...paused, tvdbId: 9 });
  });

  it.each([
    [113_988, 1],
    [225_634, 2],
    [286_801, 3],
    [299_939, 4],
  ])('doc4 §1.14, order 2: %i is season %i of the anthology, whatever was found', (tmdbId, season) => {
    const match = storedMatch(tmdbId, { override: null, finding: finding({ tmdbId }) }, NOW);
    expect(match).toMatchObject({
      tvdbId: ANTHOLOGY,
      seasons: new Map([[1, season]]),
      provenance: 'bundled',
      state: 'resolved',
      problem: null,
    });
  });

  it.each(['metadata', 'title'] as const)('doc4 §1.14: a finding by %s keeps its provenance', (source) => {
    const match = storedMatch(100, { override: null, finding: finding({ source }) }, NOW);
    expect(match).toMatchObject({ tvdbId: 7, seasons: 'same', provenance: source, state: 'resolved' });
  });

  it('doc4 §1.14: a finding is trusted for 30 days and not a moment longer', () => {
    const aged = (age: number) => storedMatch(100, { override: null, finding: finding({ cachedAt: NOW - age }) }, NOW);
    expect(aged(FINDING_MS - 1)).toMatchObject({ tvdbId: 7 });
    expect(aged(FINDING_MS)).toBeNull();
    expect(FINDING_MS).toBe(30 * 86_400_000);
  });

  it('a finding from the future, after a wrong clock, is not trusted', () => {
    expect(storedMatch(100, { override: null, finding: finding({ cachedAt: NOW + 1 }) }, NOW)).toBeNull();
  });

  it('doc4 §1.14: the revision is the same however the same target was found', () => {
    const [one, other] = (['metadata', 'title'] as const).map((source) => defaultMatch(100, 7, source).revision);
    expect(one).toBe(other);
    expect(defaultMatch(100, 8, 'metadata').revision).not.toBe(one);
    expect(unresolvedMatch(100, 'tv_target_missing').revision).not.toBe(one);
  });
});

describe('issue 43 C16: a finding whose seasons differ', () => {
  const doubted = finding({ seasonsDifferSince: NOW, cachedAt: NOW });

  it.each([0, FINDING_MS, 12 * FINDING_MS])('needs an administrator, also after %d ms', (passed) => {
    expect(storedMatch(100, { override: null, finding: doubted }, NOW + passed)).toMatchObject({
      tvdbId: 7,
      state: 'unresolved',
      problem: 'tv_match_ambiguous',
    });
  });

  it('needs none once a correction says that the numbers are right', () => {
    const confirmed = override({ tvdbId: 7, seasonMap: '' });
    expect(storedMatch(100, { override: confirmed, finding: doubted }, NOW)).toMatchObject({
      tvdbId: 7,
      seasons: 'same',
      state: 'resolved',
    });
  });
});
