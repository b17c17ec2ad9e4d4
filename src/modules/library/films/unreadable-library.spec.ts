import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FakeFault } from '../../../../test/fakes/fake-fault.js';
import { errorOf } from '../../../../test/harness/error-of.js';
import { FILMS, FilmLibraryFixture } from '../../../../test/harness/film-library-fixture.js';
import { QUEUE } from '../../../../test/harness/library-fixture.js';
import { StorageError } from '../../../core/database/storage-error.js';
import { InstanceChanged, InstanceMissing } from '../../instances/instances.public.js';

const UNKNOWN = { known: false, reason: 'library_unavailable' };
const ABSENT = 404;
const status = (name: string): object => expect.objectContaining({ known: true, status: name });

describe('FilmLibraryService over a library that fails', () => {
  let fixture: FilmLibraryFixture;

  beforeEach(async () => {
    fixture = await FilmLibraryFixture.open();
  });

  afterEach(() => fixture.close());

  const read = (tmdbId: number) => fixture.library.availability(fixture.id, tmdbId);
  const calls = (): number[] => [FILMS, QUEUE].map((key) => fixture.radarr.calls(key).length);

  describe('doc 4 section 4.5: an unreadable library is unknown, never absent', () => {
    it.each<[string, FakeFault]>([
      ['resets the connection', 'reset'],
      ['answers 500', 500],
      ['refuses the key', 401],
      ['is starting up', 503],
      ['answers what is no JSON', 'garbage'],
      ['answers nothing', 'empty'],
      ['breaks off', 'cut-body'],
      ['does not know the route', 404],
      ['redirects', { status: 307, headers: { location: '/radarr/api/v3/movie' } }],
    ])('when the manager %s', async (_case, fault) => {
      fixture.radarr.given.movie({ tmdbId: 1, hasFile: true });
      fixture.radarr.fail(FILMS, fault);
      expect([...(await fixture.library.availabilities(fixture.id, [1, ABSENT]))]).toEqual([
        [1, UNKNOWN],
        [ABSENT, UNKNOWN],
      ]);
    });

    it('when nothing listens at its address', async () => {
      await fixture.radarr.leave();
      expect(await read(1)).toEqual(UNKNOWN);
    });

    it('when the manager never answers, with one wait for all reads', async () => {
      fixture.radarr.fail(QUEUE, 'timeout');
      const arrival = fixture.radarr.nextCall(QUEUE);
      const verdict = read(1);
      await arrival;
      await fixture.clock.advance(15_000);
      expect(await verdict).toEqual(UNKNOWN);
      expect(calls()).toEqual([0, 1]);
    });

    it('when its stored key cannot be decrypted, until it is stored again', async () => {
      fixture.radarr.given.movie({ tmdbId: 1, hasFile: true });
      await fixture.lockKey(fixture.id);
      expect(await read(1)).toEqual(UNKNOWN);
      expect(calls()).toEqual([0, 0]);
      await fixture.storeKey(fixture.id, fixture.radarr.apiKey);
      await fixture.events.publish(new InstanceChanged(fixture.id));
      expect(await read(1)).toEqual(status('available'));
    });

    it('with a readable list and an unreadable queue only films without a file are unknown', async () => {
      fixture.radarr.given.movie({ tmdbId: 1, hasFile: true });
      fixture.radarr.given.movie({ tmdbId: 2 });
      fixture.radarr.given.movie({ tmdbId: 3, monitored: false });
      fixture.radarr.fail(QUEUE, 500);
      expect([...(await fixture.library.availabilities(fixture.id, [1, 2, 3, ABSENT])).values()]).toEqual([
        status('available'),
        UNKNOWN,
        UNKNOWN,
        status('unavailable'),
      ]);
    });

    it('what was read a moment before the manager went stays known as long as it is fresh', async () => {
      fixture.radarr.given.movie({ tmdbId: 1, hasFile: true });
      fixture.radarr.given.movie({ tmdbId: 2 });
      await read(1);
      await fixture.radarr.leave();
      await fixture.clock.advance(60_000);
      expect([await read(1), await read(2)]).toEqual([status('available'), UNKNOWN]);
      await fixture.clock.advance(60_000);
      expect(await read(1)).toEqual(UNKNOWN);
    });

    it('a fault of our own storage is thrown, since it says nothing about a library', async () => {
      await fixture.database.close();
      expect(await errorOf(read(1))).toBeInstanceOf(StorageError);
      expect(fixture.logged).toEqual([]);
    });

    it('an instance that does not exist is thrown too', async () => {
      expect(await errorOf(fixture.library.availability('nowhere', 1))).toBeInstanceOf(InstanceMissing);
    });
  });

  describe('issue 43 C14, security 39: a row that can’t be read may be its own film, and no other', () => {
    const FILM = { monitored: true, hasFile: true };
    const rows = (...given: readonly unknown[]) => fixture.radarr.fail(FILMS, { body: given });

    it('one that names its film leaves the others known, and absent ones absent', async () => {
      rows({ ...FILM, id: 1, tmdbId: 1 }, { ...FILM, id: 2, tmdbId: 2, monitored: null });
      expect([...(await fixture.library.availabilities(fixture.id, [1, 2, ABSENT])).values()]).toEqual([
        status('available'),
        UNKNOWN,
        status('unavailable'),
      ]);
      expect(fixture.logged).toEqual(['rows of a library can not be read']);
    });

    it('one that names none makes no film that is there unknown, and every other', async () => {
      rows({ ...FILM, id: 1, tmdbId: 1 }, null);
      expect([await read(1), await read(ABSENT)]).toEqual([status('available'), UNKNOWN]);
    });

    const SEEN = [1, 2, ABSENT];
    const remembered = async (...given: readonly unknown[]) => {
      rows({ ...FILM, id: 1, tmdbId: 1 }, ...given);
      const all = await fixture.library.snapshot(fixture.id);
      return all && { films: [...all.films.keys()], unread: SEEN.filter((tmdbId) => all.isUnread(tmdbId)) };
    };

    it('those who remember all films keep those that are known, and learn which ones aren’t', async () => {
      expect(await remembered({ ...FILM, id: 2, tmdbId: 2, monitored: null })).toEqual({ films: [1], unread: [2] });
      await fixture.clock.advance(120_000);
      expect(await remembered(null)).toEqual({ films: [1], unread: [2, ABSENT] });
      await fixture.clock.advance(120_000);
      expect(await remembered()).toEqual({ films: [1], unread: [] });
    });

    it('another row that can’t be read makes another version', async () => {
      const versions = new Set<number | undefined>();
      for (const tmdbId of [2, 2, 3]) {
        rows({ ...FILM, id: 1, tmdbId: 1 }, { id: 2, tmdbId });
        versions.add((await fixture.library.snapshot(fixture.id))?.version);
        await fixture.clock.advance(120_000);
      }
      expect(versions.size).toBe(2);
    });

    it('a row of the queue leaves a film with a file, or with a row of its own, known', async () => {
      fixture.radarr.given.movie({ tmdbId: 1, hasFile: true });
      const [two] = [2, 3].map((tmdbId) => fixture.radarr.given.movie({ tmdbId }));
      const records = [{ movieId: two?.id, size: 2, sizeleft: 1 }, { movieId: 'x' }];
      fixture.radarr.fail(QUEUE, { body: { totalRecords: 2, records } });
      expect([...(await fixture.library.availabilities(fixture.id, [1, 2, 3, ABSENT])).values()]).toEqual([
        status('available'),
        status('downloading'),
        UNKNOWN,
        status('unavailable'),
      ]);
    });
  });

  describe('an outage', () => {
    it('costs the manager one call in five seconds, however many read', async () => {
      fixture.radarr.startingUp = true;
      await Promise.all(Array.from({ length: 50 }, () => read(1)));
      for (let reader = 0; reader < 50; reader++) await read(1);
      expect(calls()).toEqual([1, 1]);
      await fixture.clock.advance(4_999);
      await read(1);
      expect(calls()).toEqual([1, 1]);
      await fixture.clock.advance(1);
      await read(1);
      expect(calls()).toEqual([2, 2]);
    });

    it('is over for the readers as soon as the pause is', async () => {
      fixture.radarr.given.movie({ tmdbId: 1 });
      fixture.radarr.startingUp = true;
      await read(1);
      fixture.radarr.startingUp = false;
      expect(await read(1)).toEqual(UNKNOWN);
      await fixture.clock.advance(5_000);
      expect(await read(1)).toEqual(status('requested'));
    });

    it('is logged once for each read when it begins and when it ends', async () => {
      await fixture.radarr.leave();
      for (let round = 0; round < 5; round++) {
        await Promise.all(Array.from({ length: 20 }, () => read(1)));
        await fixture.clock.advance(5_000);
      }
      expect(fixture.logged).toEqual(['library unreadable']);
      await fixture.radarr.start(fixture.radarr.port);
      await read(1);
      expect(fixture.logged).toEqual(['library unreadable', 'library readable again']);
    });

    it('does not outlast a drop: the next reader tries at once', async () => {
      fixture.radarr.given.movie({ tmdbId: 1 });
      fixture.radarr.fail(QUEUE, 401);
      await read(1);
      fixture.liveCache.films.drop(fixture.id);
      expect(await read(1)).toEqual(status('requested'));
    });

    it('of a read that began before a drop pauses nothing after it', async () => {
      fixture.radarr.given.movie({ tmdbId: 1 });
      fixture.radarr.fail(QUEUE, 'timeout');
      const arrival = fixture.radarr.nextCall(QUEUE);
      const before = read(1);
      await arrival;
      fixture.liveCache.films.drop(fixture.id);
      await fixture.clock.advance(15_000);
      await before;
      expect(await read(1)).toEqual(status('requested'));
    });

    it('of one library does not touch another', async () => {
      await fixture.addLibrary('old-films');
      await fixture.radarr.leave();
      const verdicts = await Promise.all([read(1), fixture.library.availability('old-films', 1)]);
      expect(verdicts).toEqual([UNKNOWN, status('unavailable')]);
    });
  });
});
