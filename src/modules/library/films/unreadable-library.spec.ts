import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FakeFault } from '../../../../test/fakes/fake-fault.js';
import { errorOf } from '../../../../test/harness/error-of.js';
import { FILMS, FilmLibraryStand } from '../../../../test/harness/film-library-stand.js';
import { QUEUE } from '../../../../test/harness/library-stand.js';
import { StorageError } from '../../../core/database/storage-error.js';
import { InstanceChanged, InstanceMissing } from '../../instances/instances.public.js';

const UNKNOWN = { known: false, reason: 'library_unavailable' };
const ABSENT = 404;
const status = (name: string): object => expect.objectContaining({ known: true, status: name });

describe('FilmLibrary over a library that fails', () => {
  let stand: FilmLibraryStand;

  beforeEach(async () => {
    stand = await FilmLibraryStand.open();
  });

  afterEach(() => stand.close());

  const read = (tmdbId: number) => stand.library.availability(stand.id, tmdbId);
  const calls = (): number[] => [FILMS, QUEUE].map((key) => stand.radarr.calls(key).length);

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
      stand.radarr.given.movie({ tmdbId: 1, hasFile: true });
      stand.radarr.fail(FILMS, fault);
      expect([...(await stand.library.availabilities(stand.id, [1, ABSENT]))]).toEqual([
        [1, UNKNOWN],
        [ABSENT, UNKNOWN],
      ]);
    });

    it('when nothing listens at its address', async () => {
      await stand.radarr.leave();
      expect(await read(1)).toEqual(UNKNOWN);
    });

    it('when the manager never answers, and then it is waited for once and not once for each reading', async () => {
      stand.radarr.fail(QUEUE, 'timeout');
      const arrival = stand.radarr.nextCall(QUEUE);
      const verdict = read(1);
      await arrival;
      await stand.clock.advance(15_000);
      expect(await verdict).toEqual(UNKNOWN);
      expect(calls()).toEqual([0, 1]);
    });

    it('when its stored key cannot be opened, until it is stored anew', async () => {
      stand.radarr.given.movie({ tmdbId: 1, hasFile: true });
      await stand.lockKey(stand.id);
      expect(await read(1)).toEqual(UNKNOWN);
      expect(calls()).toEqual([0, 0]);
      await stand.storeKey(stand.id, stand.radarr.apiKey);
      await stand.events.publish(new InstanceChanged(stand.id));
      expect(await read(1)).toEqual(status('available'));
    });

    it('with a readable list and an unreadable queue only films without a file are unknown', async () => {
      stand.radarr.given.movie({ tmdbId: 1, hasFile: true });
      stand.radarr.given.movie({ tmdbId: 2 });
      stand.radarr.given.movie({ tmdbId: 3, monitored: false });
      stand.radarr.fail(QUEUE, 500);
      expect([...(await stand.library.availabilities(stand.id, [1, 2, 3, ABSENT])).values()]).toEqual([
        status('available'),
        UNKNOWN,
        UNKNOWN,
        status('unavailable'),
      ]);
    });

    it('what was read a moment before the manager went stays known as long as it is fresh', async () => {
      stand.radarr.given.movie({ tmdbId: 1, hasFile: true });
      stand.radarr.given.movie({ tmdbId: 2 });
      await read(1);
      await stand.radarr.leave();
      await stand.clock.advance(60_000);
      expect([await read(1), await read(2)]).toEqual([status('available'), UNKNOWN]);
      await stand.clock.advance(60_000);
      expect(await read(1)).toEqual(UNKNOWN);
    });

    it('a fault of our own storage is thrown, since it says nothing about a library', async () => {
      await stand.database.close();
      expect(await errorOf(read(1))).toBeInstanceOf(StorageError);
      expect(stand.logged).toEqual([]);
    });

    it('an instance that does not exist is thrown too', async () => {
      expect(await errorOf(stand.library.availability('nowhere', 1))).toBeInstanceOf(InstanceMissing);
    });
  });

  describe('an outage', () => {
    it('costs the manager one call in five seconds, however many read', async () => {
      stand.radarr.startingUp = true;
      await Promise.all(Array.from({ length: 50 }, () => read(1)));
      for (let reader = 0; reader < 50; reader++) await read(1);
      expect(calls()).toEqual([1, 1]);
      await stand.clock.advance(4_999);
      await read(1);
      expect(calls()).toEqual([1, 1]);
      await stand.clock.advance(1);
      await read(1);
      expect(calls()).toEqual([2, 2]);
    });

    it('is over for the readers as soon as the pause is', async () => {
      stand.radarr.given.movie({ tmdbId: 1 });
      stand.radarr.startingUp = true;
      await read(1);
      stand.radarr.startingUp = false;
      expect(await read(1)).toEqual(UNKNOWN);
      await stand.clock.advance(5_000);
      expect(await read(1)).toEqual(status('requested'));
    });

    it('is logged once for each reading when it begins and when it ends', async () => {
      await stand.radarr.leave();
      for (let round = 0; round < 5; round++) {
        await Promise.all(Array.from({ length: 20 }, () => read(1)));
        await stand.clock.advance(5_000);
      }
      expect(stand.logged).toEqual(['library unreadable']);
      await stand.radarr.start(stand.radarr.port);
      await read(1);
      expect(stand.logged).toEqual(['library unreadable', 'library readable again']);
    });

    it('does not outlast a drop: the next reader tries at once', async () => {
      stand.radarr.given.movie({ tmdbId: 1 });
      stand.radarr.fail(QUEUE, 401);
      await read(1);
      stand.readings.films.drop(stand.id);
      expect(await read(1)).toEqual(status('requested'));
    });

    it('of a reading that began before a drop pauses nobody after it', async () => {
      stand.radarr.given.movie({ tmdbId: 1 });
      stand.radarr.fail(QUEUE, 'timeout');
      const arrival = stand.radarr.nextCall(QUEUE);
      const before = read(1);
      await arrival;
      stand.readings.films.drop(stand.id);
      await stand.clock.advance(15_000);
      await before;
      expect(await read(1)).toEqual(status('requested'));
    });

    it('of one library does not touch another', async () => {
      await stand.addLibrary('old-films');
      await stand.radarr.leave();
      const verdicts = await Promise.all([read(1), stand.library.availability('old-films', 1)]);
      expect(verdicts).toEqual([UNKNOWN, status('unavailable')]);
    });
  });
});
