import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { ContentPoliciesRepository } from '../../../src/modules/users/users.public.js';
import { damagePolicy } from '../../harness/kids-policy.js';
import type { Session } from '../../harness/start-app.js';
import { bytes, GOOD, NOT_FOUND } from './kids-layouts.js';
import { startKidsFixture, type KidsFixture } from './kids-fixture.js';

const CHANGED = [503, '{"error":"content limits cannot be checked, retry shortly","code":"content_limits_unreadable"}'];
const FILM = '{"id":1,"title":"Razor","certification":"R"}';

describe('doc1 §4 proxy 5, doc2 §7: limits that change while an instance answers', () => {
  let fixture: KidsFixture;

  beforeAll(async () => {
    fixture = await startKidsFixture();
  });

  beforeEach(async () => {
    await fixture.setPolicy();
    for (const { userId } of [fixture.ana, fixture.admin])
      await fixture.app.get(Database).write((tx) => fixture.app.get(ContentPoliciesRepository).remove(tx, userId));
  });

  afterAll(() => fixture.close());

  const films = () => `/api/instances/${fixture.ids.movie_manager}/api/v3/movie`;
  const limit = ({ userId }: Session) => fixture.setPolicy({}, userId);
  const read = async (session: Session, path = films()) => {
    const { status, text } = await session.get(path);
    return [status, text];
  };

  it.each([
    ['a document', () => bytes(`[${FILM}]`)],
    ['a document of another kind', () => bytes('{"message":"Razor is no list"}', { 'content-type': 'text/json' }, 400)],
    ['an answer without a body', () => bytes('', {}, 204)],
    ['a redirect', () => bytes('', { location: '/api/v3/movie/1?title=Razor' }, 302)],
  ])('an account that becomes a kids account meanwhile doesn’t get %s', async (_, answer) => {
    fixture.answer(async () => {
      await limit(fixture.ana);
      return answer();
    });
    expect(await read(fixture.ana)).toEqual(CHANGED);
  });

  it('and is answered as a kids account from then on', async () => {
    fixture.answer(async () => {
      await limit(fixture.ana);
      return bytes(`[${FILM}]`);
    });
    await read(fixture.ana);
    expect(await read(fixture.ana)).toEqual([200, '[]']);
  });

  it('an account whose limits can’t be read by then gets nothing: 503', async () => {
    fixture.answer(async () => {
      await limit(fixture.ana);
      await damagePolicy(fixture.app, fixture.ana);
      return bytes(`[${FILM}]`);
    });
    const { status, text } = await fixture.ana.get(films());
    expect([status, text.includes('Razor')]).toEqual([503, false]);
  });

  it.each([
    ['a document', () => bytes(`[${FILM}]`)],
    ['bytes that are passed on as they come', () => bytes('Razor', { 'content-type': 'text/plain' })],
  ])('an administrator’s call is let out by the same rule: %s', async (_, answer) => {
    fixture.answer(async () => {
      await limit(fixture.admin);
      return answer();
    });
    expect(await read(fixture.admin)).toEqual(CHANGED);
  });

  describe('a kids account whose episode is judged by its series', () => {
    const episode = () => `/api/instances/${fixture.ids.tv_manager}/api/v3/episode/1`;
    const given = (series: () => Promise<unknown>) => {
      fixture.app.sonarr.route('GET /api/v3/episode/:id', () => bytes('{"id":1,"seriesId":7,"title":"Pilot"}'));
      fixture.app.sonarr.route('GET /api/v3/series/:id', async () => {
        await series();
        return bytes(GOOD.replace('"G"', '"TV-G"'));
      });
    };

    it('doesn’t get what was judged by limits that are tighter by the time it is there', async () => {
      given(() => fixture.setPolicy({ maxTvRating: 'TV-Y' }));
      expect(await read(fixture.kit, episode())).toEqual(CHANGED);
      expect(await read(fixture.kit, episode())).toEqual(NOT_FOUND);
    });

    it('gets it where the same limits were set once more, or none are set any more', async () => {
      given(() => fixture.setPolicy());
      expect((await read(fixture.kit, episode()))[0]).toBe(200);
      const { userId } = fixture.kit;
      given(() =>
        fixture.app.get(Database).write((tx) => fixture.app.get(ContentPoliciesRepository).remove(tx, userId)),
      );
      expect((await read(fixture.kit, episode()))[0]).toBe(200);
    });
  });

  it('books have no ratings: a member gets them whatever it becomes', async () => {
    fixture.fakes.book_manager.route('GET /api/v1/book', async () => {
      await limit(fixture.ana);
      return bytes('[{"id":1,"title":"Razor"}]');
    });
    const books = `/api/instances/${fixture.ids.book_manager}/api/v1/book`;
    expect(await read(fixture.ana, books)).toEqual([200, '[{"id":1,"title":"Razor"}]']);
  });
});
