import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { limitContent, ratedFilm } from '../harness/kids-policy.js';
import type { AppPage } from '../harness/web-app-browser.js';
import { faultsSeenAndWidth, LiveHouse } from './live-house.js';

const BYTES = randomBytes(3_000_000);
const TITLES = ['Harbor Boats', 'Harbor Nets', 'Harbor Ropes', 'Harbor Gulls'] as const;

interface Film {
  readonly id: number;
  readonly path: string;
}

/** What is served is dist/web, as the build leaves it, under a path. */
describe('doc4 §8: a member takes the file of a film along', () => {
  let house: LiveHouse;
  let root: string;
  let person: AppPage;
  let page: Page;
  const films = new Map<string, Film>();

  beforeAll(async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'usher-take-')));
    house = await LiveHouse.open({ MEDIA_ROOTS: root });
    await house.member('ana');
    const kim = await house.member('kim');
    await limitContent(house.admin, kim);
    await mapped(true);
    // Before anybody looks: what a library has is remembered for a while.
    for (const title of TITLES) films.set(title, film(title));
  });

  afterEach(() => person.close());

  beforeEach(async () => {
    house.admin = await house.app.refresh(house.admin);
  });

  afterAll(async () => {
    await house.close();
    rmSync(root, { recursive: true, force: true });
  });

  async function mapped(isMapped: boolean): Promise<void> {
    const { app, admin, libraries } = house;
    const answer = await admin.put(`/api/instances/${libraries.films}`, {
      name: 'Films',
      url: app.radarr.url,
      media_path_mappings: isMapped ? [{ arr_path: '/', service_path: root }] : [],
    });
    expect(answer.status).toBe(200);
  }

  /** A film that the library has, with its file on the disk. */
  function film(title: string): Film {
    const id = house.film(title);
    house.app.tmdb.given.film({ id, title, ...ratedFilm('G') });
    house.app.radarr.given.movie({
      tmdbId: id,
      title,
      certification: 'G',
      hasFile: true,
      filePath: `/movies/${id}/${title}.mkv`,
    });
    const path = join(root, 'movies', String(id), `${title}.mkv`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, BYTES);
    return { id, path };
  }

  async function open(name: string, title: (typeof TITLES)[number]): Promise<void> {
    person = await house.signedIn(name);
    ({ page } = person);
    await page.goto(`${house.app.url}/movie/${films.get(title)?.id}`);
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
    await page.getByText('Available').first().waitFor();
  }

  const button = () => page.getByRole('button', { name: 'Download', exact: true });

  it('the browser saves it under its own name, byte by byte', async () => {
    await open('ana', 'Harbor Boats');
    const [download] = await Promise.all([page.waitForEvent('download'), button().click()]);
    expect(download.suggestedFilename()).toBe('Harbor Boats.mkv');
    expect(download.url()).toMatch(/\/a\/b\/api\/media-files\/download\/[\w-]{43}$/);
    expect(readFileSync(await download.path()).equals(BYTES)).toBe(true);
    expect(await faultsSeenAndWidth(page, 'film-download')).toEqual([]);
    expect(person.complaints).toEqual([]);
  });

  it('issue 23, must show 7: it goes on where it was paused, and the bytes are equal', async () => {
    await open('ana', 'Harbor Nets');
    const [download] = await Promise.all([page.waitForEvent('download'), button().click()]);
    await download.path();
    /** In the page: takes a part, leaves, and takes the rest under the tag of the first. */
    const resume = `(async (url) => {
      const leaving = new AbortController();
      const first = await fetch(url, { signal: leaving.signal });
      const part = (await first.body.getReader().read()).value;
      leaving.abort();
      const headers = { Range: 'bytes=' + part.length + '-', 'If-Range': first.headers.get('etag') };
      const rest = await fetch(url, { headers });
      const bytes = new Uint8Array(await (await new Blob([part, await rest.blob()])).arrayBuffer());
      const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
      return [rest.status, bytes.length, [...hash].map((one) => one.toString(16).padStart(2, '0')).join('')];
    })(${JSON.stringify(download.url())})`;
    const digest = createHash('sha256').update(BYTES).digest('hex');
    expect(await page.evaluate(resume)).toEqual([206, BYTES.length, digest]);
    expect(person.complaints).toEqual([]);
  });

  it('a file that has gone meanwhile is a sentence, and no page of an error', async () => {
    await open('ana', 'Harbor Ropes');
    await button().waitFor();
    rmSync(films.get('Harbor Ropes')?.path ?? '');
    await button().click();
    await page.getByRole('alert').getByText('The file doesn’t lie where the server may read it.').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Harbor Ropes' }).waitFor();
  });

  it('a child’s account has no such button, and nobody has one where the library serves no files', async () => {
    await open('kim', 'Harbor Gulls');
    expect(await button().count()).toBe(0);
    await person.close();
    await mapped(false);
    await open('ana', 'Harbor Gulls');
    expect(await button().count()).toBe(0);
    await mapped(true);
  });
});
