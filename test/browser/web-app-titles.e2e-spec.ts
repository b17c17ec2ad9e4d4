import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { RadarrFake } from '../fakes/radarr/radarr-fake.js';
import { follow } from '../harness/page-answers.js';
import { limitContent, ratedFilm } from '../harness/kids-policy.js';
import type { AppPage } from '../harness/web-app-browser.js';
import type { Session } from '../harness/start-app.js';
import { faultsSeen } from '../harness/page-faults.js';
import { LiveHousehold } from './live-household.js';

const UPSTAIRS = 'Films upstairs with a name that is longer than a line of a phone';
const UPSTAIRS_KEY = 'planted-key-of-films-upstairs';

/** What is served is dist/web, as the build leaves it. */
describe('design web-app §4: the pages of films and series', () => {
  let house: LiveHousehold;
  let upstairs: RadarrFake;
  let ana: Session;
  let person: AppPage;
  let page: Page;

  beforeAll(async () => {
    house = await LiveHousehold.open();
    const { app, admin } = house;
    upstairs = new RadarrFake({ apiKey: app.secrets.plant('key upstairs', UPSTAIRS_KEY), now: () => app.clock.now() });
    await upstairs.start();
    ana = await house.member('ana');
    await house.member('ben');
    const kim = await house.member('kim');
    await limitContent(admin, kim);
    const second = await app.connectRadarr(admin, { name: UPSTAIRS, url: upstairs.url, api_key: UPSTAIRS_KEY });
    const others = [...(await peopleOf(second))].filter((id) => id !== ana.userId);
    await admin.patch(`/api/instances/${second}/assignments`, { action: 'remove', user_ids: others });
    await admin.patch(`/api/instances/${second}/assignments`, { action: 'add', user_ids: [ana.userId] });
  });

  afterEach(() => person.close());

  afterAll(async () => {
    await house.close();
    await upstairs.stop();
  });

  beforeEach(async () => {
    house.admin = await house.app.refresh(house.admin);
    ana = await house.app.refresh(ana);
  });

  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  const trailer = () => page.getByRole('link', { name: /^Trailer/ });

  async function open(name: string, path: string, title: string): Promise<void> {
    person = await house.signedIn(name);
    ({ page } = person);
    await page.goto(house.app.url + path);
    await heading(title).waitFor();
    await page.getByText('Not in the library').first().waitFor();
  }

  async function peopleOf(library: string): Promise<ReadonlySet<number>> {
    const { body } = await house.admin.get(`/api/instances/${library}/assignments`);
    return new Set((body as readonly { readonly user_id: number }[]).map(({ user_id: id }) => id));
  }

  it('doc4 §1.3: who may use one library sees one state, and a link to the trailer, which opens elsewhere and says nothing of where it comes from', async () => {
    const film = house.film('Harbor Lights');
    const show = house.show('Harbor Stories');
    await open('ben', `/movie/${film}`, 'Harbor Lights');
    expect(await page.getByRole('region', { name: 'Your libraries' }).count()).toBe(0);
    const asked: (string | undefined)[] = [];
    await page.context().route('https://www.youtube.com/**', async (route) => {
      asked.push(route.request().url(), (await route.request().allHeaders()).referer);
      await route.fulfill({ contentType: 'text/html', body: '<title>The trailer</title>' });
    });
    const [opened] = await Promise.all([page.context().waitForEvent('page'), trailer().click()]);
    await opened.waitForLoadState();
    expect(asked).toEqual([`https://www.youtube.com/watch?v=trailer${film}`, undefined]);
    expect(await opened.evaluate('window.opener')).toBeNull();
    await opened.close();
    await follow(page, `${house.app.url}/series/${show.tmdbId}`);
    await heading('Harbor Stories').waitFor();
    expect(await trailer().getAttribute('href')).toBe(`https://www.youtube.com/watch?v=trailer${show.tmdbId}`);
    expect(await faultsSeen(page, 'series-trailer')).toEqual([]);
    expect(person.complaints).toEqual([]);
  });

  it('issue 22, easily skipped 7: a child’s account has no link to a trailer', async () => {
    const id = house.film('Harbor Kites');
    house.app.tmdb.given.film({ id, title: 'Harbor Kites', ...ratedFilm('PG') });
    await open('kim', `/movie/${id}`, 'Harbor Kites');
    await page.getByText('What happens in Harbor Kites.').waitFor();
    expect(await trailer().count()).toBe(0);
    expect(await page.getByText(/trailer/i).count()).toBe(0);
  });

  it('doc4 §1.3: who may use several libraries sees what each has, by its name', async () => {
    const film = house.film('Harbor Tides');
    upstairs.given.movie({ tmdbId: film, hasFile: true });
    await open('ana', `/movie/${film}`, 'Harbor Tides');
    const rows = page.getByRole('region', { name: 'Your libraries' }).getByRole('listitem');
    await expect.poll(() => rows.allInnerTexts()).toHaveLength(2);
    const said = (await rows.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim()).sort();
    expect(said).toEqual(['Films Not in the library', `${UPSTAIRS} Available`]);
    expect(await faultsSeen(page, 'film-libraries')).toEqual([]);

    await upstairs.leave();
    await house.forgets();
    await page.reload();
    await rows.filter({ hasText: UPSTAIRS }).getByText('Can’t tell right now').waitFor();
    await rows.first().getByText('Not in the library').waitFor();
    await upstairs.start(upstairs.port);
    expect(person.complaints).toEqual([]);
  });

  it('design §4: the last known state of a film is dated', async () => {
    const { app } = house;
    const film = house.film('Harbor Fog');
    await house.requested(ana, 'movie', film);
    await app.deliver();
    await app.radarr.leave();
    await house.forgets();
    person = await house.signedIn('ana');
    ({ page } = person);
    await page.goto(`${app.url}/movie/${film}`);
    const said = page.getByText('Last known: Requested, ');
    await said.waitFor();
    expect(await said.innerText()).toMatch(/^Last known: Requested, \d minutes ago$/);
    expect(await said.locator('time').getAttribute('datetime')).toMatch(/^2/);
    await app.radarr.start(app.radarr.port);
  });
});
