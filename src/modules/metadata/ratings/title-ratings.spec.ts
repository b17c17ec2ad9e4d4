import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/harness/error-of.js';
import { MetadataStand } from '../../../../test/harness/metadata-stand.js';

const FILM = 'GET /3/movie/:id';
const SERIES = 'GET /3/tv/:id';
const DAY_MS = 24 * 60 * 60_000;

describe('doc2 §4 Kids accounts on discovery: what titles are judged by', () => {
  let stand: MetadataStand;

  beforeEach(async () => {
    stand = await MetadataStand.open();
  });

  afterEach(() => stand.close());

  it('a film by its flag, its genres and its releases', async () => {
    stand.fake.given.film({ id: 7, title: 'Harbor Lights' });
    expect(await stand.ratings.of('movie', 7)).toEqual({
      adult: false,
      genreIds: [18, 9648],
      ratings: new Map([['US', [['PG-13']]]]),
    });
  });

  it('a series by its flag, its genres and its ratings', async () => {
    stand.fake.given.series({ id: 8, name: 'Northern Relay', adult: true });
    expect(await stand.ratings.of('tv', 8)).toMatchObject({ adult: true, ratings: new Map([['US', [['TV-14']]]]) });
  });

  it('are looked up once a day, however many want them', async () => {
    stand.fake.given.film({ id: 7, title: 'Harbor Lights' });
    await Promise.all([stand.ratings.of('movie', 7), stand.ratings.of('movie', 7)]);
    await stand.clock.advance(DAY_MS - 1);
    await stand.ratings.of('movie', 7);
    expect(stand.fake.calls(FILM)).toHaveLength(1);
    await stand.clock.advance(1);
    await stand.ratings.of('movie', 7);
    expect(stand.fake.calls(FILM)).toHaveLength(2);
  });

  it('are null for a title that the provider affirms not to have', async () => {
    expect(await stand.ratings.of('movie', 7)).toBeNull();
    expect(await stand.ratings.of('movie', 7)).toBeNull();
    expect(stand.fake.calls(FILM)).toHaveLength(1);
  });

  it('eight are looked up at once, films and series together, and the others when it is their turn', async () => {
    const ids = [1, 2, 3, 4, 5];
    for (const id of ids) stand.fake.given.film({ id, title: `Film ${id}` });
    for (const id of ids) stand.fake.given.series({ id, name: `Series ${id}` });
    stand.fake.fail(FILM, 'timeout', 4);
    stand.fake.fail(SERIES, 'timeout', 4);
    const first = [1, 2, 3, 4].flatMap((id) => [`GET /3/movie/${id}`, `GET /3/tv/${id}`]);
    const arrived = first.map((call) => stand.fake.nextCall(call));
    const outcomes = ids.flatMap((id) => [stand.ratings.of('movie', id), stand.ratings.of('tv', id)]).map(errorOf);
    await Promise.all(arrived);
    await stand.clock.advance(9_999);
    expect(stand.fake.calls()).toHaveLength(8);
    await stand.clock.advance(1);
    const failed = (await Promise.all(outcomes)).filter((fault) => fault !== undefined);
    expect(failed).toHaveLength(8);
    expect(stand.fake.calls()).toHaveLength(10);
  });

  describe('when the provider asks for fewer requests', () => {
    const slept: number[] = [];

    beforeEach(() => {
      slept.length = 0;
      stand.clock.sleep = async (ms) => void slept.push(ms);
      stand.fake.given.film({ id: 7, title: 'Harbor Lights' });
    });

    it('it is asked once more after the time that it names', async () => {
      stand.fake.limitRate(FILM, { retryAfterSeconds: 2 });
      expect(await stand.ratings.of('movie', 7)).not.toBeNull();
      expect([slept, stand.fake.calls(FILM).length]).toEqual([[2_000], 2]);
    });

    it('it is asked once more after three seconds where it names a longer time: somebody waits', async () => {
      stand.fake.limitRate(FILM, { retryAfterSeconds: 60 });
      await stand.ratings.of('movie', 7);
      expect(slept).toEqual([3_000]);
    });

    it('and a second refusal is 502', async () => {
      stand.fake.limitRate(FILM, { times: 2 });
      expect(await errorOf(stand.ratings.of('movie', 7))).toMatchObject({ status: 502 });
      expect(stand.fake.calls(FILM)).toHaveLength(2);
    });
  });

  it.each([503, 'reset', { body: { id: 7, adult: false, genres: [] } }] as const)(
    'a provider that fails (%j) is 502 and never a title without ratings, and is asked again after ten seconds',
    async (fault) => {
      stand.fake.given.film({ id: 7, title: 'Harbor Lights' });
      stand.fake.fail(FILM, fault);
      expect(await errorOf(stand.ratings.of('movie', 7))).toMatchObject({ status: 502 });
      await stand.clock.advance(9_999);
      expect(await errorOf(stand.ratings.of('movie', 7))).toMatchObject({ status: 502 });
      expect(stand.fake.calls(FILM)).toHaveLength(1);
      await stand.clock.advance(1);
      expect(await stand.ratings.of('movie', 7)).not.toBeNull();
    },
  );

  it('a provider that doesn’t answer is waited for once by all who ask of a title, and then by nobody for a while', async () => {
    for (const id of [7, 8]) stand.fake.given.film({ id, title: `Film ${id}` });
    stand.fake.fail(FILM, 'timeout');
    const arrived = stand.fake.nextCall(FILM);
    const asked = [1, 2, 3].map(() => errorOf(stand.ratings.of('movie', 7)));
    await arrived;
    await stand.clock.advance(10_000);
    expect(await Promise.all(asked)).toEqual([1, 2, 3].map(() => expect.objectContaining({ status: 502 })));
    expect(await errorOf(stand.ratings.of('movie', 7))).toMatchObject({ status: 502 });
    expect(stand.fake.calls(FILM)).toHaveLength(1);
    expect(await stand.ratings.of('movie', 8)).not.toBeNull();
  });

  it('a refused key is not kept: another one counts with the next lookup', async () => {
    stand.fake.given.film({ id: 7, title: 'Harbor Lights' });
    stand.fake.fail(FILM, 401);
    expect(await errorOf(stand.ratings.of('movie', 7))).toMatchObject({ status: 502 });
    expect(await stand.ratings.of('movie', 7)).not.toBeNull();
  });

  it('without a key nothing is asked: 503', async () => {
    const keyless = await MetadataStand.open({ hasKey: false });
    expect(await errorOf(keyless.ratings.of('movie', 7))).toMatchObject({ status: 503 });
    await keyless.close();
  });
});
