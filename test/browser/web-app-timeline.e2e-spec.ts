import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { manualPromise } from '../harness/manual-promise.js';
import { failUntilClicked } from '../harness/failing-read.js';
import type { Session } from '../harness/start-app.js';
import type { AppPage } from '../harness/web-app-browser.js';
import { faultsSeen } from '../harness/page-faults.js';
import { callsOf, LiveHousehold, stepsOf } from './live-household.js';

const LIST = 'GET /api/v3/movie';

/** What is served is dist/web, as the build leaves it. */
describe('issue 22 must-show 1 and 3: the page of a request', () => {
  let house: LiveHousehold;
  let ana: Session;
  let person: AppPage;
  let page: Page;

  beforeAll(async () => {
    house = await LiveHousehold.open();
    ana = await house.member('ana');
    person = await house.signedIn('ana');
    ({ page } = person);
  });

  beforeEach(async () => {
    // Tokens run out as the clock moves.
    ana = await house.app.refresh(ana);
    house.admin = await house.app.refresh(house.admin);
  });

  afterAll(() => house.close());

  const reason = () => page.getByRole('region', { name: 'Why is it waiting?' });
  const steps = () => stepsOf(page);

  /** Leaves the page by its links, so that the socket stays, and opens the page of a request. */
  async function show(id: number, title: string): Promise<void> {
    const main = page.getByRole('navigation', { name: 'Main' });
    // What was read a moment ago is shown as it is.
    await page.clock.runFor(6_000);
    await main.getByRole('link', { name: 'Profile' }).click();
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
    await main.getByRole('link', { name: 'My requests' }).click();
    await page.getByRole('link', { name: title }).first().click();
    await page.getByRole('list', { name: 'Progress' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/a/b/requests/${id}`);
  }

  const look = async (name: string): Promise<void> => expect(await faultsSeen(page, name)).toEqual([]);

  it('a film on its way, from the request to "Available": without a reload, and without a poll', async () => {
    const { radarr } = house.app;
    const film = house.film('Harbor Lights');
    const id = await house.requested(ana, 'movie', film);
    await house.app.deliver();
    await show(id, 'Harbor Lights');
    // What is done is one line, with every step in it; then what is now, and two later steps at most.
    expect(await steps()).toEqual([
      expect.stringMatching(
        /^Requested and sent to the library All today, by .*Every step Requested, today at .*Approved: No approval needed\./,
      ),
      expect.stringMatching(/^Looking for it/),
      'Downloading: Not yet',
      'Ready to enjoy: Not yet',
    ]);
    const current = page.locator('[aria-current="step"]');
    expect(await current.allInnerTexts()).toEqual([expect.stringMatching(/^Looking for it/)]);
    await look('request-sent');

    const sockets: unknown[] = [];
    page.on('websocket', (socket) => sockets.push(socket));
    // However long it is looked at, the page asks for nothing by itself.
    const calls = callsOf(page);
    await page.clock.runFor(5 * 60_000);
    expect(calls).toEqual([]);

    radarr.startDownload(film);
    radarr.advanceDownload(film, 0.4);
    await house.round();
    const bar = page.getByRole('progressbar', { name: 'Download' });
    await bar.waitFor();
    expect(await bar.getAttribute('value')).toBe('0.4');
    await expect
      .poll(steps)
      .toEqual([
        expect.stringMatching(/^Requested and found/),
        expect.stringMatching(/^Downloading 40 %/),
        'Put into the library: Not yet',
        'Ready to enjoy: Not yet',
      ]);
    await look('request-downloading');

    radarr.advanceDownload(film, 0.75);
    await house.round();
    await expect.poll(() => bar.getAttribute('value')).toBe('0.75');

    radarr.finishDownload(film);
    await house.round();
    await expect
      .poll(steps)
      .toEqual([
        expect.stringMatching(/^Requested and put into the library/),
        expect.stringMatching(/^Ready to enjoy/),
      ]);
    expect(await bar.count()).toBe(0);
    await look('request-available');
    // It read what the frames named, and nothing else: the socket was there all the time.
    expect(sockets).toEqual([]);
    expect(calls.filter((call) => !/^GET \/api\/requests(\?limit=100|\/\d+\/timeline)$/.test(call))).toEqual([]);
    expect(person.complaints).toEqual([]);
  });

  it('a series says how many episodes are there, and what each of its seasons has come to', async () => {
    const { sonarr } = house.app;
    const { tmdbId, tvdbId } = house.show('Harbor Stories');
    const id = await house.requested(ana, 'tv', tmdbId, { seasons: [1] });
    await house.app.deliver();
    await house.forgets();
    await show(id, 'Harbor Stories');
    const seasons = page.getByRole('region', { name: 'Seasons' });
    await seasons.getByText('Season 1').waitFor();
    expect(await seasons.getByText('Season 2').count()).toBe(0);

    // The other seasons can still be requested, while the first one is on its way.
    await page.getByRole('link', { name: 'Open the series' }).click();
    await page.getByRole('button', { name: 'Request', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Season 2' }).waitFor();
    expect(await page.getByRole('checkbox', { name: 'Season 1' }).isEnabled()).toBe(false);
    await page.keyboard.press('Escape');
    await page.goBack();
    await seasons.getByText('Season 1').waitFor();

    const download = sonarr.startDownload(tvdbId, 1, 1);
    sonarr.advanceDownload(download, 0.5);
    await house.round();
    await page.getByRole('progressbar', { name: 'Download' }).waitFor();
    sonarr.finishDownload(download);
    await house.round();
    await page.getByText('1 of 3 episodes are ready', { exact: true }).waitFor();
    await page.getByText('1/3', { exact: true }).waitFor();
    await seasons.getByText('1 of 3 episodes').waitFor();
    await look('request-series');
    expect(person.complaints).toEqual([]);
  });

  it('waiting for approval: the reason, since when and who can act; approved, it goes on by itself', async () => {
    await house.admin.put('/api/admin/request-settings', { require_approval: true });
    const id = await house.requested(ana, 'movie', house.film('Harbor Gate'));
    await show(id, 'Harbor Gate');
    // There is one administrator, who is named.
    await reason().getByText('admin has to approve it first.').waitFor();
    expect(await reason().getByRole('term').allTextContents()).toEqual(['Since', 'Who can act']);
    await reason().getByText('admin', { exact: true }).waitFor();
    await look('request-approval');
    await house.admin.put('/api/admin/request-settings', { require_approval: false });

    expect((await house.admin.post(`/api/admin/requests/${id}/approve`, {})).status).toBe(200);
    await house.app.deliver();
    await house.round();
    await reason().waitFor({ state: 'detached' });
    await expect.poll(async () => (await steps())[0]).toMatch(/^Requested, approved,? and sent to the library/);
    expect(person.complaints).toEqual([]);
  });

  it('issue 46: a declined request quotes the reason, can be asked for again, and leads to something like it that is there', async () => {
    await house.admin.put('/api/admin/request-settings', { require_approval: true });
    const there = house.film('Harbor Likeness');
    const film = house.film('Harbor Denied');
    const id = await house.requested(ana, 'movie', film);
    await house.admin.post(`/api/admin/requests/${id}/deny`, { reason: 'We have <b>one</b> already' });
    await page.route(`**/api/media/movie/${film}/similar`, (route) =>
      route.fulfill({
        json: { results: [there, film].map((one) => ({ id: one, title: `Like ${one}`, vote_count: 0 })) },
      }),
    );
    await page.route('**/api/requests/statuses?**', (route) => {
      const badge = { status: 'available', status_known: true, progress: 1 };
      return route.fulfill({ json: { movies: { [there]: badge }, series: {}, albums: {}, books: {} } });
    });
    await page.goto(`${house.app.url}/requests/${id}`);
    await page.getByText('“We have <b>one</b> already”').waitFor();
    await page.getByText(/^Declined today at /).waitFor();
    const instead = page.getByRole('region', { name: 'Instead, already in the library' });
    await instead.getByRole('link', { name: `Like ${there}` }).waitFor();
    expect(await instead.getByRole('listitem').count()).toBe(1);
    expect(await page.getByRole('list', { name: 'Progress' }).count()).toBe(0);
    await look('request-declined');
    await page.unroute('**/api/requests/statuses?**');
    await page.getByRole('button', { name: 'Request again' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send request' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await house.admin.put('/api/admin/request-settings', { require_approval: false });
  });

  it('a delivery that is tried again says when', async () => {
    house.app.radarr.fail(LIST, 503, 100);
    await house.forgets();
    const id = await house.requested(ana, 'movie', house.film('Harbor Wall'));
    await house.app.deliver();
    await show(id, 'Harbor Wall');
    await reason().getByText("The library couldn't take it yet. We'll keep trying.").waitFor();
    await reason().getByText('The library, by itself').waitFor();
    expect(await reason().getByRole('term').allTextContents()).toEqual(['Since', 'Who can act', 'Next try']);
    house.app.radarr.recover();
    await house.app.clock.advance(61_000);
    await house.app.deliver();
    await reason().waitFor({ state: 'detached' });
  });

  it('a library that can’t be read: can’t tell right now, with the last good reading, until it can be told again', async () => {
    const film = house.film('Harbor Fog');
    const id = await house.requested(ana, 'movie', film);
    await house.app.deliver();
    await house.forgets();
    await show(id, 'Harbor Fog');
    await page.getByText('Looking for it', { exact: true }).waitFor();
    await house.forgets();
    house.app.radarr.fail(LIST, 503, 100);
    await show(id, 'Harbor Fog');
    await reason().getByText("The library can't be reached right now. We'll keep trying.").waitFor();
    expect(await reason().getByRole('term').allTextContents()).toEqual(['Last good reading', 'Who can act']);
    expect((await steps()).slice(1)).toEqual([
      expect.stringMatching(/^Can't tell right now .*Last good reading/),
      'Downloading: Can’t tell right now',
      'Ready to enjoy: Can’t tell right now',
    ]);
    await look('request-unknown');
    await house.forgets();
    house.app.radarr.recover();
    await page.clock.runFor(31_000);
    await page.getByText('Looking for it', { exact: true }).waitFor();
    await reason().waitFor({ state: 'detached' });
  });

  it('what a library can’t import needs an administrator, and nothing of the download is named', async () => {
    const film = house.film('Harbor Rope');
    const id = await house.requested(ana, 'movie', film);
    await house.app.deliver();
    const row = house.app.radarr.given.queueRow({
      tmdbId: film,
      status: 'completed',
    });
    await house.forgets();
    await show(id, 'Harbor Rope');
    await reason().getByText('An administrator needs to look.', { exact: false }).waitFor();
    expect(await page.locator('body').textContent()).not.toContain(row.title);
  });

  describe('issue 22, easily skipped 4: its blocks have their own states', () => {
    it('loading says so, an error has a sentence, and Try again reads it anew; the other block stays', async () => {
      const id = await house.requested(ana, 'movie', house.film('Harbor Fault'));
      const { promise: held, resolve: answer } = manualPromise();
      await failUntilClicked(page, '**/timeline', 500);
      await page.route('**/timeline', async (route) => {
        await held;
        await route.fallback();
      });
      await page.goto(`${house.app.url}/requests/${id}`);
      await page.getByRole('heading', { level: 1, name: 'Harbor Fault' }).waitFor();
      await page.getByText('Loading…').waitFor();
      answer();
      await page.getByRole('alert').getByText('Something went wrong on the server.').waitFor();
      await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('list', { name: 'Progress' }).waitFor();
      await page.unroute('**/timeline');
    });

    it('offline: says so, and keeps what it has', async () => {
      await page.context().setOffline(true);
      await page.getByText('You’re offline. What you see is from').waitFor();
      expect(await page.getByRole('list', { name: 'Progress' }).count()).toBe(1);
      await page.context().setOffline(false);
      await page.getByText('You’re offline.', { exact: false }).waitFor({ state: 'detached' });
    });

    it('another account’s request is none, like one that doesn’t exist', async () => {
      const foreign = await house.requested(house.admin, 'movie', house.film('Harbor Secret'));
      for (const id of [foreign, 999_999]) {
        await page.goto(`${house.app.url}/requests/${id}`);
        await page.getByText('This request doesn’t exist any more.').waitFor();
        expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Request');
      }
    });
  });
});
