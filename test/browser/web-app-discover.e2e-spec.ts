import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { manualPromise } from '../harness/manual-promise.js';
import { limitContent } from '../harness/kids-policy.js';
import type { Session } from '../harness/start-app.js';
import { faultsSeen, LAPTOP, PHONE } from '../harness/page-faults.js';
import { answersOf } from '../harness/page-answers.js';
import type { AppPage } from '../harness/web-app-browser.js';
import { albumId, CatalogHousehold, FIRST_FILM } from './catalog-household.js';
import { callsOf } from './live-household.js';

/** Pages of lists come from several places. */
const polled = <T>(read: () => T) => expect.poll(read, { timeout: 15_000 });

/** What is served is dist/web, as the build leaves it. */
describe('issue 22, Discover and search: films, series, music and books', () => {
  let house: CatalogHousehold;
  let ben: Session;
  let kim: Session;
  let person: AppPage;
  let page: Page;
  let stopTime: () => Promise<void>;

  beforeAll(async () => {
    house = await CatalogHousehold.open();
    house.stock();
    await house.member('ana');
    ben = await house.member('ben');
    kim = await house.member('kim');
    await limitContent(await house.administrator(), kim);
    stopTime = house.passTime();
  });

  afterEach(() => person.close());

  afterAll(async () => {
    await stopTime();
    await house.close();
  });

  const becomes = async (name: string, size = LAPTOP): Promise<void> => {
    person = await house.signedIn(name, size);
    ({ page } = person);
  };
  const tabs = () => page.getByRole('navigation', { name: 'Kinds' }).getByRole('link');
  const names = async () => (await tabs().allInnerTexts()).map((name) => name.trim());
  const region = (name: string) => page.getByRole('region', { name, exact: true });
  const go = (path: string) => page.goto(`${house.app.url}${path}`);
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  const address = () => page.url().slice(house.app.url.length);

  it('Discover goes to the first kind, and has a tab for each that a library serves', async () => {
    await becomes('ana');
    await page.getByRole('link', { name: 'Discover' }).click();
    await heading('Discover films').waitFor();
    expect(address()).toBe('/discover/films');
    expect(await names()).toEqual(['Films', 'Series', 'Books', 'Music']);
    await tabs().filter({ hasText: 'Series' }).click();
    await region('Trending series')
      .getByRole('link', { name: /^Lantern Street/ })
      .waitFor();
    await tabs().filter({ hasText: 'Music' }).click();
    await region('Popular this week')
      .getByRole('link', { name: /^Lantern Songs, Glass Meridian/ })
      .waitFor();
    await tabs().filter({ hasText: 'Books' }).click();
    await region('What people are reading')
      .getByRole('link', { name: /^Salt, Ines Valdor/ })
      .waitFor();
    await page.goBack();
    await heading('Discover music').waitFor();
    expect(person.complaints).toEqual([]);
  });

  it('issue 43 D25: a kind that no library serves is no tab, its page says so, it is not searched, and nothing is asked of its provider', async () => {
    await house.revoke(ben, ['music', 'books']);
    await becomes('ben');
    const calls = callsOf(page);
    await go('/discover/music');
    await page.getByText('You have no library for music here yet.').waitFor();
    expect(await page.getByRole('link', { name: 'Connect a library' }).count()).toBe(0);
    for (const path of [`/album/${albumId(1)}`, '/book/hc:7001']) {
      await go(path);
      await heading('Not found').waitFor();
    }
    await go('/search?q=lantern');
    await page.getByText('20 titles found').waitFor();
    expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(['Films and series']);
    expect((await names()).join()).not.toMatch(/Music|Books/);
    await go('/discover');
    await heading('Discover films').waitFor();
    expect(await names()).toEqual(['Films', 'Series']);
    expect(calls.filter((call) => /music|book/.test(call))).toEqual([]);
    expect(person.complaints).toEqual([]);
  });

  it('filters are in the address; the list goes on by a button; Back leads to where it was', async () => {
    await becomes('ana');
    const calls = callsOf(page);
    await go('/discover/films');
    const list = region('All films');
    const cards = () => list.getByRole('link');
    await polled(() => cards().count()).toBe(20);
    for (const count of [40, 60, 80]) {
      await list.getByRole('button', { name: 'Load more' }).click();
      await polled(() => cards().count()).toBe(count);
    }
    await list.getByText('80 of 90 shown').waitFor();
    expect(calls.filter((call) => /requests\/\d+\/status/.test(call))).toEqual([]);
    await cards().nth(70).scrollIntoViewIfNeeded();
    const before = await page.evaluate<number>('window.scrollY');
    await cards().nth(70).click();
    await heading('Lantern no. 71').waitFor();
    await page.goBack();
    await heading('Discover films').waitFor();
    await polled(() => cards().count()).toBe(80);
    await polled(async () => Math.abs((await page.evaluate<number>('window.scrollY')) - before)).toBeLessThan(5);

    await page.getByRole('combobox', { name: 'Genre' }).selectOption('Comedy');
    await polled(address).toBe('/discover/films?genre=35');
    await polled(() => region('Films that match').getByRole('link').count()).toBe(9);
    await page.getByRole('heading', { level: 2, name: '9 films' }).waitFor();
    await page.getByRole('combobox', { name: 'Year' }).selectOption('1960');
    await polled(() => region('Films that match').getByRole('link').count()).toBe(1);
    await region('Films that match').getByRole('link').click();
    await heading('Lantern no. 11').waitFor();
    await page.goBack();
    await polled(() => region('Films that match').getByRole('link').count()).toBe(1);
    expect(address()).toBe('/discover/films?genre=35&from=1960&to=1960');
    await page.getByRole('button', { name: 'Remove 1960' }).click();
    await polled(address).toBe('/discover/films?genre=35');
    expect(await page.evaluate<string>('document.activeElement.textContent')).toMatch(/Filters\s*1/);
    await page.getByRole('combobox', { name: 'Year' }).selectOption('1951');
    await page.getByText('Nothing matches these filters.', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await polled(address).toBe('/discover/films');
    await region('Trending films').getByRole('link').first().waitFor();
    expect(person.complaints).toEqual([]);
  });

  it('issue 46: the sheet of filters changes nothing before it is told to, counts what it would show, and finds keywords by name', async () => {
    await becomes('ana');
    await go('/discover/films');
    await page.getByRole('button', { name: 'Filters' }).click();
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    await sheet.getByRole('checkbox', { name: 'Comedy' }).check();
    await sheet.getByLabel('Year from').fill('1955');
    await sheet.getByLabel('to', { exact: true }).first().fill('1985');
    await sheet.getByRole('button', { name: 'Show 3 films' }).waitFor();
    expect(await faultsSeen(page, 'discover-filters')).toEqual([]);
    expect(address()).toBe('/discover/films');
    await sheet.getByRole('button', { name: 'Show 3 films' }).click();
    await sheet.waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 2, name: '3 films' }).waitFor();
    expect(address()).toBe('/discover/films?genre=35&from=1955&to=1985');
    await page.getByRole('button', { name: 'Remove 1955 to 1985' }).waitFor();

    await page.getByRole('button', { name: 'Keyword' }).click();
    await sheet.getByRole('textbox', { name: 'Keyword' }).fill('light');
    await sheet.getByRole('group', { name: 'Keywords found' }).getByRole('button').first().click();
    await sheet.getByRole('button', { name: /^Show|^Nothing/ }).click();
    await polled(address).toMatch(/&keyword=\d+-/);
    await page.getByRole('combobox', { name: 'Sort' }).selectOption('Title');
    await polled(address).toMatch(/sort=title/);
    expect(person.complaints).toEqual([]);
  });

  it('issue 46: genres, studios and networks lead to what they mean, and what comes has its day', async () => {
    await becomes('ana');
    await go('/discover/films');
    await region('Coming soon').getByRole('link', { name: 'Calendar' }).waitFor();
    await region('Studios').getByRole('link', { name: 'Pixar' }).click();
    await polled(address).toBe('/discover/films?studio=3-Pixar');
    await page.getByRole('button', { name: 'Remove Pixar' }).waitFor();
    await page.goBack();
    await region('Genres').getByRole('link', { name: 'Comedy' }).click();
    await page.getByRole('heading', { level: 2, name: '9 films' }).waitFor();
    const asked = page.waitForRequest('**/discover/tv/filtered?with_networks=213&page=1');
    await go('/discover/series');
    await region('Networks').getByRole('link', { name: 'Netflix' }).click();
    await asked;
    expect(person.complaints).toEqual([]);
  });

  it('each block of a page has its own states, and the others go on', async () => {
    await becomes('ana');
    const music = '**/api/discover/music/**';
    const books = '**/api/v1/book/lookup**';
    const { promise: held, resolve: answer } = manualPromise();
    await page.route(music, async (route) => {
      await held;
      await route.fulfill({ status: 500, json: { error: 'x' } });
    });
    await page.route(books, (route) => route.fulfill({ json: [] }));
    await go('/search?q=lantern');
    await region('Films and series').getByText('20 titles found').waitFor();
    await region('Albums').getByText('Still looking.', { exact: false }).waitFor();
    await region('Books').getByText('No books found for “lantern”.').waitFor();
    answer();
    await region('Albums').getByRole('alert').getByText('Something went wrong on the server.').waitFor();
    await region('Books').getByText('No books found for “lantern”.').waitFor();
    await page.unroute(music);
    await region('Albums').getByRole('button', { name: 'Try again' }).click();
    await region('Albums')
      .getByRole('link', { name: /^Lantern Songs/ })
      .waitFor();
    await page.route('**/api/discover/books/trending', (route) =>
      route.fulfill({ json: { connected: false, books: [] } }),
    );
    await go('/discover/books');
    await page.getByText('There’s no list of popular books', { exact: false }).waitFor();
    let isDown = true;
    await page.route(/discover\/movies\/filtered\?.*page=2/, (route) =>
      isDown ? route.fulfill({ status: 500, json: { error: 'x' } }) : route.fallback(),
    );
    await go('/discover/films');
    const list = region('All films');
    await polled(() => list.getByRole('link').count()).toBe(20);
    await list.getByRole('button', { name: 'Load more' }).click();
    await list.getByRole('alert').waitFor();
    expect(await list.getByRole('link').count()).toBe(20);
    isDown = false;
    await list.getByRole('button', { name: 'Try again' }).click();
    await polled(() => list.getByRole('link').count()).toBeGreaterThan(20);
  });

  it('an older answer never takes the place of a newer one', async () => {
    await becomes('ana');
    let answerOld = (): void => undefined;
    await page.route('**/api/discover/music/search?query=lantern', async (route) => {
      await new Promise<void>((resolve) => (answerOld = resolve));
      await route.continue().catch(() => undefined);
    });
    await go('/search?q=lantern');
    const old = page.waitForRequest('**/music/search?query=lantern');
    await old;
    await page.getByRole('combobox', { name: 'Search' }).fill('long');
    await region('Albums').getByRole('link', { name: /^Long/ }).waitFor();
    answerOld();
    await page.getByRole('combobox', { name: 'Search' }).press('ArrowDown');
    const options = page.getByRole('listbox', { name: 'Titles found' }).getByRole('option');
    await options.filter({ hasText: 'Album' }).waitFor();
    expect(await region('Albums').getByRole('link').count()).toBe(1);
    await page.keyboard.press('Enter');
    await heading('Long <b>Wave</b>').waitFor();
  });

  it('issue 46: a search has a tab for each kind with its count, finds people, and says where nothing is found at all', async () => {
    await becomes('ana');
    await go('/search?q=keeper');
    await tabs()
      .filter({ hasText: /^People\s*1$/ })
      .waitFor();
    await region('People').getByRole('link', { name: 'Ann Keeper' }).waitFor();
    expect(await region('Films and series').getByRole('link').count()).toBe(0);
    await go('/search?q=lantern');
    await tabs()
      .filter({ hasText: /^Music\s*1$/ })
      .waitFor();
    expect((await names()).map((name) => name.replaceAll(/\s+/g, ' '))).toEqual([
      'All 93',
      'Films 20+',
      'Series',
      'Books 1',
      'Music 1',
      'People',
    ]);
    await tabs().filter({ hasText: 'Films' }).click();
    await polled(address).toBe('/search?q=lantern&kind=films');
    await page.getByRole('button', { name: 'Load more films and series' }).click();
    await polled(() => region('Films').getByRole('link').count()).toBe(40);
    await tabs().filter({ hasText: 'Books' }).click();
    await region('Books')
      .getByRole('link', { name: /^Lantern Oil/ })
      .waitFor();
    await go('/search?q=zzz');
    await page.getByRole('heading', { level: 2, name: 'Nothing found' }).waitFor();
    await page.getByText(/^Not among films, series, books, music,? or people\./).waitFor();
    expect(await faultsSeen(page, 'search-nothing')).toEqual([]);
    expect(person.complaints).toEqual([]);
  });

  it('issue 46: the calendar has what comes into the libraries by its day, and says where the list of the world is not set up', async () => {
    const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
    house.app.radarr.given.movie({
      ...{ tmdbId: FIRST_FILM + 80, title: 'Lantern no. 81', digitalRelease: inDays(1), physicalRelease: inDays(4) },
    });
    await becomes('ana');
    const calls = callsOf(page);
    await go('/discover/films');
    await region('Coming soon').getByRole('link', { name: 'Calendar' }).click();
    await heading('What comes next').waitFor();
    const film = page.getByRole('main').getByRole('link', { name: /^Lantern no. 81/ });
    await polled(() => film.count()).toBe(2);
    expect(await film.first().innerText()).toMatch(/To stream or buy/);
    await page.getByRole('main').getByRole('heading', { level: 2 }).first().waitFor();
    expect(await faultsSeen(page, 'calendar')).toEqual([]);
    expect(calls.filter((call) => call.includes('/calendar')).length).toBe(2);
    await page.getByRole('link', { name: 'Films everywhere' }).click();
    await page.getByRole('main').getByRole('alert').waitFor();
    await page.goBack();
    await film.first().click();
    await heading('Lantern no. 81').waitFor();
  });

  it('children get the same pages with less, without links that lead elsewhere, and nothing says that something is missing', async () => {
    await becomes('kim');
    await go('/discover/films');
    await region('All films')
      .getByRole('link', { name: /^Lantern no\. 2,/ })
      .waitFor();
    expect(await region('All films').getByRole('link').count()).toBe(2);
    await region('All films').getByRole('link').first().click();
    await heading('Lantern no. 1').waitFor();
    const elsewhere = 'a:not([href^="/"])';
    expect(await page.getByRole('main').locator(elsewhere).count()).toBe(0);
    await go(`/movie/${FIRST_FILM + 5}`);
    await page.getByRole('alert').getByText('Not found.').waitFor();
    await go('/person/3100');
    await region('Films and series')
      .getByRole('link', { name: /^Lantern no\. 1,/ })
      .waitFor();
    await go(`/album/${albumId(1)}`);
    await page.getByRole('button', { name: 'Request' }).waitFor();
    expect(await page.getByText(/hidden|blocked|child|limit/i).count()).toBe(0);
  });

  it('issue 43 D27: nothing moves where what is below an answer comes first', async () => {
    const admin = await house.administrator();
    const asked = await admin.post('/api/requests', { media_type: 'movie', tmdb_id: FIRST_FILM + 1, title: 'Asked' });
    const { request_id: requested } = asked.body as { readonly request_id: number };
    await becomes('admin', PHONE);
    await page.addInitScript(`globalThis.moved = 0;
      globalThis.shifts = new PerformanceObserver((list) => add(list.getEntries()));
      globalThis.add = (all) => { for (const { value } of all) moved += value; };
      shifts.observe({ type: 'layout-shift', buffered: true })`);
    const answered = answersOf(page);
    const moved: string[] = [];
    for (const { path, answer, below, then = below } of [
      { path: '/discover/films', answer: 'genres|languages|providers', below: 'Lantern no. 1' },
      { path: '/discover/music', answer: 'music-recent|genres', below: 'Lantern Songs' },
      { path: '/discover/books', answer: 'book-recent', below: 'Salt' },
      // Some pages wait with all that is below: what has come must not move then, nor what comes with the answer.
      {
        path: `/movie/${FIRST_FILM}`,
        answer: 'status',
        below: 'Lantern no. 1',
        then: 'What happens in Lantern no. 1.',
      },
      { path: `/requests/${requested}`, answer: 'requests[?]limit', below: 'Request', then: 'Where it is' },
      { path: `/requests/${requested}`, answer: 'timeline', below: 'Asked by', then: 'Where it is' },
      { path: '/search?q=lantern', answer: 'config', below: 'Lantern no. 1' },
      { path: '/admin/libraries', answer: 'webhook|connection', below: 'Checking…' },
    ]) {
      let come = (): void => undefined;
      const held = new Promise<void>((resolve) => (come = resolve));
      await page.route(new RegExp(`/api/.*(?:${answer})`), async (route) => {
        await held;
        await route.continue();
      });
      await go(path);
      await page.getByText(below, { exact: true }).first().waitFor({ state: 'attached' });
      if (then !== below) expect(await page.getByText(then, { exact: true }).count()).toBe(0);
      come();
      await page.getByText(then, { exact: true }).first().waitFor({ state: 'attached' });
      await answered();
      const shift = await page.evaluate<number>('add(shifts.takeRecords()); moved');
      if (shift > 0.02) moved.push(`${path}: ${shift}`);
      await page.unrouteAll();
    }
    expect(moved).toEqual([]);
  });
});
