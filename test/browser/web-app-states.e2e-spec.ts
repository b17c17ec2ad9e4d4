import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { manualPromise } from '../harness/manual-promise.js';
import { type App, startApp } from '../harness/start-app.js';
import { WebAppBrowser } from '../harness/web-app-browser.js';
import { LAPTOP } from '../harness/page-faults.js';
import { openSignedIn } from './live-household.js';

const FILM = { id: 990_401, title: 'Harbor Lights' };
const FEATURED_FILMS = '**/api/discover/movies/featured**';

/** What is served is dist/web, as the build leaves it. */
describe('issue 22: each block of a page has its own states', () => {
  let app: App;
  let browser: WebAppBrowser;
  let page: Page;

  beforeAll(async () => {
    app = await startApp();
    app.tmdb.given.film(FILM);
    app.tmdb.given.series({ id: 990_402, tvdb_id: 880_402, name: 'Harbor Stories' });
    app.radarr.given.catalog([{ tmdbId: FILM.id, title: FILM.title, year: 2024 }]);
    const admin = await app.setUpAdmin();
    const instanceId = await app.connectRadarr(admin);
    await admin.patch(`/api/instances/${instanceId}/assignments`, { action: 'add', user_ids: [admin.userId] });
    browser = await WebAppBrowser.open();
    ({ page } = await browser.person(app.url, LAPTOP));
    await page.clock.install();
    await openSignedIn(page, app.url, 'admin');
  });

  beforeEach(async () => {
    await page.unrouteAll();
    // What was read before is not shown as it is.
    await page.goto(`${app.url}/profile`);
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
  });

  afterAll(async () => {
    await browser.close();
    app.server.closeAllConnections();
    await app.close();
  });

  const region = (name: string) => page.getByRole('region', { name });

  const openHome = () => page.getByRole('link', { name: 'Home' }).click();

  it('empty: says why', async () => {
    await page.route(FEATURED_FILMS, (route) => route.fulfill({ json: { results: [] } }));
    await openHome();
    await region('Films').getByText('Nothing to show here right now.').waitFor();
    await page.getByRole('heading', { level: 2, name: 'What would you like to see?' }).waitFor();
  });

  it('loading says so, an error has a sentence, and Try again reads it anew; the other blocks stay', async () => {
    const { promise: held, resolve: answer } = manualPromise();
    await page.route(FEATURED_FILMS, async (route) => {
      await held;
      const headers = { 'x-request-id': 'the-id-of-the-call' };
      await route.fulfill({ status: 500, json: { error: 'internal error' }, headers });
    });
    await openHome();
    const block = region('Films');
    await block.getByText('Loading…').waitFor();
    await region('Series').getByRole('link').first().waitFor();
    answer();
    await block.getByRole('alert').getByText('Something went wrong on the server.').waitFor();
    expect(await block.getByText('Request the-id-of-the-call').count()).toBe(1);
    await region('Series').getByRole('link').first().waitFor();
    await page.unrouteAll();
    await block.getByRole('button', { name: 'Try again' }).click();
    await block.getByRole('link', { name: /^Harbor Lights/ }).waitFor();
  });

  it('a library that is busy is asked three times, and then a sentence says so, without the id of a call', async () => {
    let asked = 0;
    await page.route(FEATURED_FILMS, async (route) => {
      await route.fulfill({ status: 503, json: { error: 'x' }, headers: { 'x-request-id': 'the-id-of-the-call' } });
      asked += 1;
    });
    await openHome();
    for (const times of [1, 2, 3]) {
      await expect.poll(() => asked).toBe(times);
      // The page waits one second, then two, before it asks again.
      await page.clock.runFor(2_000);
    }
    const block = region('Films');
    await block.getByRole('alert').getByText('The server is busy right now. Try again in a moment.').waitFor();
    await block.getByRole('button', { name: 'Try again' }).waitFor();
    expect(await block.getByText('Request the-id-of-the-call').count()).toBe(0);
  });

  it('not allowed: a sentence, and nothing to try again', async () => {
    await page.route(FEATURED_FILMS, (route) => route.fulfill({ status: 403, json: { error: 'permission denied' } }));
    await openHome();
    await region('Films').getByText('Your account can’t do this.', { exact: false }).waitFor();
    expect(await region('Films').getByRole('button').count()).toBe(0);
  });

  it('not found: the page of a title that there isn’t', async () => {
    await page.goto(`${app.url}/movie/999999`);
    await page.getByRole('alert').getByText('Not found.').waitFor();
  });

  it('offline: says so at once, and shows what it has', async () => {
    await openHome();
    await region('Films').getByRole('link').first().waitFor();
    await page.context().setOffline(true);
    await page.getByText('You’re offline. What you see is from').waitFor();
    expect(await region('Films').getByRole('link').count()).toBeGreaterThan(0);
    await page.context().setOffline(false);
    await page.getByText('You’re offline.', { exact: false }).waitFor({ state: 'detached' });
  });

  it('the list of requests comes page by page; a filter looks further back by itself, and a failure can be tried again', async () => {
    const entry = (request_id: number) => ({
      ...{ request_id, tmdb_id: request_id, media_type: 'movie', title: `Film no. ${request_id}`, delivery: [] },
      ...{ status: request_id === 1 ? 'denied' : 'available', progress: 1, status_known: true },
      requested_at: '2026-01-01T00:00:00Z',
    });
    const entries = Array.from({ length: 101 }, (_, at) => entry(101 - at));
    let isDown = false;
    await page.route(/\/api\/requests\?limit=50/, (route) => {
      const before = Number(new URL(route.request().url()).searchParams.get('before') ?? 102);
      if (isDown) return route.fulfill({ status: 500, json: { error: 'x' } });
      return route.fulfill({ json: entries.filter(({ request_id: id }) => id < before).slice(0, 50) });
    });
    await page.getByRole('link', { name: 'My requests' }).click();
    const rows = page.getByRole('list', { name: 'My requests' }).getByRole('listitem');
    const lastOne = async (number: number): Promise<void> => {
      await page.getByRole('button', { name: 'Load more' }).scrollIntoViewIfNeeded();
      await page.getByRole('link', { name: `Film no. ${number}`, exact: true }).waitFor();
    };
    await lastOne(52);
    expect(await rows.last().getAttribute('aria-setsize')).toBe('-1');
    isDown = true;
    await page.getByRole('button', { name: 'Load more' }).click();
    await page.getByRole('alert').getByText('Something went wrong on the server.').waitFor();
    await lastOne(52);
    isDown = false;
    await page.getByRole('button', { name: 'Load more' }).click();
    await lastOne(2);
    expect(await rows.count()).toBeLessThanOrEqual(60);
    await page.getByRole('link', { name: 'Declined' }).click();
    await page.getByRole('link', { name: 'Film no. 1' }).waitFor();
    expect(await page.getByRole('button', { name: 'Load more' }).count()).toBe(0);
    expect(await rows.last().getAttribute('aria-setsize')).toBe('1');
    await page.getByRole('link', { name: /^All/ }).click();
    await page.getByRole('textbox', { name: 'Filter by title' }).fill('no. 57');
    await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining('Film no. 57')]);
    await page.getByRole('textbox', { name: 'Filter by title' }).fill('');
    await page.getByRole('link', { name: 'Waiting' }).click();
    await page.getByText('Nothing here with this filter.').waitFor();

    // An address that nobody has made here.
    await page.goto(page.url().replace('waiting', '__proto__'));
    await lastOne(52);
  });

  it('unknown: a library that can’t be read is never "not in the library"', async () => {
    // What cards of an earlier test have read of it is too old then.
    await app.clock.leap(121_000);
    app.radarr.fail('GET /api/v3/movie', { status: 500 }, 100);
    await page.goto(`${app.url}/movie/${FILM.id}`);
    await page.getByText('Can’t tell right now').first().waitFor();
    expect(await page.getByText('Not in the library').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Request' }).count()).toBe(0);
    app.radarr.recover();
    await app.clock.leap(121_000);
  });

  /** The requests for titles that the page sends from now on. */
  const requestsSent = (): readonly string[] => {
    const sent: string[] = [];
    page.on('request', (call) => {
      if (call.method() === 'POST' && call.url().endsWith('/api/requests')) sent.push(call.url());
    });
    return sent;
  };

  it('offline: what is sent fails at once, and is not sent later by itself', async () => {
    const sent = requestsSent();
    await page.goto(`${app.url}/movie/${FILM.id}`);
    await page.getByRole('button', { name: 'Request' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Send request' }).waitFor();
    await page.context().setOffline(true);
    await dialog.getByRole('button', { name: 'Send request' }).click();
    await dialog.getByText('You’re offline, or the server doesn’t answer.').waitFor();
    await page.keyboard.press('Escape');
    await page.context().setOffline(false);
    await page.getByText('You’re offline.', { exact: false }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Request' }).waitFor();
    expect(sent).toHaveLength(1);
  });

  it('design §4: who can use several libraries chooses one in the dialog', async () => {
    const more = { id: 'movie_manager-0000more', service_type: 'movie_manager', name: 'Films upstairs' };
    const flags = { is_default: false, media_downloads: false, assigned: true, request_default: false };
    const bodies: unknown[] = [];
    await page.route('**/api/config', async (route) => {
      const config = (await (await route.fetch()).json()) as { readonly instances: readonly object[] };
      await route.fulfill({ json: { ...config, instances: [...config.instances, { ...more, ...flags }] } });
    });
    await page.route(/instance_id=movie_manager-0000more/, (route) =>
      route.fulfill({
        json: {
          ...{ can_choose_season: false, can_choose_quality: true, needs_approval: false },
          default_season_scope: 'all',
          quality_profiles: [{ id: 9, name: 'Upstairs only' }],
        },
      }),
    );
    await page.route(/\/api\/requests$/, (route) => {
      bodies.push(route.request().postDataJSON());
      return route.fulfill({ status: 409, json: { error: 'not now' } });
    });
    await page.goto(`${app.url}/movie/${FILM.id}`);
    await page.getByRole('button', { name: 'Request' }).click();
    await page.getByRole('combobox', { name: 'Library' }).selectOption('Films upstairs');
    await page.getByRole('combobox', { name: 'Quality' }).selectOption('Upstairs only');
    expect(await page.getByText('An administrator approves this first.').count()).toBe(0);
    await page.getByRole('button', { name: 'Send request' }).click();
    await page.getByRole('dialog').getByText('That didn’t work.').waitFor();
    expect(bodies).toEqual([
      { media_type: 'movie', tmdb_id: FILM.id, title: FILM.title, instance_id: more.id, quality_profile_id: 9 },
    ]);
    await page.unrouteAll();
  });

  it('clicking twice sends one request', async () => {
    const sent = requestsSent();
    await page.goto(`${app.url}/movie/${FILM.id}`);
    await page.getByRole('button', { name: 'Request' }).click();
    await page.getByRole('button', { name: 'Send request' }).dblclick();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('Requested').first().waitFor();
    expect(sent).toHaveLength(1);
  });
});
