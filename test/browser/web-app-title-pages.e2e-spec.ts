import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { faultsSeen } from '../harness/page-faults.js';
import type { Session } from '../harness/start-app.js';
import type { AppPage } from '../harness/web-app-browser.js';
import { callsOf, LiveHousehold } from './live-household.js';

/** What is served is dist/web, as the build leaves it. */
describe('issue 46, web app: the pages of films and series', () => {
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
    house.admin = await house.app.refresh(house.admin);
    ana = await house.app.refresh(ana);
  });

  afterAll(() => house.close());

  const region = (name: string) => page.getByRole('region', { name, exact: true });

  async function open(path: string, title: string): Promise<void> {
    await page.goto(house.app.url + path);
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
  }

  it('issue 46: a season is a row, read once it is unfolded; Request on the row asks for it alone, and specials are never offered', async () => {
    const seasons = [
      { season_number: 0, episode_count: 1 },
      { season_number: 1, episode_count: 3, air_date: '2019-01-01' },
      { season_number: 2, episode_count: 2, air_date: '2020-01-01' },
    ];
    const { tmdbId, tvdbId } = house.show('Harbor Rows', { seasons });
    house.app.sonarr.given.series({
      tvdbId,
      title: 'Harbor Rows',
      seasons: { 1: 3, 2: 2 },
      files: { 1: [1, 2] },
      monitoredSeasons: [1],
    });
    const calls = callsOf(page);
    await open(`/series/${tmdbId}`, 'Harbor Rows');
    const first = region('Season 1');
    await first.getByText('2 of 3 episodes here').waitFor();
    await first.getByText('Partly available').waitFor();
    const read = () => calls.filter((call) => call.includes('/episodes'));
    expect(read()).toEqual([]);
    await first.locator('summary').click();
    const episodes = first.getByRole('list', { name: 'Episodes of Season 1' }).getByRole('listitem');
    await expect.poll(() => episodes.count()).toBe(3);
    const said = (await episodes.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim());
    expect(said.map((text) => /Here$|Not here$/.exec(text)?.[0])).toEqual(['Here', 'Here', 'Not here']);
    expect(read()).toEqual([`GET /api/media/tv/${tmdbId}/episodes?season=1`]);
    expect(await faultsSeen(page, 'series-seasons')).toEqual([]);

    await region('Specials').locator('summary').waitFor();
    expect(await region('Specials').getByRole('button').count()).toBe(0);
    await region('Season 2').getByRole('button', { name: 'Request' }).click();
    await page.getByRole('checkbox', { name: 'Season 2' }).waitFor();
    expect(await page.getByRole('checkbox', { name: 'Season 2' }).isChecked()).toBe(true);
    expect(await page.getByRole('checkbox', { name: 'Season 1' }).isChecked()).toBe(false);
    await page.keyboard.press('Escape');
    expect(person.complaints).toEqual([]);
  });

  it('issue 46: what is on its way shows its track, and leads with the request', async () => {
    const film = house.film('Harbor Track');
    const id = await house.requested(ana, 'movie', film);
    await house.app.deliver();
    await house.forgets();
    await open(`/movie/${film}`, 'Harbor Track');
    const track = region('On its way');
    await expect.poll(() => track.getByRole('listitem').count()).toBe(5);
    expect(await track.locator('[aria-current=step]').innerText()).toMatch(/^Found/);
    expect(await page.locator('.button.primary').allInnerTexts()).toEqual(['See my request']);
    expect(await faultsSeen(page, 'film-track')).toEqual([]);
    expect(await track.getByRole('link', { name: 'Every step' }).getAttribute('href')).toBe(`/a/b/requests/${id}`);
    expect(person.complaints).toEqual([]);
  });

  it('issue 46: a film leads to the films that it belongs with, by one call for their states', async () => {
    const [one, other] = [house.film('Harbor First'), house.film('Harbor Second')];
    const belongs_to_collection = { id: 77, name: 'Harbor Collection', poster_path: null, backdrop_path: null };
    house.app.tmdb.given.film({ id: one, title: 'Harbor First', belongs_to_collection });
    house.app.tmdb.given.collection({ id: 77, parts: [one, other], poster_path: null, backdrop_path: null });
    house.app.radarr.given.movie({ tmdbId: other, hasFile: true });
    await house.forgets();
    const calls = callsOf(page);
    await open(`/movie/${one}`, 'Harbor First');
    await page.getByText('Collection · 1 of 2 in the library').waitFor();
    expect(calls.filter((call) => call.includes('/statuses')).length).toBe(1);
    await page.getByRole('link', { name: /Harbor Collection/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Harbor Collection', exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/a/b/collection/77');
    await page.getByRole('link', { name: /^Harbor Second, .*Available/ }).waitFor();
    expect(await faultsSeen(page, 'collection')).toEqual([]);
    await open('/collection/78', 'Collection');
    await page.getByText('Not found.').waitFor();
    expect(person.complaints.filter((complaint) => !/ 404 /.test(complaint))).toEqual([]);
  });
});
