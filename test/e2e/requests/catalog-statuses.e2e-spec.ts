import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AlbumHousehold } from './album-household.js';
import { BookHousehold } from './book-household.js';

describe('issue 22, speed: GET /api/requests/statuses of albums', () => {
  let household: AlbumHousehold;

  beforeAll(async () => {
    household = await AlbumHousehold.open({ isReusable: true });
    await household.startOver();
  });

  afterAll(() => household.close());

  it('says what cards show, with the caller’s own request, by one reading of the library', async () => {
    const { ana, lidarr } = household;
    const asked = household.group();
    const { group: there } = household.album({ files: 'all' });
    const requestId = await household.brought(ana, asked);
    await household.app.clock.leap(16_000);
    const before = lidarr.calls('GET /api/v1/album').length;
    const answer = await ana.get(`/api/requests/statuses?albums=${asked},${there.foreignAlbumId.toUpperCase()}`);
    expect(answer.body).toEqual({
      movies: {},
      series: {},
      albums: {
        [asked]: expect.objectContaining({ status: 'requested', status_known: true, request_id: requestId }) as object,
        [there.foreignAlbumId.toUpperCase()]: { status: 'available', progress: 1, status_known: true },
      },
    });
    expect(lidarr.calls('GET /api/v1/album').length - before).toBe(1);
  });

  it('a library that can’t be read is unknown; who has none gets nothing; what is no id is refused', async () => {
    const { ana, lidarr, app } = household;
    const id = household.group();
    await app.clock.leap(16_000);
    lidarr.fail('GET /api/v1/album', 503, Infinity);
    expect((await ana.get(`/api/requests/statuses?albums=${id}`)).body).toMatchObject({
      albums: { [id]: { status: 'unavailable', status_known: false } },
    });
    lidarr.recover();
    expect((await ana.get('/api/requests/statuses?books=hc:7')).body).toEqual({ movies: {}, series: {}, books: {} });
    for (const query of [
      'albums=../x',
      'books=hc:0',
      `albums=${Array.from({ length: 101 }, (_, at) => `a${at}`).join()}`,
      `albums=${'a,'.repeat(100)}b`,
    ])
      expect([query, (await ana.get(`/api/requests/statuses?${query}`)).status]).toEqual([query, 400]);
  });
});

describe('issue 22, speed: GET /api/requests/statuses of books', () => {
  let household: BookHousehold;

  beforeAll(async () => {
    household = await BookHousehold.open({ isReusable: true });
    await household.startOver();
  });

  afterAll(() => household.close());

  it('names each by the id that was sent, with the request that the caller shares', async () => {
    const { ana } = household;
    const [asked, other] = [household.book(), household.book()];
    const requestId = await household.idOf(ana, asked, 'audiobook');
    const sent = asked.replace('hc:', 'bc:');
    const { body } = await ana.get(`/api/requests/statuses?books=${sent},${other}`);
    expect(body).toEqual({
      movies: {},
      series: {},
      books: {
        [sent]: expect.objectContaining({ status: 'requested', request_id: requestId }) as object,
        [other]: { status: 'unavailable', progress: 0, status_known: true },
      },
    });
  });
});
