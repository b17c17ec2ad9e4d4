import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { JellyfinFake } from '../fakes/jellyfin/jellyfin-fake.js';
import { byKeyboard, byPointer, counted, type PageUser } from '../harness/page-user.js';
import { ADMIN_PASSWORD, type App, SETUP_CODE, startApp } from '../harness/start-app.js';
import { WebAppBrowser } from '../harness/web-app-browser.js';
import { LAPTOP, PHONE } from '../harness/page-faults.js';
import { librariesLookedAt, socketsOpen } from './live-household.js';

const FILM = { id: 990_801, title: 'Harbor Lights' };
const REASON = 'Let’s wait for the long version';

/** What is served is dist/web, as the build leaves it. */
describe('issue 22 must-show 1: the main job, from an empty data folder to a film that is there', () => {
  it.each([
    ['by clicking, on a laptop and a phone', byPointer],
    ['by keyboard alone', byKeyboard],
  ])(
    '%s, without a reload in between',
    async (_how, handsOn) => {
      const app = await startApp({ env: { METADATA_TOKEN: '' } });
      const browser = await WebAppBrowser.open();
      try {
        app.tmdb.given.film(FILM);
        app.tmdb.given.series({ id: 990_802, tvdb_id: 880_802, name: 'Harbor Stories' });
        app.radarr.given.catalog([{ tmdbId: FILM.id, title: FILM.title, year: 2024 }]);

        const ada = await browser.person(app.url, LAPTOP);
        const loadsOfAda = loadsOf(ada.page);
        const adas = handsOn(ada.page);
        await ada.page.goto(app.url);
        await makeFirstAccount(adas);
        await connectRadarr(ada.page, adas, app);
        await storeToken(ada.page, adas, app);
        const link = await invite(ada.page, adas);
        await adas.press('link', 'Go to Home');

        const ana = await browser.person(app.url, PHONE);
        const loadsOfAna = loadsOf(ana.page);
        const anas = handsOn(ana.page);
        await ana.page.goto(link);
        await join(ana.page, anas);
        await requireApproval(app);
        await socketsOpen(app, 2);

        await open(anas);
        await state(ana.page, 'Not in the library');
        await anas.press('button', 'Request');
        await anas.press('button', 'Send request');
        await state(ana.page, 'Waiting for approval');

        await adas.press('link', 'Admin');
        await adas.press('link', /^Requests/);
        await ada.page.getByRole('heading', { level: 1, name: 'Requests', exact: true }).waitFor();
        await adas.press('button', `Decline ${FILM.title}`);
        await adas.write('Reason', REASON);
        await adas.press('button', 'Decline request');
        await ada.page.getByText('Nothing waits for you').waitFor();

        await state(ana.page, 'Declined');
        await anas.press('link', 'See my request');
        await ana.page.getByText(`“${REASON}”`).waitFor();
        await open(anas);
        await state(ana.page, 'Declined');
        await anas.press('button', 'Request');
        await anas.press('button', 'Send request');
        await state(ana.page, 'Waiting for approval');

        await adas.press('button', `Approve ${FILM.title}`);
        await ada.page.getByText('Nothing waits for you').waitFor();
        await app.deliver();
        await librariesLookedAt(app);
        await state(ana.page, 'Requested');

        await arrives(ana.page, app);
        expect([loadsOfAda(), loadsOfAna()]).toEqual([1, 1]);
        expect([...ada.complaints, ...ana.complaints]).toEqual([]);
      } finally {
        await browser.close();
        app.server.closeAllConnections();
        await app.close();
      }
    },
    90_000,
  );
});

/** What is served is dist/web, as the build leaves it. */
describe('issue 46 must-show 4: from an empty data folder by clicking, on phones, until Watch is pressed', () => {
  it('the first shelf stands after 6 fields and at most 8 clicks; what is there is watched, and nothing is asked twice', async () => {
    const app = await startApp({ env: { METADATA_TOKEN: '' } });
    const apiKey = app.secrets.plant('jellyfin key', 'planted-key-of-jellyfin');
    const jellyfin = await new JellyfinFake({ apiKey, now: () => app.clock.now() }).start();
    const browser = await WebAppBrowser.open();
    try {
      app.tmdb.given.film(FILM);
      app.radarr.given.catalog([{ tmdbId: FILM.id, title: FILM.title, year: 2024 }]);

      const ada = await browser.person(app.url, PHONE);
      const { hands: adas, counts } = counted(byPointer(ada.page));
      await ada.page.goto(app.url);
      await makeFirstAccount(adas);
      await connectRadarr(ada.page, adas, app, { isPrepared: true });
      await storeToken(ada.page, adas, app);
      await step(ada.page, 'Invite somebody');
      await adas.press('link', 'Go to Home');
      await ada.page
        .getByRole('main')
        .getByRole('link', { name: /^Harbor Lights/ })
        .first()
        .waitFor();
      expect(counts).toEqual({ fields: 6, clicks: 6 });

      await ada.page.goBack();
      const link = await invite(ada.page, adas);
      await adas.press('link', 'Go to Home');
      await adas.press('link', /^Admin$/);
      // What was skipped is on Overview.
      await adas.press('link', /Connect a media server$/);
      await connectJellyfin(ada.page, adas, jellyfin);

      const ana = await browser.person(app.url, PHONE);
      const anas = byPointer(ana.page);
      await ana.page.goto(link);
      await join(ana.page, anas);
      await requireApproval(app);
      await socketsOpen(app, 2);

      await open(anas);
      await anas.press('button', 'Request');
      await anas.press('button', 'Send request');
      await state(ana.page, 'Waiting for approval');
      await adas.press('link', 'Go to Home');
      await adas.press('link', /^Admin$/);
      // On a phone one bar opens to all sections.
      await ada.page.getByRole('navigation', { name: 'Admin' }).locator('summary').click();
      await adas.press('link', /^Requests/);
      await adas.press('button', `Approve ${FILM.title}`);
      await state(ana.page, 'Requested');
      await app.deliver();
      await librariesLookedAt(app);
      await arrives(ana.page, app);

      jellyfin.given.item({ type: 'Movie', name: FILM.title, year: 2024, tmdbId: FILM.id });
      await anas.press('link', 'Profile');
      await ana.page.getByRole('tab', { name: 'Watching and listening' }).click();
      await anas.press('button', 'Create account on Jellyfin');
      await anas.write('Password for this server', 'a good password of ana');
      await anas.press('button', /^Create account$/);
      await ana.page.getByText('Your account on Jellyfin is ready.').waitFor();
      await open(anas);
      const opened = ana.page.waitForEvent('popup');
      await anas.press('link', /^Watch on Jellyfin/);
      expect((await opened).url()).toContain(`${jellyfin.url}/web/#/details?id=`);

      const added = app.radarr
        .calls('POST /api/v3/movie')
        .map(({ body }) => (body as { readonly tmdbId: number }).tmdbId);
      expect(added).toEqual([FILM.id]);
      expect(jellyfin.count('create')).toBe(1);
      expect([...ada.complaints, ...ana.complaints]).toEqual([]);
    } finally {
      await browser.close();
      app.server.closeAllConnections();
      await Promise.all([app.close(), jellyfin.stop()]);
    }
  }, 90_000);
});

