import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openAsServer } from '../../../../test/harness/database-inspection.js';
import { MovedClock } from '../../../../test/harness/moved-clock.js';
import type { Database } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import type { AiredSeasons } from '../../library/library.public.js';
import type { ProviderSeasons } from './compare-seasons.js';
import { DoubtedMatchesService } from './doubted-matches.service.js';
import { TvMatchesRepository } from './tv-matches.repository.js';

const TMDB = 41;
const MINUTE_MS = 60_000;

/** One season of ten episodes that aired long ago. */
const PROVIDER: ProviderSeasons = {
  seasons: [{ seasonNumber: 1, episodeCount: 10, airDate: '2015-01-01' }],
  lastAired: { seasonNumber: 1, episodeNumber: 10, airDate: '2015-03-01' },
  seasonToCome: null,
};
const aired = (episodes: number): AiredSeasons =>
  new Map([[1, { least: episodes, most: episodes, first: Date.UTC(2015, 0, 1), last: Date.UTC(2015, 2, 1) }]]);

describe('issue 43 C16: how a verdict on the seasons of a match is stored', () => {
  let folder: string;
  let database: Database;
  let writes: number;
  let doubts: DoubtedMatchesService;
  const clock = new MovedClock();
  const stored = new TvMatchesRepository();

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'usher-doubts-'));
    database = await openAsServer(join(folder, 'usher.sqlite'));
    const finding = { tmdbId: TMDB, tvdbId: 7, source: 'metadata' as const, cachedAt: clock.now() };
    await database.write((tx) => stored.remember(tx, { ...finding, seasonsDifferSince: null }));
    writes = 0;
    const counted = {
      read: database.read.bind(database),
      write: (...args: Parameters<Database['write']>) => {
        writes += 1;
        return database.write(...args);
      },
    } as Database;
    doubts = new DoubtedMatchesService(counted, clock, new EventBus(undefined as never), stored, undefined as never);
  });
  afterEach(async () => {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  const judged = async (episodes: number) => {
    const match = await database.read((tx) => stored.of(tx, TMDB, clock.now()));
    return match && doubts.judge(match, PROVIDER, aired(episodes));
  };

  it('a doubt is written once, and its end ten minutes later at the earliest; until then no reading writes', async () => {
    expect(await judged(10)).toMatchObject({ state: 'resolved' });
    expect(writes).toBe(0);
    expect(await judged(20)).toMatchObject({ problem: 'tv_match_ambiguous' });
    expect(await judged(20)).toMatchObject({ problem: 'tv_match_ambiguous' });
    expect(writes).toBe(1);
    for (let nth = 0; nth < 3; nth++) expect(await judged(10)).toMatchObject({ problem: 'tv_match_ambiguous' });
    expect(writes).toBe(1);
    await clock.advance(10 * MINUTE_MS);
    expect(await judged(10)).toMatchObject({ state: 'resolved', problem: null });
    expect(await judged(10)).toMatchObject({ state: 'resolved' });
    expect(writes).toBe(2);
  });
});
