import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/harness/error-of.js';
import { MetadataFixture } from '../../../../test/harness/metadata-fixture.js';

const FILM = 'GET /3/movie/:id';
const SERIES = 'GET /3/tv/:id';
const DAY_MS = 24 * 60 * 60_000;

describe('doc2 §4 Kids accounts on discovery: what titles are judged by', () => {
  let fixture: MetadataFixture;

  beforeEach(async () => {
    fixture = await MetadataFixture.open();
  });

  afterEach(() => fixture.close());

  it('a film by its flag, its genres and its releases', async () => {
    fixture.fake.given.film({ id: 7, title: 'Harbor Lights' });
    expect(await fixture.ratings.of('movie', 7)).toEqual({
      adult: false,
      genreIds: [18, 9648],
      ratings: new Map([['US', [['PG-13']]]]),
    });
  });

  it('a series by its flag, its genres and its ratings', async () => {
    fixture.fake.given.series({ id: 8, name: 'Northern Relay', adult: true });
    expect(await fixture.ratings.of('tv', 8)).toMatchObject({ adult: true, ratings: new Map([['US', [['TV-14']]]]) });
  });

  it('are looked up once a day, however many want them', async () => {
    fixture.fake.given.film({ id: 7, title: 'Harbor Lights' });
    await Promise.all([fixture.ratings.of('movie', 7), fixture.ratings.of('movie', 7)]);
    await fixture.clock.advance(DAY_MS - 1);
    await fixture.ratings.of('movie', 7);
    expect(fixture.fake.calls(FILM)).toHaveLength(1);
    await fixture.clock.advance(1);
    await fixture.ratings.of('movie', 7);
    expect(fixture.fake.calls(FILM)).toHaveLength(2);
  });

  it('are null for a title that the provider affirms not to have', async () => {
    expect(await fixture.ratings.of('movie', 7)).toBeNull();
    expect(await fixture.ratings.of('movie', 7)).toBeNull();
    expect(fixture.fake.calls(FILM)).toHaveLength(1);
  });

  it('eight are looked up at once, films and series together, and the others when it is their turn', async () => {
    const ids = [1, 2, 3, 4, 5];
    for (const id of ids) fixture.fake.given.film({ id, title: `Film ${id}` });
    for (const id of ids) fixture.fake.given.series({ id, name: `Series ${id}` });
    fixture.fake.fail(FILM, 'timeout', 4);
    fixture.fake.fail(SERIES, 'timeout', 4);
    const first = [1, 2, 3, 4].flatMap((id) => [`GET /3/movie/${id}`, `GET /3/tv/${id}`]);
    const arrived = first.map((call) => fixture.fake.nextCall(call));
    const outcomes = ids.flatMap((id) => [fixture.ratings.of('movie', id), fixture.ratings.of('tv', id)]).map(errorOf);
    await Promise.all(arrived);
    await fixture.clock.advance(9_999);
    expect(fixture.fake.calls()).toHaveLength(8);
    await fixture.clock.advance(1);
    const failed = (await Promise.all(outcomes)).filter((fault) => fault !== undefined);
    expect(failed).toHaveLength(8);
    expect(fixture.fake.calls()).toHaveLength(10);
  });

  describe('when the provider asks for fewer requests', () => {
    const slept: number[] = [];

    beforeEach(() => {
      slept.length = 0;
      fixture.clock.sleep = async (ms) => void slept.push(ms);
      fixture.fake.given.film({ id: 7, title: 'Harbor Lights' });
    });

    it('it is asked once more after the time that it names', async () => {
      fixture.fake.limitRate(FILM, { retryAfterSeconds: 2 });
      expect(await fixture.ratings.of('movie', 7)).not.toBeNull();
      expect([slept, fixture.fake.calls(FILM).length]).toEqual([[2_000], 2]);
    });

    it('it is asked once more after three seconds when it names a longer time', async () => {
      fixture.fake.limitRate(FILM, { retryAfterSeconds: 60 });
      await fixture.ratings.of('movie', 7);
      expect(slept).toEqual([3_000]);
    });

    it('and a second refusal is 502', async () => {
      fixture.fake.limitRate(FILM, { times: 2 });
      expect(await errorOf(fixture.ratings.of('movie', 7))).toMatchObject({ status: 502 });
      expect(fixture.fake.calls(FILM)).toHaveLength(2);
    });
  });

  it.each([503, 'reset', { body: { id: 7, adult: false, genres: [] } }] as const)(
    'a provider that fails (%j) is 502 and never a title without ratings, and is asked again after ten seconds',
    async (fault) => {
      fixture.fake.given.film({ id: 7, title: 'Harbor Lights' });
      fixture.fake.fail(FILM, fault);
      expect(await errorOf(fixture.ratings.of('movie', 7))).toMatchObject({ status: 502 });
      await fixture.clock.advance(9_999);
      expect(await errorOf(fixture.ratings.of('movie', 7))).toMatchObject({ status: 502 });
      expect(fixture.fake.calls(FILM)).toHaveLength(1);
      await fixture.clock.advance(1);
      expect(await fixture.ratings.of('movie', 7)).not.toBeNull();
    },
  );

  it('all callers for a title wait for a silent provider once, and later callers don’t wait for a while', async () => {
    for (const id of [7, 8]) fixture.fake.given.film({ id, title: `Film ${id}` });
    fixture.fake.fail(FILM, 'timeout');
    const arrived = fixture.fake.nextCall(FILM);
    const asked = [1, 2, 3].map(() => errorOf(fixture.ratings.of('movie', 7)));
    await arrived;
    await fixture.clock.advance(10_000);
    expect(await Promise.all(asked)).toEqual([1, 2, 3].map(() => expect.objectContaining({ status: 502 })));
    expect(await errorOf(fixture.ratings.of('movie', 7))).toMatchObject({ status: 502 });
    expect(fixture.fake.calls(FILM)).toHaveLength(1);
    expect(await fixture.ratings.of('movie', 8)).not.toBeNull();
  });

  it('a refused key is not kept: another one counts with the next lookup', async () => {
    fixture.fake.given.film({ id: 7, title: 'Harbor Lights' });
    fixture.fake.fail(FILM, 401);
    expect(await errorOf(fixture.ratings.of('movie', 7))).toMatchObject({ status: 502 });
    expect(await fixture.ratings.of('movie', 7)).not.toBeNull();
  });

  it('without a key it is 503, and nothing is asked', async () => {
    const keyless = await MetadataFixture.open({ hasKey: false });
    expect(await errorOf(keyless.ratings.of('movie', 7))).toMatchObject({ status: 503 });
    await keyless.close();
  });
});
