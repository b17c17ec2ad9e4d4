import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { failUntilClicked } from '../harness/failing-read.js';
import { tabTo } from '../harness/keyboard.js';
import type { Session } from '../harness/start-app.js';
import type { AppPage } from '../harness/web-app-browser.js';
import { faultsSeen, LAPTOP } from '../harness/page-faults.js';
import { LiveHousehold } from './live-household.js';

const FIND = 'GET /api/v3/movie';
const HOSTILE = `<img src=x> \u202E ${'Wide'.repeat(20)} 🎬`;

/** What is served is dist/web, as the build leaves it. */
describe('issue 22 order 4: the activity of deliveries', () => {
  let house: LiveHousehold;
  let ana: Session;
  let person: AppPage;
  let page: Page;

  beforeAll(async () => {
    house = await LiveHousehold.open();
    ana = await house.member('ana');
    person = await house.signedIn('admin');
    ({ page } = person);
  });

  beforeEach(async () => {
    house.app.radarr.recover();
    house.app.sonarr.recover();
    await page.unrouteAll();
    await page.setViewportSize(LAPTOP);
  });

  afterAll(() => house.close());

  const show = async (path: string, heading: string): Promise<void> => {
    await page.goto(house.app.url + path);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  };
  const refuse = (call: string, status: number, body: object = { error: 'a fault' }) =>
    page.route(call, (route) => route.fulfill({ status, json: body }));

  /** What axe-core finds, in both themes and sizes, and whether 320 px are enough. */
  const look = async (name: string): Promise<void> => {
    expect([name, await faultsSeen(page, name)]).toEqual([name, []]);
  };

  it('a delivery that a library refuses needs a person; one that is tried again says when; both by their rows', async () => {
    const refused = house.film('Harbor Refused');
    const late = house.film(HOSTILE);
    house.app.radarr.fail(FIND, 401, 2);
    await house.requested(ana, 'movie', late, { title: HOSTILE });
    await house.app.deliver();
    house.app.radarr.recover();
    house.app.radarr.fail('POST /api/v3/movie', 400, 5);
    await house.requested(ana, 'movie', refused, { title: 'Harbor Refused' });
    await house.app.deliver();
    await show('/admin/activity', 'Activity');
    const needs = page.getByRole('list', { name: 'Needs you' });
    const row = needs.getByRole('article', { name: 'Harbor Refused' });
    await row.getByText('The library refused it.', { exact: false }).waitFor();
    await row.getByText('The library’s answer: ', { exact: false }).waitFor();
    await row.getByText('Tried once').waitFor();
    // The server's own English is on no page (issue 43 D23).
    expect(await page.getByRole('main').textContent()).not.toContain('library manager');
    const waits = page.getByRole('list', { name: 'Usher tries again' }).getByRole('article');
    await waits.getByText('The library couldn’t take it yet.').waitFor();
    await waits.getByText('Next try').waitFor();
    expect(await page.locator('main img').count()).toBe(0);
    await look('activity');
    await page.unrouteAll();
    await refuse('**/api/requests/*/delivery', 503);
    await row.getByRole('button', { name: 'Try again: Harbor Refused' }).click();
    await row.getByRole('alert').getByText('The server is busy right now.', { exact: false }).waitFor();
    await page.unrouteAll();
    house.app.radarr.recover();
    await row.getByRole('button', { name: 'Try again: Harbor Refused' }).click();
    await page.getByText('Asking the library for Harbor Refused again.').waitFor();
    await house.app.deliver();
    await row.waitFor({ state: 'detached' });
    await waits.getByRole('button', { name: /^Cancel request: / }).click();
    await page.getByText('Nothing is stuck.', { exact: false }).waitFor();
  });

  it('issue 43 C16: a series whose seasons the library counts differently goes on once its numbers are said to be right', async () => {
    const sixty = { season_number: 1, episode_count: 60, air_date: '2015-01-01' };
    const last = { season_number: 1, episode_number: 60, air_date: '2016-01-01' };
    const given = { seasons: [sixty], last_episode_to_air: last, next_episode_to_air: null };
    const { tmdbId, tvdbId } = house.show('Harbor Split', given);
    house.app.sonarr.given.series({ tvdbId, tmdbId, year: 2015, seasons: { 1: 20 }, monitoredSeasons: [] });
    await house.requested(ana, 'tv', tmdbId, { title: 'Harbor Split', seasons: [1] });
    await house.app.deliver();
    await show('/admin/activity', 'Activity');
    const row = page.getByRole('article').filter({ hasText: 'Harbor Split' });
    await row.getByText('It isn’t sure which series or seasons of the library are meant.', { exact: false }).waitFor();
    await row.getByRole('button', { name: 'Choose the series: Harbor Split' }).click();
    const dialog = page.getByRole('dialog', { name: 'Which series is Harbor Split?' });
    await dialog.getByRole('alert').getByText('This may be the wrong series', { exact: false }).waitFor();
    await look('activity-match-doubted');
    await dialog.getByRole('button', { name: 'It’s right: the seasons have the same numbers' }).click();
    await dialog.getByRole('button', { name: 'Use the new series: Harbor Split of ana' }).click();
    await dialog.getByRole('status').getByText('Done').waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await house.app.deliver();
    expect(house.app.sonarr.calls('POST /api/v3/command')).toHaveLength(1);
    // The next tests begin without a correction.
    const path = `/api/admin/tv-matches/${tmdbId}`;
    const { match } = (await house.admin.get(path)).body as { match: { revision: string } };
    expect((await house.admin.put(path, { revision: match.revision, mode: 'default' })).status).toBe(200);
  });

  it('a series on hold: the right one is chosen, and its request goes on with it', async () => {
    const { tmdbId } = house.show('Harbor Nights');
    const other = house.show('Harbor Nights Again');
    house.app.sonarr.fail('POST /api/v3/series', 503, 50);
    house.app.sonarr.fail('GET /api/v3/series', 503, 50);
    await house.requested(ana, 'tv', tmdbId, { title: 'Harbor Nights', seasons: [1] });
    await house.app.deliver();
    house.app.sonarr.recover();
    const path = `/api/admin/tv-matches/${tmdbId}`;
    const { match } = (await house.admin.get(path)).body as { match: { revision: string } };
    await house.admin.put(path, { revision: match.revision, mode: 'paused' });
    await show('/admin/activity', 'Activity');
    await page.getByRole('button', { name: 'Choose the series: Harbor Nights' }).click();
    const dialog = page.getByRole('dialog', { name: 'Which series is Harbor Nights?' });
    await dialog.getByLabel('Name in the library').fill('Harbor Nights Again');
    await dialog.getByRole('button', { name: 'Search' }).click();
    await dialog.getByRole('radio', { name: 'Harbor Nights Again' }).check();
    await dialog.getByLabel('Season 1').selectOption({ label: 'Season 2' });
    await dialog.getByLabel('Season 2').selectOption({ label: 'Season 2' });
    await dialog.getByRole('button', { name: 'Save series' }).click();
    await dialog.getByRole('alert').getByText('Each season of the library can only be chosen once.').waitFor();
    await look('activity-match');
    await dialog.getByLabel('Season 2').selectOption({ label: 'Season 1' });
    await dialog.getByRole('button', { name: 'Save series' }).click();
    await dialog.getByRole('button', { name: 'Use the new series: Harbor Nights of ana' }).click();
    await dialog.getByRole('status').getByText('Done').waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    const corrected = page.getByRole('list', { name: 'Corrected series' });
    await corrected.getByText(`Matched with series ${other.tvdbId} of TheTVDB.`).waitFor();
    await corrected.getByRole('button', { name: /^Change: / }).waitFor();
    // It is also found by its name, as any series is.
    await page.getByLabel('Correct another series').fill('harbor nights');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Choose: Harbor Nights', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Back to automatic' }).click();
    await page.getByRole('dialog').getByText('Saved.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('You haven’t corrected anything.').waitFor();
  });

  it('issue 43 D23: what is known of a series is said in words, and a missing token leads to its field', async () => {
    const { tmdbId } = house.show('Harbor Unsaid');
    const choose = async (): Promise<Locator> => {
      await show('/admin/activity', 'Activity');
      await page.getByLabel('Correct another series').fill('harbor unsaid');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Choose: Harbor Unsaid', exact: true }).click();
      return page.getByRole('dialog');
    };
    const without = (path: string, change: (body: Record<string, object>) => object) =>
      page.route(path, async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, json: change((await answer.json()) as Record<string, object>) });
      });
    await without(`**/api/admin/tv-matches/${tmdbId}*`, (body) => ({
      ...body,
      // What isn't matched has no target: with one, the seasons alone would be in doubt.
      match: {
        ...body['match'],
        tvdb_id: undefined,
        state: 'unresolved',
        message: 'The library knows no such series.',
        sentence: { code: 'match_target_missing' },
      },
      source_seasons: null,
    }));
    const dialog = await choose();
    await dialog.getByText('The library doesn’t know this series. Choose the right one.').waitFor();
    await dialog.getByText('The seasons can’t be read right now.', { exact: false }).waitFor();
    await without('**/api/config', (body) => ({ ...body, services: { ...body['services'], tmdb: false } }));
    const second = await choose();
    await second.getByText('Films and series can’t be looked up yet', { exact: false }).waitFor();
    await second.getByRole('link', { name: 'Add the token' }).waitFor();
    expect(await second.getByText('right now', { exact: false }).count()).toBe(0);
    await page.unrouteAll();
  });

  it('a list that fails says so and can try again, and the other goes on', async () => {
    const again = page.getByRole('button', { name: 'Try again', exact: true });
    for (const [call, there] of [
      ['**/api/admin/requests/waiting', 'Correct another series'],
      ['**/api/admin/tv-matches?*', 'Activity'],
    ] as const) {
      await failUntilClicked(page, call, 500);
      await show('/admin/activity', 'Activity');
      await again.waitFor();
      await page.getByText(there).first().waitFor();
      await again.click();
      await again.waitFor({ state: 'detached' });
      await page.unroute(call);
    }
  });

  it('by keyboard alone: a stuck request is tried again', async () => {
    const id = house.film('Quay Keys');
    house.app.radarr.fail('POST /api/v3/movie', 400, 5);
    await house.requested(ana, 'movie', id, { title: 'Quay Keys' });
    await house.app.deliver();
    house.app.radarr.recover();
    await show('/admin/activity', 'Activity');
    await page.getByRole('article', { name: 'Quay Keys' }).waitFor();
    await tabTo(page, 'Try again');
    await page.keyboard.press('Enter');
    await page.getByText('Asking the library for Quay Keys again.').waitFor();
    expect(person.complaints.filter((complaint) => !/ (?:50\d|4\d\d) /.test(complaint))).toEqual([]);
  });
});
