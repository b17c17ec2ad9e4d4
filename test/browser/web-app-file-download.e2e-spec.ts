import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BrowserDownloads } from '../harness/browser-downloads.js';
import { HeldWire } from '../harness/held-wire.js';
import { tabTo } from '../harness/keyboard.js';
import { answersOf } from '../harness/page-answers.js';
import type { AppPage } from '../harness/web-app-browser.js';
import { faultsSeen, LAPTOP } from '../harness/page-faults.js';
import { FilesHousehold } from './files-household.js';

const BYTES = randomBytes(3_000_000);
const TICKETS = '**/api/media-files/tickets';
const ADDRESS = /\/a\/b\/api\/media-files\/download\/[\w-]{43}$/;

const SERIES = { tvdbId: 880_951, tmdbId: 980_951, name: 'Harbor Watch' };

/** What is served is dist/web, as the build leaves it, under a path. */
describe('doc4 §8: a member takes files of the libraries along', () => {
  let files: FilesHousehold;
  let person: AppPage | undefined;
  let page: Page;
  let stopTime: () => Promise<void>;
  const films = new Map<string, ReturnType<FilesHousehold['film']>>();
  let [album, book] = ['', ''];

  beforeAll(async () => {
    files = await FilesHousehold.open();
    // Before anybody looks: what a library has is remembered for a while.
    for (const title of ['Harbor Boats', 'Harbor Nets', 'Harbor Ropes', 'Harbor Gulls'])
      films.set(title, files.film(title, BYTES));
    [album, book] = [giveAlbum(), giveBook()];
    giveSeries();
    // No faster than outside: libraries and disks would seem to take too long on a busy machine.
    stopTime = files.house.passTime(1);
    await becomes('ana');
  });

  afterAll(async () => {
    await person?.close();
    await stopTime();
    await files.close();
  });

  /** Three episodes: two in one file of the first season, and one of the second, which lies elsewhere. */
  function giveSeries(): void {
    const { tmdb, sonarr } = files.house.app;
    const { tvdbId, tmdbId, name } = SERIES;
    const seasons = { 1: 3, 2: 1 };
    const counted = Object.entries(seasons).map(([number, count]) => ({
      ...{ season_number: Number(number), episode_count: count, air_date: '2019-01-01' },
    }));
    tmdb.given.series({ id: tmdbId, tvdb_id: tvdbId, name, first_air_date: '2019-01-01', seasons: counted });
    sonarr.given.series({ tvdbId, tmdbId, title: name, year: 2019, seasons, files: { 1: [1], 2: [1] } });
    sonarr.importSharedFile(tvdbId, 1, [2, 3]);
    for (const part of ['Season 01/Harbor Watch - S01E01', 'Season 01/Harbor Watch - S01E02'])
      files.lay(`/tv/Harbor Watch/${part} WEBDL-1080p.mkv`, BYTES);
  }

  /** Two of three tracks are there. */
  function giveAlbum(): string {
    const { house } = files;
    const id = house.album(1, 'Harbor Songs');
    const { artist } = house.lidarr.given.album({ foreignAlbumId: id, title: 'Harbor Songs', files: [1, 2] });
    for (const track of ['01 - Track 1', '02 - Track 2'])
      files.lay(`${artist.rootFolderPath}${artist.who.artistName}/Harbor Songs (2026)/${track}.flac`, BYTES);
    return id;
  }

  /** The ebook is there, the audiobook isn't. */
  function giveBook(): string {
    const { house } = files;
    const id = house.book(7_101, 'Harbor Salt');
    const { author } = house.chaptarr.given.book({
      ...{ foreignBookId: id, title: 'Harbor Salt', format: 'ebook', hasFile: true },
    });
    files.lay(`/books/${author.writer.name}/Harbor Salt/Harbor Salt.epub`, BYTES);
    return id;
  }

  /** Somebody else takes their place at the browser, if need be at another origin. */
  async function becomes(name: string, origin?: string): Promise<void> {
    await person?.close();
    person = await files.house.signedIn(name, LAPTOP, origin);
    ({ page } = person);
  }

  async function open(path: string, heading: string, origin = files.house.app.url): Promise<void> {
    await page.goto(`${origin}${path}`);
    await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
  }

  async function openFilm(title: string, origin?: string): Promise<void> {
    await open(`/movie/${films.get(title)?.id}`, title, origin);
    await page.getByText('Available').first().waitFor();
  }

  const button = (name = 'Download') => page.getByRole('button', { name, exact: true });
  const folded = (summary: string) => page.getByText(summary, { exact: true }).last();

  /** What a button saves: the name, and whether the bytes are those of the file. */
  async function saved(name?: string): Promise<readonly [string, boolean]> {
    const [download] = await Promise.all([page.waitForEvent('download'), button(name).click()]);
    expect(download.url()).toMatch(ADDRESS);
    return [download.suggestedFilename(), readFileSync(await download.path()).equals(BYTES)];
  }

  it('a film: the button says that it prepares, the browser saves the file byte by byte, and the page says so', async () => {
    await openFilm('Harbor Boats');
    let goOn: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    await page.route(TICKETS, async (route) => {
      await held;
      await route.continue();
    });
    await button().waitFor();
    await tabTo(page, 'Download');
    const begun = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    await button('Preparing…').waitFor();
    await page.keyboard.press('Enter');
    goOn();
    const download = await begun;
    expect(download.suggestedFilename()).toBe('Harbor Boats.mkv');
    expect(readFileSync(await download.path()).equals(BYTES)).toBe(true);
    await page
      .getByRole('status')
      .getByText('Your browser is saving Harbor Boats.mkv (3 MB).', { exact: false })
      .waitFor();
    // The keyboard is where it was.
    expect(await page.evaluate('document.activeElement.textContent.trim()')).toBe('Download');
    expect(await faultsSeen(page, 'download-film')).toEqual([]);
  });

  it('refusals are sentences, and the button goes on working', async () => {
    await openFilm('Harbor Ropes');
    await button().waitFor();
    const { path = '' } = films.get('Harbor Ropes') ?? {};
    rmSync(path);
    await button().click();
    await page.getByRole('alert').getByText('The file doesn’t lie where the server may read it.').waitFor();
    files.lay(`/movies/${films.get('Harbor Ropes')?.id}/Harbor Ropes.mkv`, BYTES);
    expect(await saved()).toEqual(['Harbor Ropes.mkv', true]);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('a series: episodes by seasons, read once they are wanted; what lies outside the folders isn’t offered', async () => {
    await files.serves('series', ['/tv/Harbor Watch/Season 01']);
    const asked: string[] = [];
    await open(`/series/${SERIES.tmdbId}`, SERIES.name);
    page.on('request', (call) => asked.push(new URL(call.url()).pathname));
    await page.getByRole('heading', { level: 2, name: 'Download episodes' }).waitFor();
    expect(asked.filter((path) => path.endsWith('/episode'))).toEqual([]);
    await tabTo(page, 'Season 1');
    await page.keyboard.press('Enter');
    await page.getByText('Episode 1: Episode 1').waitFor();
    await page.getByText('Episodes 2 to 3').waitFor();
    expect(await saved('Download Episodes 2 to 3')).toEqual(['Harbor Watch - S01E02 WEBDL-1080p.mkv', true]);
    await folded('Season 2').click();
    await page.getByText('There’s nothing to download here right now.').waitFor();
    expect(await faultsSeen(page, 'download-series')).toEqual([]);
  });

  it('an album: its tracks, those that are there; a library that can’t be asked is a sentence and a second try', async () => {
    await open(`/album/${album}`, 'Harbor Songs');
    await page.route('**/api/v1/trackfile?**', (route) => route.fulfill({ status: 500, json: { error: 'x' } }));
    await folded('Tracks').click();
    await page.getByRole('alert').waitFor();
    await page.unroute('**/api/v1/trackfile?**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('1. Track 1').waitFor();
    expect(await page.getByRole('button', { name: /^Download / }).count()).toBe(2);
    expect(await saved('Download 2. Track 2')).toEqual(['02 - Track 2.flac', true]);
  });

  it('a book: its files with their format, in German, too', async () => {
    await open(`/book/${book}`, 'Harbor Salt');
    await folded('Files').click();
    await page.getByText('Harbor Salt.epub').waitFor();
    await page.getByText('Ebook').last().waitFor();
    expect(await saved('Download Harbor Salt.epub')).toEqual(['Harbor Salt.epub', true]);
    await page.evaluate(`localStorage.setItem('usher-language', 'de')`);
    await page.reload();
    await folded('Dateien').click();
    expect(await saved('Herunterladen Harbor Salt.epub')).toEqual(['Harbor Salt.epub', true]);
    await page.getByText('Dein Browser speichert Harbor Salt.epub (3 MB).', { exact: false }).waitFor();
    expect(await faultsSeen(page, 'download-book')).toEqual([]);
  });

  it('issue 23, must show 7: the browser pauses it, loses its connection, and resumes it; the bytes are equal', async () => {
    const { origin, port, pathname } = new URL(files.house.app.url);
    const wire = await HeldWire.before(Number(port), /^GET \S*\/api\/media-files\/download\//, 1_000_000);
    const through = `${origin.replace(port, String(wire.port))}${pathname}`;
    await becomes('ana', through);
    await openFilm('Harbor Nets', through);
    const [download] = await Promise.all([page.waitForEvent('download'), button().click()]);
    const downloads = await BrowserDownloads.open(page.context());
    await expect.poll(() => downloads.state()).toBe('loading');
    await downloads.pauseOrResume();
    await expect.poll(() => downloads.state()).toBe('paused');
    wire.cut();
    await downloads.pauseOrResume();
    expect(readFileSync(await download.path()).equals(BYTES)).toBe(true);
    await expect.poll(() => downloads.state()).toBe('complete');
    const [first = '', second = '', ...others] = wire.heads;
    expect(first).not.toMatch(/\r\nrange:/i);
    expect(second).toMatch(/\r\nrange: bytes=[1-9]\d*-\r\n/i);
    expect(second).toMatch(/\r\nif-range: "[\w-]{27}"\r\n/i);
    expect(others).toEqual([]);
    await wire.close();
  });

  it('a child’s account is offered none, and nobody is where the library serves no files', async () => {
    const sees = async (each: 0 | 1): Promise<void> => {
      const answered = answersOf(page);
      // What a library serves is remembered for a while: the page is opened once more then.
      const offered = async (openPage: () => Promise<void>, what: typeof button): Promise<number> => {
        await openPage();
        await answered();
        return what().count();
      };
      const openBook = async (): Promise<void> => {
        await open(`/book/${book}`, 'Harbor Salt');
        await page.getByText('One of its formats is in the library.').waitFor();
      };
      await expect.poll(() => offered(() => openFilm('Harbor Gulls'), button)).toBe(each);
      await expect.poll(() => offered(openBook, () => folded('Files'))).toBe(each);
    };
    await becomes('kim');
    await sees(0);
    await becomes('ana');
    await sees(1);
    await files.serves('films', []);
    await files.serves('books', []);
    await sees(0);
  });
});
