import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { WebAppService } from '../../src/app/web/web-app.service.js';
import { NextVersion, THIS_VERSION } from '../harness/next-version.js';
import { type App, type Session, startApp } from '../harness/start-app.js';
import { type AppPage, WebAppBrowser } from '../harness/web-app-browser.js';
import { faultsSeen, LAPTOP } from '../harness/page-faults.js';
import { LiveHousehold, librariesLookedAt, openSignedIn, signIn, socketsOpen } from './live-household.js';

const FILM = { id: 990_901, title: 'Harbor Lights' };
const SERIES = { id: 990_902, tvdb_id: 880_902, name: 'Harbor Stories' };
const TRY_MS = 1_000;

/**
 * What is served is dist/web, as the build leaves it. The base path has its test in web-app-session.e2e-spec.ts, "Update ready" and
 * a start without a network in web-app-install.e2e-spec.ts.
 */
describe('issue 22 must-show 6, plain HTTP on a host name', () => {
  it('everything works but what needs a secure address, which is said where it would be', async () => {
    const app = await startApp();
    app.tmdb.given.film(FILM);
    app.tmdb.given.series(SERIES);
    app.radarr.given.catalog([{ tmdbId: FILM.id, title: FILM.title, year: 2024 }]);
    const admin = await app.setUpAdmin();
    const library = await app.connectRadarr(admin);
    await admin.patch(`/api/instances/${library}/assignments`, { action: 'add', user_ids: [admin.userId] });
    const browser = await WebAppBrowser.open({ flags: ['--host-resolver-rules=MAP nas.house 127.0.0.1'] });
    const origin = `http://nas.house:${new URL(app.url).port}`;
    const { page, complaints } = await browser.person(origin, LAPTOP, { workers: true });
    await page.goto(`${origin}/profile`);
    await signIn(page, 'admin');
    expect(await page.evaluate(`[isSecureContext, 'serviceWorker' in navigator, 'locks' in navigator]`)).toEqual([
      false,
      false,
      false,
    ]);
    await page.getByText('Needs HTTPS:', { exact: false }).waitFor();

    await page.reload();
    await page.getByRole('combobox', { name: 'Search' }).fill('harbor');
    await page.getByRole('link', { name: /^Harbor Lights, / }).click();
    await page.getByRole('button', { name: 'Request' }).click();
    await page.getByRole('button', { name: 'Send request' }).click();
    await page.getByText('Requested', { exact: true }).first().waitFor();
    await socketsOpen(app, 1);
    await app.deliver();
    await librariesLookedAt(app);
    app.radarr.startDownload(FILM.id);
    app.radarr.advanceDownload(FILM.id, 0.4);
    await librariesLookedAt(app);
    await page.getByText('Downloading 40 %').waitFor();

    // There is no clipboard: the older way copies, or the link is selected.
    await page.goto(`${origin}/admin/people`);
    await page.getByRole('button', { name: 'Invite someone' }).click();
    await page.getByLabel('Name').fill('ana');
    await page.getByRole('button', { name: 'Create invite link' }).click();
    expect(await page.getByRole('textbox', { name: 'Invite link' }).inputValue()).toMatch(
      new RegExp(`^${origin}/join#`),
    );
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page
      .getByRole('status')
      .getByText(/copied|selected/)
      .waitFor();
    await page.keyboard.press('Escape');

    const other = await page.context().newPage();
    await other.goto(`${origin}/profile`);
    await other.getByRole('button', { name: 'Sign out' }).click();
    await heading(page, 'Sign in').waitFor();
    expect(complaints).toEqual([]);
    await browser.close();
    app.server.closeAllConnections();
    await app.close();
  });
});

