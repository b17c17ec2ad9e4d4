import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FilmDownloads } from '../../scripts/demo/film-downloads.js';
import { RadarrFake } from '../fakes/radarr/radarr-fake.js';

const FILM = 775;

describe('the downloads of the simulated film library', () => {
  let radarr: RadarrFake;
  let downloads: FilmDownloads;

  beforeEach(async () => {
    radarr = await new RadarrFake().start();
    downloads = new FilmDownloads(radarr);
  });

  afterEach(() => radarr.stop());

  it('come in after a search, rising, and end with a file', async () => {
    search(radarr.given.movie({ tmdbId: FILM }).id);
    downloads.moveTo(0);
    expect(await progress()).toBeNull();
    downloads.moveTo(1_000);
    expect(await progress()).toBe(0);
    downloads.moveTo(14_000);
    expect(await progress()).toBeCloseTo(0.5);
    downloads.moveTo(26_999);
    expect(radarr.movie(FILM)?.file).toBeNull();
    downloads.moveTo(27_000);
    expect(radarr.movie(FILM)?.file).not.toBeNull();
    expect(await progress()).toBeNull();
  });

  it('are imported even when the machine slept through all of it', async () => {
    search(radarr.given.movie({ tmdbId: FILM }).id);
    downloads.moveTo(0);
    downloads.moveTo(600_000);
    expect(radarr.movie(FILM)?.file).not.toBeNull();
    expect(await progress()).toBeNull();
  });

  it('do not come without a search', async () => {
    radarr.given.movie({ tmdbId: FILM });
    downloads.moveTo(0);
    downloads.moveTo(5_000);
    expect(await progress()).toBeNull();
  });

  it('do not come for a film that has its file', async () => {
    search(radarr.given.movie({ tmdbId: FILM, hasFile: true }).id);
    downloads.moveTo(0);
    downloads.moveTo(5_000);
    expect(await progress()).toBeNull();
  });

  it('do not start over when a film is searched for again meanwhile', async () => {
    const { id } = radarr.given.movie({ tmdbId: FILM });
    search(id);
    downloads.moveTo(0);
    search(id);
    downloads.moveTo(14_000);
    expect(await progress()).toBeCloseTo(0.5);
  });

  it('end with a film that is taken out of the library, and begin anew when it comes back', async () => {
    search(radarr.given.movie({ tmdbId: FILM }).id);
    downloads.moveTo(0);
    downloads.moveTo(5_000);
    radarr.removeMovie(FILM);
    downloads.moveTo(6_000);
    expect(await progress()).toBeNull();
    search(radarr.given.movie({ tmdbId: FILM }).id);
    downloads.moveTo(100_000);
    downloads.moveTo(101_000);
    expect(await progress()).toBe(0);
  });

  function search(movieId: number): void {
    radarr.searches.push({ movieId, via: 'command' });
  }

  /** As the queue reports it; null when the film is not in it exactly once. */
  async function progress(): Promise<number | null> {
    const answer = await fetch(`${radarr.url}/api/v3/queue?apikey=${radarr.apiKey}`);
    const { records } = (await answer.json()) as { records: readonly { size: number; sizeleft: number }[] };
    const [row] = records;
    return row && records.length === 1 ? 1 - row.sizeleft / row.size : null;
  }
});
