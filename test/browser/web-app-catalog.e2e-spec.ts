import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { tabTo } from '../harness/keyboard.js';
import { follow } from '../harness/page-answers.js';
import type { AppPage } from '../harness/web-app-browser.js';
import { faultsSeen } from '../harness/page-faults.js';
import { albumId, CatalogHousehold } from './catalog-household.js';
import { callsOf } from './live-household.js';

/** What is served is dist/web, as the build leaves it. */
describe('issue 22: albums, books and people have pages, and albums and books are requested', () => {
  let house: CatalogHousehold;
  let person: AppPage;
  let page: Page;
  let stopTime: () => Promise<void>;
  /** How many complaints there were before the test. */
  let before: number;

  beforeAll(async () => {
    house = await CatalogHousehold.open();
    house.stock();
    await house.member('ana');
    stopTime = house.passTime();
    person = await house.signedIn('ana');
    ({ page } = person);
  });

  beforeEach(async () => {
    before = person.complaints.length;
    await go('/profile');
    await heading('Profile').waitFor();
  });

  afterAll(async () => {
    await stopTime();
    await house.close();
  });

  const region = (name: string) => page.getByRole('region', { name, exact: true });
  const go = (path: string) => page.goto(`${house.app.url}${path}`);
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  const address = () => page.url().slice(house.app.url.length);

  it('doc2 §4, doc4 §1: an album is found, requested by the dialog once, delivered, and available, all as it happens', async () => {
    const sent: string[] = [];
    page.on('request', (call) => {
      if (call.method() === 'POST' && call.url().endsWith('/api/requests')) sent.push(call.postData() ?? '');
    });
    await page.getByRole('combobox', { name: 'Search' }).fill('long');
    await region('Albums').getByRole('link', { name: 'Long <b>Wave</b>, Glass Meridian, 2024, Album' }).click();
    await heading('Long <b>Wave</b>').waitFor();
    expect(address()).toBe(`/album/${albumId(2)}`);
    await page.getByText('Not in the library').waitFor();
    await page.getByRole('button', { name: 'Request' }).click();
    await page.getByRole('button', { name: 'Send request' }).dblclick();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('Requested', { exact: true }).waitFor();
    expect(sent.map((body) => JSON.parse(body) as object)).toEqual([
      expect.objectContaining({ media_type: 'music', foreign_id: albumId(2) }),
    ]);
    await page.getByRole('link', { name: 'My requests' }).click();
    await page.getByRole('link', { name: 'Long <b>Wave</b>' }).click();
    await page.getByRole('link', { name: 'Open the album' }).click();
    // The request's page has the same heading, and names every step.
    const inLibraries = page.getByRole('list', { name: 'Your libraries' });
    await inLibraries.getByText('Requested', { exact: true }).waitFor();
    await expect.poll(() => house.lidarr.album(albumId(2))?.monitored, { timeout: 15_000 }).toBe(true);
    const download = house.lidarr.startDownload(albumId(2));
    await inLibraries.getByText('Downloading').waitFor();
    house.lidarr.finishDownload(download);
    await inLibraries.getByText('Available', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Request' }).count()).toBe(0);
    const calls = callsOf(page);
    await page.getByRole('combobox', { name: 'Search' }).fill('long');
    await region('Albums')
      .getByRole('link', { name: /^Long .*, Album, Available/ })
      .waitFor();
    expect(calls.filter((call) => call.includes('status'))).toEqual([
      `GET /api/requests/statuses?albums=${albumId(2)}`,
    ]);
    expect(person.complaints.slice(before)).toEqual([]);
  });

  it('doc2 §2: a book is requested in the formats that are chosen, each with its own state and allowance', async () => {
    const allowances = [{ media_type: 'book', book_format: 'audiobook', count: 2, window_days: 7 }];
    const admin = await house.administrator();
    await admin.put('/api/admin/request-quotas', { allowances });
    await admin.put('/api/admin/request-settings', { require_approval: true });
    await go('/discover/books');
    await region('What people are reading').getByRole('link', { name: /^Salt/ }).click();
    await heading('Salt').waitFor();
    expect(address()).toBe('/book/hc:7002');
    await page.getByRole('button', { name: 'Request', exact: true }).click();
    await page.getByText('2 of 2 audiobooks left this week. This takes one.').waitFor();
    await page.getByText('admin approves this first.').waitFor();
    await admin.put('/api/admin/request-settings', { require_approval: false });
    expect(await faultsSeen(page, 'discover-book-dialog')).toEqual([]);
    await page.getByRole('checkbox', { name: 'Ebook' }).uncheck();
    await page.getByRole('checkbox', { name: 'Audiobook' }).uncheck();
    await page.getByText('Choose at least one format.').waitFor();
    expect(await page.getByRole('button', { name: 'Send request' }).isDisabled()).toBe(true);
    await page.getByRole('checkbox', { name: 'Audiobook' }).check();
    await page.getByRole('button', { name: 'Send request' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const formats = region('Formats').getByRole('listitem');
    await formats.filter({ hasText: 'Ebook' }).getByText('Not in the library').waitFor();
    const audiobook = formats.filter({ hasText: 'Audiobook' });
    await expect.poll(() => audiobook.getByRole('button').count()).toBe(0);
    expect(await faultsSeen(page, 'book-formats')).toEqual([]);
    await page.getByRole('link', { name: 'See my request' }).click();
    await page.getByText(/^Audiobook ·/).waitFor();
    await page.getByRole('link', { name: 'Open the book' }).click();
    await formats.getByRole('button', { name: 'Request Ebook' }).click();
    // What is asked for already is shown, and can't be chosen.
    expect(await page.getByRole('checkbox', { name: 'Ebook' }).isEnabled()).toBe(true);
    expect(await page.getByRole('checkbox', { name: 'Audiobook' }).isEnabled()).toBe(false);
    await page.getByRole('checkbox', { name: 'Ebook' }).waitFor();
    expect(person.complaints.slice(before)).toEqual([]);
  });

  it('unknown: an album of a library that can’t be read is never "not in the library"; details that fail leave its state', async () => {
    await page.route('**/api/requests/music-status**', (route) =>
      route.fulfill({
        json: { status: 'unavailable', progress: 0, status_known: false, status_unknown_reason: 'library_unavailable' },
      }),
    );
    await page.route('**/api/media/music/**', (route) => route.fulfill({ status: 500, json: { error: 'x' } }));
    await go(`/album/${albumId(1)}`);
    await page.getByText('Can’t tell right now').waitFor();
    await page.getByRole('alert').waitFor();
    expect(await page.getByText('Not in the library').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Request' }).count()).toBe(0);
    await page.unroute('**/api/media/music/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await heading('Lantern Songs').waitFor();
    await page.unroute('**/api/requests/music-status**');
  });

  const PAGES = [
    ['films', '/discover/films', 'Discover films', 'Lantern no. 20'],
    ['music', '/discover/music', 'Discover music', 'Lantern Songs'],
    ['books', '/discover/books', 'Discover books', 'Salt'],
    ['album', `/album/${albumId(1)}`, 'Lantern Songs', 'Request'],
    ['person', '/person/3100', 'Ann Keeper', 'Lantern no. 1'],
    ['search', '/search?q=lantern', 'Results for “lantern”', 'Lantern Oil'],
  ] as const;

  it('design §6: pages of the catalog are clean in both themes and sizes, and need no sideways scrolling at 320 px', async () => {
    for (const [name, path, h1, last] of PAGES) {
      await follow(page, `${house.app.url}${path}`);
      await heading(h1).waitFor();
      await page.getByRole('main').getByText(last, { exact: true }).last().waitFor({ state: 'attached' });
      expect([name, await faultsSeen(page, `discover-${name}`)]).toEqual([name, []]);
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    }
    expect(person.complaints.slice(before)).toEqual([]);
  });

  it('design §6: the arrow keys move along a shelf, Tab leaves it, and Enter opens a page with the focus on its heading', async () => {
    await go('/discover/films');
    await region('Trending films').getByRole('link').first().waitFor();
    await tabTo(page, 'Lantern no. 1');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(await page.evaluate<string>('document.activeElement.textContent')).toContain('Lantern no. 3');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    expect(await page.evaluate<string>('document.activeElement.textContent')).toContain('Lantern no. 3');
    await page.keyboard.press('Enter');
    await heading('Lantern no. 3').waitFor();
    expect(await page.evaluate<string>('document.activeElement.tagName')).toBe('H1');
    expect(person.complaints.slice(before)).toEqual([]);
  });
});
