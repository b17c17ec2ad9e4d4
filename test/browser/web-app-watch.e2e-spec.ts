import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { MediaHousehold } from '../harness/media-household.js';
import { faultsSeen, LAPTOP } from '../harness/page-faults.js';
import { type AppPage, WebAppBrowser } from '../harness/web-app-browser.js';
import { openSignedIn } from './live-household.js';

const FILM = 990_950;

/** What is served is dist/web, as the build leaves it. */
describe('issue 46, web app: where a title is watched', () => {
  let house: MediaHousehold;
  let browser: WebAppBrowser;
  let person: AppPage;
  let page: Page;

  beforeAll(async () => {
    house = await MediaHousehold.start();
    const { app, admin } = house;
    const library = await app.connectRadarr(admin);
    await admin.patch(`/api/instances/${library}/assignments`, { action: 'add', user_ids: [house.ana.userId] });
    app.tmdb.given.film({ id: FILM, title: 'Harbor Watch', release_date: '2024-01-01' });
    app.radarr.given.movie({ tmdbId: FILM, title: 'Harbor Watch', hasFile: true });
    house.jellyfin.given.item({ type: 'Movie', name: 'Harbor Watch', year: 2024, tmdbId: FILM });
    await admin.patch(`/api/admin/users/${house.ana.userId}/auth-methods`, { password_enabled: true });
    await house.ana.post('/api/auth/password', { password: 'a good password of ana' });
    browser = await WebAppBrowser.open();
    person = await browser.person(app.url, LAPTOP);
    ({ page } = person);
    await openSignedIn(page, app.url, 'ana');
  });

  beforeEach(() => house.pass(61_000));

  afterAll(async () => {
    await browser.close();
    house.app.server.closeAllConnections();
    await house.close();
  });

  const first = () => page.locator('.button.primary').allInnerTexts();

  async function open(): Promise<void> {
    await page.goto(`${house.app.url}/movie/${FILM}`);
    await page.getByText('It’s in the library, ready to watch.').waitFor();
  }

  it('issue 46: who has no account where it is makes one in the place of Watch, and watches it then', async () => {
    await open();
    expect(await page.getByRole('button', { name: /^Make my account/ }).count()).toBe(0);

    await house.grant('video_server_a', house.ana);
    await open();
    await page.getByRole('button', { name: 'Make my account on Films' }).waitFor();
    expect((await first()).map((text) => text.split('\n')[0]?.trim())).toEqual([
      expect.stringMatching(/^Make my account/),
    ]);
    expect(await faultsSeen(page, 'film-account')).toEqual([]);
    await page.getByRole('button', { name: 'Make my account on Films' }).click();
    await page.getByLabel('Password for this server').fill('a password for films');
    await page.getByRole('button', { name: 'Create account' }).click();
    const link = page.getByRole('link', { name: 'Watch on Films' });
    await link.waitFor();
    expect(await link.getAttribute('href')).toMatch(/^https:\/\/films\.example\//);
    expect(await page.getByRole('button', { name: /^Make my account/ }).count()).toBe(0);
    expect(await faultsSeen(page, 'film-watch')).toEqual([]);
    expect(person.complaints).toEqual([]);
  });
});
