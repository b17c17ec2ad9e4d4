import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/harness/error-of.js';
import { FILMS, FilmLibraryStand } from '../../../../test/harness/film-library-stand.js';
import { QUEUE } from '../../../../test/harness/library-stand.js';
import { InstanceChanged, InstanceMissing } from '../../instances/instances.public.js';
import type { FilmShelf } from './film-shelf.js';

describe('the shelf of a film library (doc 4 Decisions, Freshness)', () => {
  let stand: FilmLibraryStand;

  beforeEach(async () => {
    stand = await FilmLibraryStand.open();
    for (const tmdbId of [1, 2]) stand.radarr.given.movie({ tmdbId });
  });

  afterEach(() => stand.close());

  const shelf = async (): Promise<FilmShelf> => (await stand.library.shelf(stand.id)) as FilmShelf;
  const age = (): Promise<void> => stand.clock.advance(120_000);

  it('costs one reading of the films and none of the queue, however often it is asked for in 120 seconds', async () => {
    const { films } = await shelf();
    await stand.clock.advance(119_999);
    expect((await shelf()).films.get(1)).toBe(films.get(1));
    expect([stand.radarr.calls(FILMS).length, stand.radarr.calls(QUEUE).length]).toEqual([1, 0]);
  });

  it('counts as a look at the library: its queue is polled', async () => {
    await shelf();
    await stand.poll();
    expect(stand.radarr.calls(QUEUE)).toHaveLength(1);
  });

  it('a reading that finds nothing new keeps the version and every entry', async () => {
    const before = await shelf();
    await age();
    const after = await shelf();
    expect(stand.radarr.calls(FILMS)).toHaveLength(2);
    expect(after.version).toBe(before.version);
    for (const [tmdbId, entry] of before.films) expect(after.films.get(tmdbId)).toBe(entry);
  });

  it('through a drop that found nothing changed, too', async () => {
    const { version } = await shelf();
    stand.readings.films.drop(stand.id);
    expect((await shelf()).version).toBe(version);
  });

  it.each<[string, () => unknown, number, boolean | undefined]>([
    ['added', () => stand.radarr.given.movie({ tmdbId: 3 }), 3, false],
    ['taken out', () => stand.radarr.removeMovie(2), 2, undefined],
    ['changed', () => stand.radarr.finishDownload(1), 1, true],
  ])('after a film that we have %s is right with a reading of this film alone', async (_case, change, tmdbId, held) => {
    await shelf();
    stand.radarr.forgetCalls();
    change();
    stand.library.changed(stand.id, tmdbId);
    const { films } = await shelf();
    expect([films.has(tmdbId), films.get(tmdbId)?.hasFile]).toEqual([held !== undefined, held]);
    expect(stand.radarr.calls(FILMS).map(({ query }) => query)).toEqual([{ tmdbId: `${tmdbId}` }]);
  });

  it('that is being read while we change a film does not bring back what was', async () => {
    const letGo = stand.radarr.hold(FILMS);
    const arrival = stand.radarr.nextCall(FILMS);
    const before = shelf();
    await arrival;
    stand.radarr.given.movie({ tmdbId: 3 });
    stand.library.changed(stand.id, 3);
    letGo();
    expect((await before).films.has(1)).toBe(true);
    expect((await shelf()).films.has(3)).toBe(true);
  });

  it('is tried again at once when we have changed a film of a library that could not be read', async () => {
    stand.radarr.fail(FILMS, 500);
    expect(await shelf()).toBeNull();
    stand.library.changed(stand.id, 1);
    expect((await shelf()).films.size).toBe(2);
  });

  it.each<[string, () => unknown]>([
    ['has a file now', () => stand.radarr.finishDownload(1)],
    ['is no longer monitored', () => Object.assign(stand.radarr.movie(1) ?? {}, { monitored: false })],
    ['is another record', () => (stand.radarr.removeMovie(1), stand.radarr.given.movie({ tmdbId: 1 }))],
  ])('a film that %s has another entry, and the others have not', async (_case, change) => {
    const before = await shelf();
    change();
    await age();
    const after = await shelf();
    expect(after.version).not.toBe(before.version);
    expect(after.films.get(1)).not.toBe(before.films.get(1));
    expect(after.films.get(2)).toBe(before.films.get(2));
  });

  it.each<[string, () => unknown]>([
    ['came', () => stand.radarr.given.movie({ tmdbId: 3 })],
    ['went', () => stand.radarr.removeMovie(2)],
  ])('a film that %s makes another version', async (_case, change) => {
    const before = await shelf();
    change();
    await age();
    const after = await shelf();
    expect(after.version).not.toBe(before.version);
    expect(after.films.get(1)).toBe(before.films.get(1));
  });

  it('an instance that has changed shares neither version nor entries with what it was', async () => {
    const before = await shelf();
    await stand.events.publish(new InstanceChanged(stand.id));
    const after = await shelf();
    expect(after.version).not.toBe(before.version);
    expect(after.films.get(1)).not.toBe(before.films.get(1));
  });

  it('is null where the library can’t be read, and the same as before once it can', async () => {
    const before = await shelf();
    await age();
    stand.radarr.fail(FILMS, 500);
    expect(await shelf()).toBeNull();
    await stand.clock.advance(5_000);
    expect((await shelf()).version).toBe(before.version);
  });

  it('of an instance that doesn’t exist is thrown', async () => {
    expect(await errorOf(stand.library.shelf('nowhere'))).toBeInstanceOf(InstanceMissing);
  });
});
