import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/harness/error-of.js';
import { FILMS, FilmLibraryFixture } from '../../../../test/harness/film-library-fixture.js';
import { QUEUE } from '../../../../test/harness/library-fixture.js';
import { InstanceChanged, InstanceMissing } from '../../instances/instances.public.js';
import type { FilmSnapshot } from './film-library.service.js';

describe('the snapshot of a film library (doc 4 Decisions, Freshness)', () => {
  let fixture: FilmLibraryFixture;

  beforeEach(async () => {
    fixture = await FilmLibraryFixture.open();
    for (const tmdbId of [1, 2]) fixture.radarr.given.movie({ tmdbId });
  });

  afterEach(() => fixture.close());

  const snapshot = async (): Promise<FilmSnapshot> => (await fixture.library.snapshot(fixture.id)) as FilmSnapshot;
  const age = (): Promise<void> => fixture.clock.advance(120_000);

  it('costs one read of the films and none of the queue, however often it is used in 120 seconds', async () => {
    const { films } = await snapshot();
    await fixture.clock.advance(119_999);
    expect((await snapshot()).films.get(1)).toBe(films.get(1));
    expect([fixture.radarr.calls(FILMS).length, fixture.radarr.calls(QUEUE).length]).toEqual([1, 0]);
  });

  it('makes the library watched: its queue is polled', async () => {
    await snapshot();
    await fixture.poll();
    expect(fixture.radarr.calls(QUEUE)).toHaveLength(1);
  });

  it('keeps the version and every entry after a read without changes', async () => {
    const before = await snapshot();
    await age();
    const after = await snapshot();
    expect(fixture.radarr.calls(FILMS)).toHaveLength(2);
    expect(after.version).toBe(before.version);
    for (const [tmdbId, entry] of before.films) expect(after.films.get(tmdbId)).toBe(entry);
  });

  it('through a drop that found nothing changed, too', async () => {
    const { version } = await snapshot();
    fixture.liveCache.films.drop(fixture.id);
    expect((await snapshot()).version).toBe(version);
  });

  it.each<[string, () => unknown, number, boolean | undefined]>([
    ['added', () => fixture.radarr.given.movie({ tmdbId: 3 }), 3, false],
    ['taken out', () => fixture.radarr.removeMovie(2), 2, undefined],
    ['changed', () => fixture.radarr.finishDownload(1), 1, true],
  ])('reads only the film that we have %s', async (_case, change, tmdbId, held) => {
    await snapshot();
    fixture.radarr.forgetCalls();
    change();
    fixture.library.changed(fixture.id, tmdbId);
    const { films } = await snapshot();
    expect([films.has(tmdbId), films.get(tmdbId)?.hasFile]).toEqual([held !== undefined, held]);
    expect(fixture.radarr.calls(FILMS).map(({ query }) => query)).toEqual([{ tmdbId: `${tmdbId}` }]);
  });

  it('that is being read while we change a film does not bring back what was', async () => {
    const letGo = fixture.radarr.hold(FILMS);
    const arrival = fixture.radarr.nextCall(FILMS);
    const before = snapshot();
    await arrival;
    fixture.radarr.given.movie({ tmdbId: 3 });
    fixture.library.changed(fixture.id, 3);
    letGo();
    expect((await before).films.has(1)).toBe(true);
    expect((await snapshot()).films.has(3)).toBe(true);
  });

  it('is tried again at once when we have changed a film of a library that could not be read', async () => {
    fixture.radarr.fail(FILMS, 500);
    expect(await snapshot()).toBeNull();
    fixture.library.changed(fixture.id, 1);
    expect((await snapshot()).films.size).toBe(2);
  });

  it.each<[string, () => unknown]>([
    ['has a file now', () => fixture.radarr.finishDownload(1)],
    ['is no longer monitored', () => Object.assign(fixture.radarr.movie(1) ?? {}, { monitored: false })],
    ['is another record', () => (fixture.radarr.removeMovie(1), fixture.radarr.given.movie({ tmdbId: 1 }))],
  ])('a film that %s has another entry, and the others have not', async (_case, change) => {
    const before = await snapshot();
    change();
    await age();
    const after = await snapshot();
    expect(after.version).not.toBe(before.version);
    expect(after.films.get(1)).not.toBe(before.films.get(1));
    expect(after.films.get(2)).toBe(before.films.get(2));
  });

  it.each<[string, () => unknown]>([
    ['came', () => fixture.radarr.given.movie({ tmdbId: 3 })],
    ['went', () => fixture.radarr.removeMovie(2)],
  ])('a film that %s makes another version', async (_case, change) => {
    const before = await snapshot();
    change();
    await age();
    const after = await snapshot();
    expect(after.version).not.toBe(before.version);
    expect(after.films.get(1)).toBe(before.films.get(1));
  });

  it('an instance that has changed shares neither version nor entries with what it was', async () => {
    const before = await snapshot();
    await fixture.events.publish(new InstanceChanged(fixture.id));
    const after = await snapshot();
    expect(after.version).not.toBe(before.version);
    expect(after.films.get(1)).not.toBe(before.films.get(1));
  });

  it('is null where the library can’t be read, and the same as before once it can', async () => {
    const before = await snapshot();
    await age();
    fixture.radarr.fail(FILMS, 500);
    expect(await snapshot()).toBeNull();
    await fixture.clock.advance(5_000);
    expect((await snapshot()).version).toBe(before.version);
  });

  it('of an instance that doesn’t exist is thrown', async () => {
    expect(await errorOf(fixture.library.snapshot('nowhere'))).toBeInstanceOf(InstanceMissing);
  });
});
