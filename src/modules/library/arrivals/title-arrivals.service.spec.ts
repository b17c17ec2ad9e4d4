import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FILMS, FilmLibraryFixture } from '../../../../test/harness/film-library-fixture.js';
import { QUEUE } from '../../../../test/harness/library-fixture.js';

describe('issue 43 C14, security 39: how far a film has come, where a row can’t be read', () => {
  let fixture: FilmLibraryFixture;

  beforeEach(async () => {
    fixture = await FilmLibraryFixture.open();
  });

  afterEach(() => fixture.close());

  const arrivalOf = (tmdbId: number) => fixture.arrivals.film(fixture.id, tmdbId);
  const queued = (...records: readonly unknown[]) =>
    fixture.radarr.fail(QUEUE, { body: { totalRecords: records.length, records } });

  it('its downloads are unknown where a row of the queue may be one, and told where one is known', async () => {
    const film = fixture.radarr.given.movie({ tmdbId: 1 });
    queued({ movieId: 'x' });
    expect(await arrivalOf(1)).toMatchObject({ known: true, arrival: { inLibrary: true, downloads: null } });
    fixture.liveCache.films.dropQueue(fixture.id);
    queued({ movieId: 'x' }, { movieId: film.id });
    expect(await arrivalOf(1)).toMatchObject({ known: true, arrival: { downloads: [{ stage: 'downloading' }] } });
  });

  it('it is unclear whether the library has it where a record may be its own', async () => {
    fixture.radarr.fail(FILMS, { body: [null] });
    expect(await arrivalOf(1)).toMatchObject({ known: false, reason: 'unclear' });
  });
});
