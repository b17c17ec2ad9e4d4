import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ListFixture } from '../../../../test/harness/list-fixture.js';
import { MetadataFixture } from '../../../../test/harness/metadata-fixture.js';
import { HeadlineRow } from './headline-row.js';

const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, place) => from + place);

describe('doc2 §4, doc4 §3.2: the headline row of the list provider', () => {
  let fixture: MetadataFixture;
  let list: ListFixture;

  beforeEach(async () => {
    fixture = await MetadataFixture.open();
    list = await ListFixture.open();
    for (const id of range(1, 60))
      fixture.fake.given.film({ id, title: `Film ${id}`, original_language: id <= 5 ? 'fr' : 'en' });
  });

  afterEach(async () => {
    await fixture.close();
    await list.close();
  });

  async function read({ page = 1, englishOnly = true } = {}) {
    const row = new HeadlineRow(fixture.headlines, list.feeds, fixture.clock);
    const input = { kind: 'movie', source: 'listprov_trending', page, englishOnly, share: 'account 1' } as const;
    const { titles, ...totals } = await row.read(input);
    return [titles.map(({ tmdbId }) => tmdbId), totals.totalPages, totals.totalResults] as const;
  }

  it('fetches forty, looks them up, and shows the first twenty that are kept, in the provider’s order', async () => {
    list.trends([9, 1, ...range(10, 60)]);
    expect(await read()).toEqual([[9, ...range(10, 28)], 2, 40]);
    expect(list.fake.calls().map(({ path, query }) => [path, query])).toEqual([
      ['/movies/trending', { page: '1', limit: '40' }],
    ]);
    expect(fixture.fake.calls('GET /3/movie/:id')).toHaveLength(40);
  });

  it('shows later pages as they are, filtered and not refilled, and none twice', async () => {
    list.trends([...range(20, 39), 1, 2, 7, 7, 8]);
    expect(await read({ page: 2 })).toEqual([[7, 8], 3, 25]);
    expect(await read({ page: 2, englishOnly: false })).toEqual([[1, 2, 7, 8], 3, 25]);
    expect(list.fake.calls()[0]?.query).toEqual({ page: '1', limit: '40' });
  });

  it('reports another page for as long as the served one had entries', async () => {
    list.trends([1, 2]);
    expect(await read()).toEqual([[], 2, 2]);
    expect(await read({ page: 2 })).toEqual([[], 2, 20]);
    list.trends(range(1, 60));
    expect(await read({ page: 3 })).toEqual([range(41, 60), 4, 60]);
    expect(await read({ page: 4 })).toEqual([[], 4, 60]);
    list.trends(range(1, 10_000).map(() => 9));
    expect(await read({ page: 500 })).toEqual([[9], 500, 10_000]);
  });

  it('leaves out what the metadata provider affirms not to have, or has no id for', async () => {
    fixture.fake.given.noFilm(6);
    list.trends([6, null, 7]);
    expect(await read()).toEqual([[7], 2, 3]);
  });

  it('fails once its titles take longer than 15 seconds together, and goes on with what came in when it is asked again', async () => {
    list.trends(range(6, 45));
    for (const id of [6, 14]) fixture.fake.meanwhile(`GET /3/movie/${id}`, () => fixture.clock.advance(7_500));
    await expect(read()).rejects.toMatchObject({ status: 502, safeText: 'metadata provider took too long to answer' });
    const asked = () => fixture.fake.calls('GET /3/movie/:id').map(({ path }) => Number(path.split('/').at(-1)));
    expect(asked().toSorted((a, b) => a - b)).toEqual(range(6, 21));
    expect(await read()).toEqual([range(6, 25), 2, 40]);
    expect(asked().toSorted((a, b) => a - b)).toEqual(range(6, 45));
  });

  it('fails with a title that can not be read, and looks up no more than eight at a time', async () => {
    fixture.fake.fail('GET /3/movie/13', 'timeout');
    const asking = fixture.fake.nextCall('GET /3/movie/13');
    list.trends(range(6, 45));
    const reading = read();
    const refused = expect(reading).rejects.toMatchObject({ status: 502 });
    await asking;
    await fixture.clock.advance(10_000);
    await refused;
    const asked = fixture.fake.calls('GET /3/movie/:id').map(({ path }) => Number(path.split('/').at(-1)));
    expect(Math.max(...asked)).toBe(13);
  });
});
