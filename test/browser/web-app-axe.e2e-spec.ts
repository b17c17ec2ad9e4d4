import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { type App, startApp } from '../harness/start-app.js';
import { answersOf, follow } from '../harness/page-answers.js';
import { type AppPage, WebAppBrowser } from '../harness/web-app-browser.js';
import { faultsSeen, LAPTOP } from '../harness/page-faults.js';
import { signIn } from './live-household.js';

const FILM = { id: 990_951, title: 'Harbor Lights' };
const WAITING = { id: 990_952, title: 'Harbor Nights' };
const SERIES = { id: 990_953, tvdb_id: 880_953, name: 'Harbor Stories' };

/** What is served is dist/web, as the build leaves it. Other pages and states are looked at where they are tested. */
describe('issue 22 must-show 4: axe-core finds nothing', () => {
  let app: App;
  let browser: WebAppBrowser;
  let admin: AppPage;
  let page: Page;
  let answered: () => Promise<void>;
  let looks = 0;

  beforeAll(async () => {
    app = await startApp();
    for (const { id, title } of [FILM, WAITING]) {
      app.tmdb.given.film({ id, title });
      app.radarr.given.catalog([{ tmdbId: id, title, year: 2024 }]);
    }
    app.tmdb.given.series(SERIES);
    app.sonarr.given.catalog([{ tvdbId: SERIES.tvdb_id, tmdbId: SERIES.id, title: SERIES.name }]);
    const session = await app.setUpAdmin();
    await app.connectRadarr(session);
    await app.connectSonarr(session);
    await session.put('/api/admin/request-settings', { require_approval: true, allow_season_choice: true });
    const member = await app.invite('ana');
    await member.post('/api/requests', { media_type: 'movie', tmdb_id: WAITING.id, title: WAITING.title });
    browser = await WebAppBrowser.open();
    admin = await browser.person(app.url, LAPTOP);
    ({ page } = admin);
  });

  afterAll(async () => {
    console.log(`axe-core: ${looks} pages and dialogs`);
    expect(admin.complaints).toEqual([]);
    await browser.close();
    app.server.closeAllConnections();
    await app.close();
  });

  const look = async (name: string): Promise<void> => {
    looks += 1;
    expect(await faultsSeen(page, `axe-${name}`)).toEqual([]);
  };

  it('sign-in', async () => {
    await page.goto(app.url);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await look('sign-in');
    await signIn(page, 'admin');
    answered = answersOf(page);
  });

  it.each([
    ['discover', '/discover', 'Discover'],
    ['search', '/search?q=harbor', 'Results for “harbor”'],
    ['film', `/movie/${FILM.id}`, FILM.title],
    ['requests', '/requests', 'My requests'],
    ['downloads', '/downloads', 'Downloads'],
    ['profile', '/profile', 'Profile'],
    ['not-found', '/no/such/page', 'Not found'],
    ['admin', '/admin/requests', 'Requests'],
    ['series', `/series/${SERIES.id}`, SERIES.name],
    ['home', '/', 'Home'],
  ] as const)('%s', async (name, path, heading) => {
    await follow(page, app.url + path);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await answered();
    await look(name);
  });

  it('the dialog of a request, with seasons', async () => {
    await page.goto(`${app.url}/series/${SERIES.id}`);
    await page.getByRole('button', { name: 'Request', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Season 1' }).waitFor();
    await look('series-request');
  });
});
