import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { answersOf } from '../harness/page-answers.js';
import type { AppPage } from '../harness/web-app-browser.js';
import type { Session } from '../harness/start-app.js';
import { faultsSeen } from '../harness/page-faults.js';
import { callsOf, LiveHousehold } from './live-household.js';

/** Longer than one visit lasts, and shorter than a session. */
const AWAY_MS = 31 * 60_000;

const FEATURED = /\/api\/discover\/(?:movies|tv)\/featured/;

/** What is served is dist/web, as the build leaves it. */
describe('design web-app §4: Home', () => {
  let house: LiveHousehold;
  let ana: Session;
  let person: AppPage;
  let page: Page;
  let answered: () => Promise<void>;

  beforeAll(async () => {
    house = await LiveHousehold.open();
    house.film('Harbor Lights');
    house.show('Harbor Stories');
    ana = await house.member('ana');
  });

  afterEach(() => person.close());

  afterAll(() => house.close());

  const heading = (name: string) => page.getByRole('heading', { level: 2, name, exact: true });

  async function signedIn(): Promise<void> {
    person = await house.signedIn('ana');
    ({ page } = person);
    answered = answersOf(page);
  }

  async function open(path: string): Promise<void> {
    await page.goto(house.app.url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
  }

  describe('doc4 §3.2: the headings of the first rows say where they come from', () => {
    it('as the administrator has chosen; Discover has no second row of the same titles', async () => {
      await signedIn();
      await open('/');
      await heading('Trending films').waitFor();
      await heading('Trending series').waitFor();
      await open('/discover/films');
      await heading('Trending films').waitFor();
      await heading('Coming soon').waitFor();
      expect(await heading('Trending').count()).toBe(0);

      const admin = await house.app.refresh(house.admin);
      house.admin = admin;
      await admin.put('/api/admin/discovery-settings', { source: 'metadata_popular' });
      await open('/');
      await heading('Popular films').waitFor();
      await heading('Popular series').waitFor();
      await open('/discover/films');
      await heading('Popular films').waitFor();
      await heading('Trending').waitFor();
    });

    it('Trakt by its name; while nothing is known they say only of what kind they are', async () => {
      await signedIn();
      await page.route(FEATURED, () => undefined);
      await open('/');
      await heading('Films').waitFor();
      await heading('Series').waitFor();
      await page.unroute(FEATURED);
      await page.route(FEATURED, async (route) => {
        const answer = (await (await route.fetch()).json()) as object;
        await route.fulfill({ json: { ...answer, source: 'listprov_trending' } });
      });
      await open('/');
      await heading('Films trending on Trakt').waitFor();
      await heading('Series trending on Trakt').waitFor();
    });
  });

  describe('“Ready to watch” since the last visit', () => {
    const ready = () => page.getByRole('region', { name: 'Ready to watch' });
    const cards = async () =>
      (await ready().getByRole('link').allTextContents()).map((text) => text.replaceAll(/\s+/g, ' ').trim());

    /** Home is there, with all that it says of requests. */
    async function openHome(): Promise<void> {
      await open('/');
      await page.getByRole('region', { name: 'Your requests' }).getByRole('link').nth(1).waitFor();
      await heading('Your requests').waitFor();
      await answered();
    }

    /** Time passes for the reader alone. */
    const leaveFor = async (ms: number): Promise<void> => {
      await open('/profile');
      await page.clock.fastForward(ms);
    };

    it('shows what has come, for the whole visit and after a reload, and forgets it at sign-out', async () => {
      const film = house.film('Harbor Ready <b>now</b>');
      const other = house.film('Harbor Later');
      ana = await house.app.refresh(ana);
      await house.requested(ana, 'movie', film, { title: 'Harbor Ready <b>now</b>' });
      await house.requested(ana, 'movie', other, { title: 'Harbor Later' });
      await house.app.deliver();
      await house.forgets();
      await signedIn();
      await openHome();
      expect(await ready().count()).toBe(0);

      house.app.radarr.startDownload(film);
      house.app.radarr.finishDownload(film);
      await leaveFor(AWAY_MS);
      await house.forgets();
      const calls = callsOf(page);
      await openHome();
      await ready().waitFor();
      expect(await cards()).toEqual([expect.stringMatching(/^Harbor Ready <b>now<\/b>.*, Available /)]);
      expect(calls.filter((call) => call.startsWith('GET /api/requests?'))).toEqual(['GET /api/requests?limit=50']);
      expect(new Set(calls).size).toBe(calls.length);
      expect(calls.length).toBeLessThanOrEqual(12);
      expect(await faultsSeen(page, 'home-ready')).toEqual([]);

      await page.reload();
      await ready().waitFor();
      await page.clock.fastForward(10 * 60_000);
      await openHome();
      await ready().getByRole('link').click();
      await page.getByRole('heading', { level: 1, name: 'Harbor Ready <b>now</b>' }).waitFor();

      // The next visit: it isn't new any more.
      await leaveFor(AWAY_MS);
      await openHome();
      expect(await ready().count()).toBe(0);

      expect(await page.evaluate('Object.keys(localStorage).join()')).toMatch(/^usher-account\/a\/b\/\d+\/visits$/);
      // Also where Home was never opened since the page was loaded.
      await open('/profile');
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
      expect(await page.evaluate('localStorage.length')).toBe(0);
      expect(person.complaints).toEqual([]);
    });

    it('takes in at once what becomes available while somebody looks', async () => {
      const film = house.film('Harbor Live');
      ana = await house.app.refresh(ana);
      await house.requested(ana, 'movie', film, { title: 'Harbor Live' });
      await house.app.deliver();
      await house.forgets();
      await signedIn();
      await openHome();
      await house.heard(1);
      expect(await ready().count()).toBe(0);
      house.app.radarr.startDownload(film);
      await house.round();
      house.app.radarr.finishDownload(film);
      await house.round();
      await ready()
        .getByRole('link', { name: /^Harbor Live/ })
        .waitFor();
    });
  });
});
