import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LedgerFixture } from '../../../../test/harness/ledger-fixture.js';
import { DispatchesRepository } from '../saved/dispatches.repository.js';
import { type NewRequest, RequestsRepository } from '../saved/requests.repository.js';
import { RequestedTitlesService } from './requested-titles.service.js';

const [ANA, BEN] = [7, 8];
const LIBRARY = 'library';

describe('doc2 §4 Download activity: what an account has requested, by the ids of its libraries', () => {
  const saved = new RequestsRepository();
  const dispatches = new DispatchesRepository();
  const titles = new RequestedTitlesService(saved, dispatches);
  let fixture: LedgerFixture;

  beforeEach(async () => {
    fixture = await LedgerFixture.open();
  });

  afterEach(() => fixture.close());

  /** A request with a job for each format. */
  const ask = (given: Partial<NewRequest> & Pick<NewRequest, 'mediaType' | 'key'>): Promise<number> =>
    fixture.database.write(async (tx) => {
      const id = await saved.insert(tx, {
        ...{ userId: ANA, requesterName: 'ana', title: 'A title', status: 'requested', qualityProfileId: 0 },
        ...{ instanceId: LIBRARY, requestedAt: 1_000 },
        ...given,
      });
      const formats = given.mediaType === 'book' ? (['audiobook', 'ebook'] as const) : ([''] as const);
      for (const format of formats) await dispatches.insert(tx, { requestId: id, format }, 'queued', 1_000);
      return id;
    });
  const of = (userId: number) => fixture.database.read((tx) => titles.of(tx, userId));

  it('a film by its TMDB id, a series by its TVDB id with the library’s numbers of its seasons', async () => {
    await ask({ mediaType: 'movie', key: '7', tmdbId: 7 });
    await ask({ mediaType: 'tv', key: '9', tmdbId: 9, tvdbId: 109, seasonScope: '1,2', seasonMap: '1:1,2:4' });
    await ask({ mediaType: 'tv', key: '9', tmdbId: 9, tvdbId: 109, seasonScope: 'pilot', seasonMap: '1:1' });
    const found = await of(ANA);
    expect(found.isWhole).toBe(true);
    expect(found.titles).toEqual([
      expect.objectContaining({ mediaType: 'tv', catalogIds: ['109'], seasons: [1], isPilot: true }),
      expect.objectContaining({ mediaType: 'tv', catalogIds: ['109'], seasons: [1, 4], isPilot: false }),
      expect.objectContaining({ instanceId: LIBRARY, mediaType: 'movie', catalogIds: ['7'], seasons: [] }),
    ]);
  });

  it('what can’t be told of a series is said to be so', async () => {
    await ask({ mediaType: 'tv', key: '9', tmdbId: 9, tvdbId: null, seasonScope: 'all', seasonMap: '' });
    await ask({ mediaType: 'tv', key: '9', tmdbId: 9, tvdbId: 109, seasonScope: 'all', seasonMap: 'damaged' });
    expect((await of(ANA)).titles).toMatchObject([
      { catalogIds: ['109'], seasons: null },
      { catalogIds: [], seasons: null },
    ]);
  });

  it('a shared book by the formats that the account waits for, and by the records of their deliveries', async () => {
    const id = await ask({ mediaType: 'book', key: 'hc:5', foreignId: 'bc:5', bookFormat: 'both' });
    await fixture.database.write(async (tx) => {
      await saved.subscribe(tx, { requestId: id, userId: ANA, username: 'ana', bookFormat: 'ebook', joinedAt: 1 });
      await saved.subscribe(tx, { requestId: id, userId: BEN, username: 'ben', bookFormat: 'audiobook', joinedAt: 2 });
      await dispatches.change(tx, { requestId: id, format: 'ebook' }, { recordId: 51, canonicalForeignId: 'hc:6' });
      await dispatches.change(tx, { requestId: id, format: 'audiobook' }, { recordId: 52 });
    });
    expect((await of(ANA)).titles).toMatchObject([
      { catalogIds: ['hc:5', 'hc:6'], recordIds: [51], formats: ['ebook'] },
    ]);
    expect((await of(BEN)).titles).toMatchObject([{ catalogIds: ['hc:5'], recordIds: [52], formats: ['audiobook'] }]);
  });

  it('not what was denied or withdrawn, nor what was asked of a library that is gone, nor what others asked for', async () => {
    await ask({ mediaType: 'movie', key: '1', tmdbId: 1, status: 'denied' });
    await ask({ mediaType: 'movie', key: '2', tmdbId: 2, instanceId: null });
    await ask({ mediaType: 'movie', key: '3', tmdbId: 3, userId: BEN });
    await ask({ mediaType: 'movie', key: '4', tmdbId: 4, status: 'pending' });
    expect((await of(ANA)).titles.map(({ catalogIds }) => catalogIds)).toEqual([['4']]);
  });
});
