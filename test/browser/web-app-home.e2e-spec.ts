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
    const featuredRows = () => page.getByRole('heading', { level: 2, name: /trending|popular/i });

    it('as the administrator has chosen; Discover has no second row of the same titles', async () => {
      await signedIn();
      await open('/');
      await heading('Trending films').waitFor();
      await heading('Trending series').waitFor();
      await open('/discover/films');
      await heading('Trending films').waitFor();
      await heading('Coming soon').waitFor();
      expect(await featuredRows().allTextContents()).toEqual(['Trending films']);

      const admin = await house.app.refresh(house.admin);
      house.admin = admin;
      await admin.put('/api/admin/discovery-settings', { source: 'metadata_popular' });
      await open('/');
      await heading('Popular films').waitFor();
      await heading('Popular series').waitFor();
      await open('/discover/films');
      await heading('Popular films').waitFor();
      await heading('Coming soon').waitFor();
      expect(await featuredRows().allTextContents()).toEqual(['Popular films']);
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
    const isNew = () => page.getByText('New, and ready to watch');

    /** Home is there, with all that it says of requests. */
    async function openHome(): Promise<void> {
      await open('/');
      await page.getByRole('region', { name: 'On the way' }).getByRole('link').nth(1).waitFor();
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
      expect(await isNew().count()).toBe(0);

      house.app.radarr.startDownload(film);
      house.app.radarr.finishDownload(film);
      await leaveFor(AWAY_MS);
      await house.forgets();
      const calls = callsOf(page);
      await openHome();
      await isNew().waitFor();
      await heading('Harbor Ready <b>now</b>').waitFor();
      expect(calls.filter((call) => call.startsWith('GET /api/requests?'))).toEqual(['GET /api/requests?limit=50']);
      expect(new Set(calls).size).toBe(calls.length);
      expect(calls.length).toBeLessThanOrEqual(12);
      expect(await faultsSeen(page, 'home-ready')).toEqual([]);

      await page.reload();
      await isNew().waitFor();
      await page.clock.fastForward(10 * 60_000);
      await openHome();
      await isNew().waitFor();
      await page.getByRole('link', { name: 'About this film' }).click();
      await page.getByRole('heading', { level: 1, name: 'Harbor Ready <b>now</b>' }).waitFor();

      // The next visit: it isn't new any more.
      await leaveFor(AWAY_MS);
      await openHome();
      await heading('Harbor Ready <b>now</b>').waitFor();
      expect(await isNew().count()).toBe(0);

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
      expect(await isNew().count()).toBe(0);
      house.app.radarr.startDownload(film);
      await house.round();
      house.app.radarr.finishDownload(film);
      await house.round();
      await isNew().waitFor();
      await heading('Harbor Live').waitFor();
    });
  });

  describe('issue 46: the face of Home', () => {
    const region = (name: string) => page.getByRole('region', { name, exact: true });
    const button = (name: string | RegExp) => page.getByRole('link', { name });

    /** A request of the reader's own, as the server lists it. */
    const asked = (request_id: number, title: string, fields: object) => ({
      ...{ request_id, title, media_type: 'movie', tmdb_id: request_id, status: 'available', status_known: true },
      ...{ progress: 0, delivery: [], requested_at: '2026-01-01T12:00:00Z' },
      ...fields,
    });

    const hasAsked = (requests: readonly object[]) =>
      page.route(/\/api\/requests\?limit/, (route) => route.fulfill({ json: requests }));

    /** The server's configuration without a token for films and series, or with what is given. */
    const configured = (services: object) =>
      page.route('**/api/config', async (route) => {
        const answer = await route.fetch();
        const config = (await answer.json()) as { readonly services: object };
        await route.fulfill({ response: answer, json: { ...config, services: { ...config.services, ...services } } });
      });

    it('what is ready has Watch, Listen or Read on it, by one call for all; what is on its way are tickets', async () => {
      await signedIn();
      await hasAsked([
        asked(9, 'Harbor Storm', { status: 'downloading', progress: 0.43 }),
        asked(8, 'Harbor First', {}),
        asked(7, 'Harbor Second', {}),
        asked(6, 'Harbor Tales', { media_type: 'tv', status: 'partial' }),
        asked(5, 'Harbor Songs', { media_type: 'music', tmdb_id: 0, foreign_id: 'songs' }),
        asked(4, 'Harbor Book', { media_type: 'book', tmdb_id: 0, foreign_id: 'hc:4', book_format: 'ebook' }),
      ]);
      const place = (state: string) => [
        { instance_id: 'one', service_type: 'hub', name: 'Cellar', state, url: 'https://cellar.example/7' },
      ];
      await page.route(/\/watch\/many/, (route) =>
        route.fulfill({ json: { movies: { 8: place('missing'), 7: place('found') }, series: { 6: place('found') } } }),
      );
      const calls = callsOf(page);
      await open('/');
      const ready = region('Ready for you');
      const links = ready.getByRole('link', { name: /^(?:Watch|Listen|Read)/ });
      await expect
        .poll(async () => (await links.allTextContents()).map((text) => text.replaceAll(/\s+/g, ' ').trim()))
        .toEqual([
          'Watch Harbor Second on Cellar, opens in a new tab',
          'Watch Harbor Tales on Cellar, opens in a new tab',
          'Listen: Harbor Songs',
          'Read: Harbor Book',
        ]);
      expect(await links.first().getAttribute('href')).toBe('https://cellar.example/7');
      expect(calls.filter((call) => call.includes('/media-servers/'))).toEqual([
        'GET /api/media-servers/watch/many?movies=8%2C7&series=6',
      ]);
      // Nobody has the first one to watch, so that its page is what most people came for.
      await expect.poll(() => page.locator('.button.primary').allTextContents()).toEqual(['About this film']);
      const ticket = region('On the way').getByRole('link', { name: /^Harbor Storm/ });
      await ticket.getByRole('progressbar', { name: 'Download' }).waitFor();
      expect(await ticket.textContent()).toMatch(/Downloading.*43 %/s);
      expect(await faultsSeen(page, 'home-watch')).toEqual([]);
    });

    it('who has asked for nothing yet is welcomed; without a token that is said once, and nobody is sent to shelves', async () => {
      await signedIn();
      await hasAsked([]);
      await open('/');
      await heading('What would you like to see?').waitFor();
      await button('Look around').waitFor();
      expect(await faultsSeen(page, 'home-first-day')).toEqual([]);
      await configured({ tmdb: false });
      await open('/');
      await page.getByRole('status').getByText('Usher can’t look up films and series yet.').waitFor();
      expect(await button('Add the token').count()).toBe(0);
      expect(await region('Films').count()).toBe(0);
    });

    it('an administrator sees what waits, what is missing, and which library is silent', async () => {
      const calls: string[] = [];
      person = await house.signedIn('admin');
      ({ page } = person);
      page.on('request', (request) => calls.push(request.url()));
      await hasAsked([
        asked(3, 'Harbor Fog', {
          ...{ status: 'downloading', status_known: false, status_unknown_reason: 'library_unavailable' },
          instance_id: house.libraries.films,
        }),
      ]);
      await page.route(/\/api\/admin\/requests$/, (route) => route.fulfill({ json: [{}, {}] }));
      await configured({ tmdb: false });
      await open('/');
      await button('2 requests wait for you').waitFor();
      await button('Add the token').waitFor();
      await page.getByText(/can’t be reached right now\.$/).waitFor();
      await region('On the way').getByText('Can’t tell right now').waitFor();
      expect(calls.filter((call) => call.includes('/featured'))).toEqual([]);
      expect(await faultsSeen(page, 'home-no-token')).toEqual([]);
    });

    it('a child has words and doors of their own, no ratings, and no empty shelf', async () => {
      await signedIn();
      await page.route('**/api/web/session/refresh', async (route) => {
        const answer = await route.fetch();
        const session = (await answer.json()) as { readonly user: object };
        await route.fulfill({ response: answer, json: { ...session, user: { ...session.user, child: true } } });
      });
      await page.route(/tv\/featured/, (route) => route.fulfill({ json: { source: 'metadata_popular', results: [] } }));
      await hasAsked([asked(2, 'Harbor Kites', { status: 'pending' })]);
      await open('/');
      await page.getByText('Hello, ana', { exact: true }).waitFor();
      await region('On the way').getByText('A grown-up looks at it first').waitFor();
      await region('Films for you').getByRole('link').nth(1).waitFor();
      await expect.poll(() => region('Series for you').count()).toBe(0);
      const doors = await region('Look around').getByRole('link').allTextContents();
      expect(doors.map((door) => door.trim())).toEqual(['Films', 'Series']);
      expect(await faultsSeen(page, 'home-child')).toEqual([]);
    });

    it('in German titles have their German names; what isn’t known yet is asked for twice more', async () => {
      await signedIn();
      await hasAsked([]);
      await page.route(/\/titles\/words/, (route) => {
        const ids = (new URL(route.request().url()).searchParams.get('movies') ?? '').split(',');
        const movies = Object.fromEntries(ids.map((id) => [id, { title: `Hafen ${id}`, overview: null }]));
        return route.fulfill({ json: { movies, series: {}, complete: false } });
      });
      const calls = callsOf(page);
      await page.evaluate("localStorage.setItem('usher-language', 'de')");
      await open('/');
      await page
        .getByRole('link', { name: /^Hafen \d/ })
        .first()
        .waitFor();
      const asks = () => calls.filter((call) => /titles\/words\?movies/.test(call)).length;
      for (const times of [1, 2, 3]) {
        await expect.poll(asks).toBe(times);
        await page.clock.runFor(3_000);
      }
      await page.clock.runFor(6_000);
      expect(asks()).toBe(3);
    });
  });
});