async function makeFirstAccount(hands: PageUser): Promise<void> {
  await hands.write('Setup code', SETUP_CODE);
  await hands.write('Username', 'ada');
  await hands.write('Password', ADMIN_PASSWORD);
  await hands.press('button', 'Create account');
}

/** @param isPrepared the app and the name of the library are taken as the page has them at first */
async function connectRadarr(page: Page, hands: PageUser, { radarr }: App, { isPrepared = false } = {}): Promise<void> {
  await step(page, 'Connect a library');
  if (!isPrepared) {
    await hands.choose('radio', 'Radarr');
    await hands.write('Name', 'Films');
  }
  await hands.write('Address', radarr.url);
  await hands.write('API key', radarr.apiKey);
  await hands.press('button', 'Test connection');
  await page.getByRole('status').getByText('works').waitFor();
  await hands.press('button', 'Save library');
  // The owner of the house has it, too.
  await page.getByText('Everyone with an account can use it: ada.').waitFor();
  await page.getByText('Radarr tells Usher at once when something changes.').waitFor();
  await hands.press('button', 'Continue');
}

async function connectJellyfin(page: Page, hands: PageUser, jellyfin: JellyfinFake): Promise<void> {
  await step(page, 'Connect a media server');
  await hands.choose('radio', 'Jellyfin');
  await hands.write('Address', jellyfin.url);
  await hands.write('API key', jellyfin.apiKey);
  // Without it there is no address to which Watch could lead.
  await hands.write('Address for people', jellyfin.url);
  await hands.press('button', 'Save media server');
  await step(page, 'Media server connected');
  await page.getByText('2 of 2 people can use it.').waitFor();
  await hands.press('button', /^Save$/);
  await page.getByText('Who can use Jellyfin is saved.').waitFor();
  await hands.press('button', 'Continue');
  await step(page, 'Invite somebody');
}

async function storeToken(page: Page, hands: PageUser, { tmdb }: App): Promise<void> {
  await step(page, 'Let Usher look things up');
  await hands.write('TMDB token', tmdb.token);
  await hands.press('button', 'Save token');
}

async function invite(page: Page, hands: PageUser): Promise<string> {
  await step(page, 'Invite somebody');
  await hands.press('button', 'Invite someone');
  await hands.write('Name', 'ana');
  await hands.choose('checkbox', 'Can set a password');
  await hands.press('button', 'Create invite link');
  const link = await page.getByRole('textbox', { name: 'Invite link' }).inputValue();
  await hands.close();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  return link;
}

async function join(page: Page, hands: PageUser): Promise<void> {
  await hands.press('button', 'Join');
  await hands.write('New password', 'a good password of ana');
  await hands.press('button', 'Save password');
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
}

/** Finds the film by the search box, and opens its page. */
async function open(hands: PageUser): Promise<void> {
  await hands.search('harbor');
  await hands.press('link', /^Harbor Lights, /);
}

/** There is no page for this setting yet. */
async function requireApproval(app: App): Promise<void> {
  const admin = await app.login('ada', ADMIN_PASSWORD);
  expect((await admin.put('/api/admin/request-settings', { require_approval: true })).status).toBe(200);
}

/** It downloads, as the manager's queue says, and is there; what the page shows follows by itself. */
async function arrives(page: Page, app: App): Promise<void> {
  const bar = page.getByRole('progressbar', { name: 'Download' });
  app.radarr.startDownload(FILM.id);
  for (const share of [0.4, 0.75]) {
    app.radarr.advanceDownload(FILM.id, share);
    await librariesLookedAt(app);
    await page.getByText(`Downloading ${share * 100} %`).waitFor();
    await expect.poll(() => bar.getAttribute('value')).toBe(String(share));
  }
  app.radarr.finishDownload(FILM.id);
  await librariesLookedAt(app);
  await state(page, 'Available');
  expect(await bar.count()).toBe(0);
}

const step = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

const state = (page: Page, words: string) => page.getByText(words, { exact: true }).first().waitFor();

/** How often the page has been loaded, the first time included. */
function loadsOf(page: Page): () => number {
  let loads = 0;
  page.on('load', () => (loads += 1));
  return () => loads;
}