describe('issue 22 must-show 6, an upgrade under an open tab, without a worker', () => {
  let app: App;
  let browser: WebAppBrowser;
  let person: AppPage;
  let page: Page;
  let loads: number;

  beforeAll(async () => {
    app = await startApp();
    await app.setUpAdmin();
    browser = await WebAppBrowser.open();
  });

  beforeEach(async () => {
    app.get(WebAppService).load(THIS_VERSION);
    // The budget of sign-ins is one minute's.
    await app.clock.leap(61_000);
    person = await browser.person(app.url, LAPTOP, { missesFiles: true });
    ({ page } = person);
    await openSignedIn(page, app.url, 'admin');
    loads = 0;
    page.on('load', () => (loads += 1));
  });

  afterEach(() => person.close());

  afterAll(async () => {
    await browser.close();
    app.server.closeAllConnections();
    await app.close();
  });

  it('the page whose file is gone is loaded anew, once, and is there', async () => {
    const next = new NextVersion();
    app.get(WebAppService).load(next.folder);
    const gone = page.waitForResponse((answer) => answer.url().includes('/assets/DiscoverPage-'));
    await link(page, 'Discover').click();
    const answer = await page.request.get((await gone).url());
    expect([answer.status(), await answer.json()]).toEqual([404, { error: 'not found' }]);
    await heading(page, 'Discover').waitFor();
    await link(page, 'My requests').click();
    await heading(page, 'My requests').waitFor();
    expect(loads).toBe(1);
    next.remove();
  });

  it('where it is missing from the new version as well, the page says so and is not loaded over and over', async () => {
    const next = new NextVersion().without('DiscoverPage');
    app.get(WebAppService).load(next.folder);
    await link(page, 'Discover').click();
    await expect.poll(() => loads).toBe(1);
    await page.getByRole('alert').getByText('You’re offline, or the server doesn’t answer.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('alert').waitFor();
    await link(page, 'My requests').click();
    await heading(page, 'My requests').waitFor();
    expect(loads).toBe(1);
    next.remove();
  });

  it('issue 22 must-show 6, no network: a page that isn’t loaded yet says so, and the one that is there stays, with its session', async () => {
    await page.context().setOffline(true);
    await page.getByText('You’re offline. What you see is from').waitFor();
    await link(page, 'Discover').click();
    await page.getByRole('alert').getByText('You’re offline, or the server doesn’t answer.').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await heading(page, 'Discover').waitFor();
    await link(page, 'Profile').click();
    await page.getByText('You’re signed in as admin.').waitFor();
    expect(loads).toBe(0);
  });
});

describe('issue 22 must-show 6, others are down', () => {
  let house: LiveHousehold;
  let ana: Session;
  let page: Page;

  beforeAll(async () => {
    house = await LiveHousehold.open();
    house.app.tmdb.given.film(FILM);
    house.app.tmdb.given.series(SERIES);
    ana = await house.member('ana');
    ({ page } = await house.signedIn('ana'));
    // Pages read by their own clock, which stands still in a house like this.
    await page.clock.resume();
  });

  beforeEach(async () => {
    ana = await house.app.refresh(ana);
  });

  afterAll(() => house.close());

  /** What may pass is asked again twice, a second and two seconds later by the clock of the page, before a failure is said. */
  const saidAfterTries = async (failure: Locator): Promise<void> => {
    await expect
      .poll(async () => {
        await page.clock.fastForward(TRY_MS);
        return failure.isVisible();
      })
      .toBe(true);
  };

  it('TMDB down: the blocks that need it say so, one’s own requests are there, and it goes on by itself', async () => {
    const film = house.film('Harbor Rain');
    await house.requested(ana, 'movie', film);
    await house.app.tmdb.leave();
    await link(page, 'Home').click();
    for (const name of ['Films', 'Series'])
      await saidAfterTries(
        page
          .getByRole('region', { name })
          .getByRole('alert')
          .getByText('A library or a provider doesn’t answer right now. We’ll keep trying.'),
      );
    await page.getByRole('main').getByRole('link', { name: 'Harbor Rain' }).first().waitFor();
    await page.getByRole('combobox', { name: 'Search' }).fill('harbor');
    await heading(page, 'Results for “harbor”').waitFor();
    await saidAfterTries(
      page.getByRole('main').getByRole('alert').getByText('doesn’t answer right now', { exact: false }),
    );
    expect(await page.getByText('Nothing found', { exact: false }).count()).toBe(0);

    await house.app.tmdb.start(house.app.tmdb.port);
    await house.app.clock.advance(61_000);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: /^Harbor Rain, / }).waitFor();
  });

  it('Radarr down: unknown words with the last good reading, on the film, on the request and in the lists', async () => {
    const { app } = house;
    const film = house.film('Harbor Storm');
    const id = await house.requested(ana, 'movie', film);
    await app.deliver();
    app.radarr.startDownload(film);
    app.radarr.advanceDownload(film, 0.4);
    await house.round();
    await page.goto(`${app.url}/movie/${film}`);
    await page.getByText('Downloading 40 %').waitFor();

    await app.radarr.leave();
    await house.forgets();
    await page.reload();
    await page.getByText('Can’t tell right now').first().waitFor();
    await page.getByText('The library can’t be reached right now. We’ll keep trying.').waitFor();
    await page.getByText('Last known: Requested').waitFor();
    expect(await page.getByRole('button', { name: 'Request' }).count()).toBe(0);
    await page.getByRole('link', { name: 'See my request' }).click();
    await heading(page, 'Harbor Storm').waitFor();
    expect(new URL(page.url()).pathname).toBe(`/a/b/requests/${id}`);
    await page.getByText('Last good reading').first().waitFor();
    await link(page, 'My requests').click();
    await page.getByRole('main').getByText('Can’t tell right now').first().waitFor();
    await page.getByRole('main').getByText('Last known: Requested').first().waitFor();
    expect(await page.getByText('Not in the library').count()).toBe(0);
    expect(await faultsSeen(page, 'requests-unknown')).toEqual([]);
    await link(page, 'Home').click();
    const tickets = page.getByRole('region', { name: 'On the way' });
    await tickets.getByText('Can’t tell right now').first().waitFor();
    await tickets.getByText('Last known: Requested').first().waitFor();
    expect(await faultsSeen(page, 'home-unknown')).toEqual([]);

    await app.radarr.start(app.radarr.port);
    await house.forgets();
    await page.reload();
    await page.getByRole('progressbar', { name: 'Download' }).waitFor();
    await tickets.getByText('40 %').waitFor();
    await link(page, 'My requests').click();
    await page.getByRole('main').getByText('Downloading, 40 %').waitFor();
  });
});

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

const link = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
