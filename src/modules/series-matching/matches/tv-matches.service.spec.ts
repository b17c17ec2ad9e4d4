import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openAsServer } from '../../../../test/harness/database-inspection.js';
import { MovedClock } from '../../../../test/harness/moved-clock.js';
import type { Database } from '../../../core/database/database.js';
import { tvMatchRevision } from './tv-match.js';
import { TvMatchesRepository } from './tv-matches.repository.js';
import { TvMatchesService } from './tv-matches.service.js';

const found = (tvdbId: number): string => tvMatchRevision({ mode: 'default', tvdbId, seasons: 'same' });

describe('doc4 §1.14: the verdicts on many requests at once', () => {
  let folder: string;
  let database: Database;
  const clock = new MovedClock();
  const stored = new TvMatchesRepository();

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'usher-matches-'));
    database = await openAsServer(join(folder, 'usher.sqlite'));
  });
  afterEach(async () => {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('are those that each gets alone, over more series than one statement takes', async () => {
    const matches = new TvMatchesService(database, clock, stored, undefined as never);
    await database.write(async (tx) => {
      for (let tmdbId = 1; tmdbId <= 600; tmdbId += 1)
        await stored.remember(tx, {
          tmdbId,
          tvdbId: tmdbId + 1_000,
          source: 'metadata',
          cachedAt: clock.now(),
          seasonsDifferSince: tmdbId % 300 === 3 || tmdbId === 599 ? 1 : null,
        });
      const row = { tvdbId: 5, seasonMap: '', revision: 'r', updatedBy: 1, updatedAt: 1 };
      await stored.setOverride(tx, { ...row, tmdbId: 2, mode: 'paused' });
      await stored.setOverride(tx, { ...row, tmdbId: 599, mode: 'custom' });
    });
    const requests = [
      { tmdbId: 1, matchRevision: found(1_001) },
      { tmdbId: 2, matchRevision: found(1_002) },
      { tmdbId: 2, matchRevision: 'r' },
      { tmdbId: 599, matchRevision: 'r' },
      { tmdbId: 599, matchRevision: found(1_599) },
      { tmdbId: 600, matchRevision: null },
      { tmdbId: 9_999, matchRevision: 'any' },
      { tmdbId: 3, matchRevision: found(1_003) },
      { tmdbId: 3, matchRevision: 'other' },
    ];
    const all = await database.read((tx) => matches.compareAll(tx, requests));
    expect(all).toEqual([
      'unchanged',
      'paused',
      'paused',
      'unchanged',
      'changed',
      'changed',
      'unchanged',
      'ambiguous',
      'changed',
    ]);
    for (const [index, { tmdbId, matchRevision }] of requests.entries())
      expect(await database.read((tx) => matches.compare(tx, tmdbId, matchRevision))).toBe(all[index]);
    const many = Array.from({ length: 600 }, (_, n) => ({ tmdbId: n + 1, matchRevision: found(n + 1_001) }));
    const verdicts = await database.read((tx) => matches.compareAll(tx, many));
    expect(verdicts.filter((one) => one !== 'unchanged')).toEqual(['paused', 'ambiguous', 'ambiguous', 'changed']);
    // issue 43 C16: an administrator has decided about the last one.
    const ids = many.map(({ tmdbId }) => tmdbId);
    const doubted = await database.read((tx) => matches.doubted(tx, ids));
    expect([...doubted].map(([tmdbId, { tvdbId }]) => [tmdbId, tvdbId])).toEqual([
      [3, 1_003],
      [303, 1_303],
    ]);
    expect(await database.read((tx) => matches.doubted(tx, 'all'))).toEqual(doubted);
  });
});
