import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { manualPromise } from '../../../../test/harness/manual-promise.js';
import { FILMS, FilmLibraryFixture } from '../../../../test/harness/film-library-fixture.js';
import { QUEUE } from '../../../../test/harness/library-fixture.js';
import { InstanceChanged, InstanceRemoved } from '../../instances/instances.public.js';
import { FilmProgressed, QueueChanged } from '../library.events.js';

const MINUTE = 60_000;

describe('library.poll-queues (doc 2 section 4: queue polling every 30 seconds)', () => {
  let fixture: FilmLibraryFixture;
  let published: object[];

  beforeEach(async () => {
    fixture = await FilmLibraryFixture.open();
    published = [];
    fixture.events.on(QueueChanged, (event) => void published.push(event));
    fixture.events.on(FilmProgressed, (event) => void published.push(event));
    fixture.radarr.given.movie({ tmdbId: 1 });
    fixture.radarr.given.movie({ tmdbId: 2 });
  });

  afterEach(() => fixture.close());

  const read = (tmdbId: number) => fixture.library.availability(fixture.id, tmdbId);
  const nextRound = async (): Promise<void> => {
    await fixture.clock.advance(30_000);
    await fixture.poll();
  };

  describe('which libraries are read', () => {
    it('none that is not watched', async () => {
      await nextRound();
      expect(fixture.radarr.calls()).toEqual([]);
    });

    it('a watched one, until ten minutes after its last use; a round is no use', async () => {
      await read(1);
      fixture.radarr.forgetCalls();
      await fixture.clock.advance(9 * MINUTE);
      await nextRound();
      expect(fixture.radarr.calls(QUEUE)).toHaveLength(1);
      await nextRound();
      expect(fixture.radarr.calls(QUEUE)).toHaveLength(1);
    });

    it('none that was removed', async () => {
      await read(1);
      fixture.radarr.forgetCalls();
      await fixture.events.publish(new InstanceRemoved(fixture.id));
      await nextRound();
      expect(fixture.radarr.calls()).toEqual([]);
    });

    it('only their queues: an unchanged one costs no read of all films', async () => {
      fixture.radarr.startDownload(1);
      await read(1);
      for (let round = 0; round < 10; round++) await nextRound();
      expect([fixture.radarr.calls(FILMS).length, fixture.radarr.calls(QUEUE).length]).toEqual([1, 11]);
    });
  });

  describe('what is published', () => {
    it('nothing while nothing moves', async () => {
      fixture.radarr.startDownload(1);
      await read(1);
      await nextRound();
      await nextRound();
      expect(published).toEqual([]);
    });

    it('each film that came, made progress or left, after one event about the queue', async () => {
      await read(1);
      fixture.radarr.startDownload(1);
      await nextRound();
      expect(published).toEqual([new QueueChanged('films'), new FilmProgressed('films', 1)]);
      published = [];
      fixture.radarr.advanceDownload(1, 0.5);
      fixture.radarr.startDownload(2);
      await nextRound();
      expect(published).toEqual([
        new QueueChanged('films'),
        new FilmProgressed('films', 1),
        new FilmProgressed('films', 2),
      ]);
      published = [];
      fixture.radarr.finishDownload(1);
      await nextRound();
      expect(published).toEqual([new QueueChanged('films'), new FilmProgressed('films', 1)]);
    });

    it('a change that a reader met first, once', async () => {
      fixture.radarr.startDownload(1);
      await read(1);
      fixture.radarr.advanceDownload(1, 0.5);
      await fixture.clock.advance(10_000);
      await read(1);
      expect(published).toEqual([]);
      await nextRound();
      await nextRound();
      expect(published).toEqual([new QueueChanged('films'), new FilmProgressed('films', 1)]);
    });

    it('only the changed queue, while the film is newer than the last digest; then the film', async () => {
      await read(1);
      fixture.radarr.given.movie({ tmdbId: 3 });
      fixture.radarr.startDownload(3);
      await nextRound();
      expect(published).toEqual([new QueueChanged('films')]);
      published = [];
      for (let round = 0; round < 4; round++) await nextRound();
      expect(published).toEqual([new FilmProgressed('films', 3)]);
    });

    it('a film that differs between two digests, even if it was never in the queue', async () => {
      await read(1);
      fixture.radarr.given.movie({ tmdbId: 3 });
      await fixture.clock.advance(120_000);
      await read(1);
      await nextRound();
      expect(published).toEqual([new FilmProgressed('films', 3)]);
    });

    it('only after the caches are updated: a reader finds a finished film available', async () => {
      const heard: unknown[] = [];
      fixture.events.on(FilmProgressed, async ({ instanceId, tmdbId }) => {
        heard.push(await fixture.library.availability(instanceId, tmdbId));
      });
      fixture.radarr.startDownload(1);
      await read(1);
      fixture.radarr.finishDownload(1);
      await nextRound();
      expect(heard).toEqual([expect.objectContaining({ status: 'available', progress: 1 })]);
    });

    it('nothing of an instance that has changed, since there is nothing to compare its queue with', async () => {
      fixture.radarr.startDownload(1);
      await read(1);
      await fixture.events.publish(new InstanceChanged(fixture.id));
      fixture.radarr.finishDownload(1);
      await nextRound();
      expect(published).toEqual([]);
    });

    it('nothing about a queue that cannot be read; what changed meanwhile follows when it can', async () => {
      fixture.radarr.startDownload(1);
      await read(1);
      fixture.radarr.startingUp = true;
      await nextRound();
      expect(published).toEqual([]);
      fixture.radarr.startingUp = false;
      fixture.radarr.finishDownload(1);
      await nextRound();
      expect(published).toEqual([new QueueChanged('films'), new FilmProgressed('films', 1)]);
    });
  });

  describe('many libraries', () => {
    const watch = async (count: number) => {
      const ids = Array.from({ length: count }, (_, number) => `library-${number}`);
      const fakes = await Promise.all(ids.map((id) => fixture.addLibrary(id)));
      await Promise.all(ids.map((id) => fixture.library.availability(id, 1)));
      await fixture.clock.advance(30_000);
      for (const fake of fakes) fake.forgetCalls();
      return fakes;
    };

    it('are read four at a time', async () => {
      const fakes = await watch(6);
      const lets = fakes.map((fake) => fake.hold(QUEUE));
      const firstFour = Promise.all(fakes.slice(0, 4).map((fake) => fake.nextCall(QUEUE)));
      const fifth = fakes[4]?.nextCall(QUEUE);
      const round = fixture.poll();
      await firstFour;
      // A reading of another library has been all the way out and back, and the fifth has not begun.
      await read(1);
      expect(fakes.map((fake) => fake.calls(QUEUE).length)).toEqual([1, 1, 1, 1, 0, 0]);
      lets[0]?.();
      await fifth;
      lets.forEach((letGo) => letGo());
      await round;
      expect(fakes.map((fake) => fake.calls(QUEUE).length)).toEqual([1, 1, 1, 1, 1, 1]);
    });

    it('do not wait for one that never answers', async () => {
      const [dead, ...alive] = await watch(6);
      dead?.fail(QUEUE, 'timeout');
      for (const fake of alive) {
        fake.given.movie({ tmdbId: 1 });
        fake.startDownload(1);
      }
      // Published once they were read in full: what is left is the one that never answers.
      const othersAreRead = manualPromise();
      const read = new Set<string>();
      fixture.events.on(QueueChanged, ({ instanceId }) => {
        if (read.add(instanceId).size === alive.length) othersAreRead.resolve();
      });
      const round = fixture.poll();
      await othersAreRead.promise;
      await fixture.clock.advance(15_000);
      await round;
      expect(fixture.logged).toEqual(['library unreadable']);
    });

    it('are polled although the row of another is gone', async () => {
      const fakes = await watch(3);
      await fixture.removeLibrary('library-0');
      await fixture.poll();
      expect(fakes.map((fake) => fake.calls(QUEUE).length)).toEqual([0, 1, 1]);
      expect(fixture.logged).toEqual(['queue poll failed']);
    });
  });

  it('a stop does not wait for a manager that is being read, and nothing is published after it', async () => {
    await read(1);
    fixture.radarr.startDownload(1);
    await fixture.clock.advance(30_000);
    const letGo = fixture.radarr.hold(QUEUE);
    const arrival = fixture.radarr.nextCall(QUEUE);
    const round = fixture.poll();
    await arrival;
    await fixture.jobs.stop();
    await round;
    letGo();
    expect(await read(1)).toMatchObject({ status: 'downloading' });
    expect(published).toEqual([]);
  });
});
