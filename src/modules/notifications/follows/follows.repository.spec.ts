import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MediaRowsDatabase } from '../../../../test/harness/media-rows-database.js';
import { FollowsRepository } from './follows.repository.js';

describe('the rows of who follows which titles', () => {
  const follows = new FollowsRepository();
  let rows: MediaRowsDatabase;

  beforeEach(async () => {
    rows = await MediaRowsDatabase.open();
  });

  afterEach(() => rows.close());

  it('each is there once, the latest first, and goes', async () => {
    const [ana, ben] = [await rows.person('ana'), await rows.person('ben')];
    const film = (tmdbId: number) => ({ mediaType: 'movie', tmdbId, instanceId: 'films' }) as const;
    await rows.server('films');
    const add = (userId: number, tmdbId: number, now: number) =>
      rows.database.write((tx) => follows.add(tx, userId, film(tmdbId), now));
    await add(ana, 9, 1_000);
    await add(ana, 7, 2_000);
    await add(ana, 8, 2_000);
    await add(ana, 9, 3_000);
    await add(ben, 9, 1_000);
    const of = async (userId: number) =>
      (await rows.database.read((tx) => follows.of(tx, userId))).map(({ tmdbId }) => tmdbId);
    const followers = () => rows.database.read((tx) => follows.followersOf(tx, film(9)));
    expect(await of(ana)).toEqual([7, 8, 9]);
    expect(await followers()).toEqual([ana, ben]);
    await rows.database.write((tx) => follows.remove(tx, ana, film(9)));
    expect([await of(ana), await followers()]).toEqual([[7, 8], [ben]]);
  });
});
