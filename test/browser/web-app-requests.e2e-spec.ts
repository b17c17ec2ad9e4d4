import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import type { AppPage } from '../harness/web-app-browser.js';
import type { Session } from '../harness/start-app.js';
import { follow } from '../harness/page-answers.js';
import { faultsSeen } from '../harness/page-faults.js';
import { callsOf, LiveHousehold } from './live-household.js';

const PAGE = 50;
const MANY = 1_000;
/** Frames are gathered for a moment before pages read. */
const GATHERED_MS = 1_500;

/** What is served is dist/web, as the build leaves it. */
describe('issue 22: lists of requests, and those of others', () => {
  let house: LiveHousehold;
  let ana: Session;
  let person: AppPage;
  let page: Page;

  beforeAll(async () => {
    house = await LiveHousehold.open();
    ana = await house.member('ana');
  });

  beforeEach(async () => {
    house.admin = await house.app.refresh(house.admin);
    ana = await house.app.refresh(ana);
  });

  afterEach(() => person.close());

  afterAll(() => house.close());

  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  const main = () => page.getByRole('navigation', { name: 'Main' });
  const more = () => page.getByRole('button', { name: 'Load more' });
  const rows = () => page.getByRole('list', { name: 'My requests' }).getByRole('listitem');

  async function signedIn(name: string): Promise<void> {
    person = await house.signedIn(name);
    ({ page } = person);
  }

  describe('My requests, of which there are a thousand', () => {
    /** Answers with a thousand requests, the newest first; some of them are for other films than the others. */
    async function manyRequests(films: Readonly<Record<number, number>> = {}): Promise<void> {
      await page.route(/\/api\/requests\?limit=50/, (route) => {
        const before = Number(new URL(route.request().url()).searchParams.get('before') ?? MANY + 1);
        const ids = Array.from({ length: Math.min(PAGE, before - 1) }, (_, at) => before - 1 - at);
        return route.fulfill({ json: ids.map((id) => entry(id, films[id])) });
      });
    }

    const entry = (request_id: number, tmdb_id = request_id) => ({
      ...{ request_id, tmdb_id, media_type: 'movie', title: `Film no. ${request_id}`, delivery: [] },
      ...{ status: 'available', progress: 1, status_known: true, requested_at: '2026-01-01T00:00:00Z' },
    });

    const pageCalls = (calls: readonly string[]) => calls.filter((call) => call.startsWith('GET /api/requests?'));

    it('a filter that nothing matches looks through four pages, says how far, and goes on when it is asked to', async () => {
      await signedIn('ana');
      await manyRequests();
      const calls = callsOf(page);
      await main().getByRole('link', { name: 'My requests' }).click();
      await rows().first().waitFor();
      await page.getByRole('link', { name: 'Declined' }).click();
      await page.getByText('Nothing with this filter among your newest 200 requests.').waitFor();
      expect(pageCalls(calls)).toHaveLength(4);
      // Another filter, and each letter of a text, don't load any more.
      await page.getByRole('textbox', { name: 'Filter by title' }).pressSequentially('nothing like it');
      await page.getByRole('link', { name: 'Waiting' }).click();
      await page.getByText('Nothing with this filter among your newest 200 requests.').waitFor();
      expect(pageCalls(calls)).toHaveLength(4);
      expect(await faultsSeen(page, 'requests-none-among')).toEqual([]);
      await more().click();
      await page.getByText('Nothing with this filter among your newest 400 requests.').waitFor();
      expect(pageCalls(calls)).toHaveLength(8);
      expect(person.complaints).toEqual([]);
    });

    it('a change has the page read that shows it, and no page that isn’t shown', async () => {
      const [far, near] = [house.film('Harbor Far'), house.film('Harbor Near')];
      await house.requested(ana, 'movie', far);
      await house.requested(ana, 'movie', near);
      await house.app.deliver();
      await house.forgets();
      await signedIn('ana');
      await manyRequests({ [MANY - 3]: far, [MANY - 5 * PAGE - 40]: near });
      await main().getByRole('link', { name: 'My requests' }).click();
      for (let pages = 1; pages < 6; pages += 1) {
        const loaded = page.waitForResponse(/limit=50&before=/);
        await more().click();
        await loaded;
        await expect.poll(() => more().isEnabled()).toBe(true);
      }
      await more().scrollIntoViewIfNeeded();
      await page.getByRole('link', { name: `Film no. ${MANY - 5 * PAGE - 40}`, exact: true }).scrollIntoViewIfNeeded();
      await page.clock.runFor(GATHERED_MS);
      const calls = callsOf(page);
      house.app.radarr.startDownload(far);
      house.app.radarr.startDownload(near);
      await house.round();
      await page.clock.runFor(GATHERED_MS);
      const cursor = MANY - 5 * PAGE + 1;
      await expect.poll(() => [...new Set(pageCalls(calls))]).toEqual([`GET /api/requests?limit=50&before=${cursor}`]);

      // What has changed meanwhile is read once it is seen again.
      await page.evaluate('scrollTo(0, 0)');
      await expect.poll(() => pageCalls(calls)).toContain('GET /api/requests?limit=50');
      expect(person.complaints).toEqual([]);
    });

    it('Back leads to the same place, without a call for each page', async () => {
      await signedIn('ana');
      await manyRequests();
      await main().getByRole('link', { name: 'My requests' }).click();
      const last = page.getByRole('link', { name: `Film no. ${MANY - 2 * PAGE + 1}`, exact: true });
      await more().click();
      await expect.poll(() => more().isEnabled()).toBe(true);
      await more().scrollIntoViewIfNeeded();
      await last.waitFor();
      await page.route(/\/api\/requests\?limit=100/, (route) => route.fulfill({ json: [] }));
      await last.click();
      await page.getByText('This request doesn’t exist any more.').waitFor();
      const calls = callsOf(page);
      await page.goBack();
      await last.waitFor();
      expect(pageCalls(calls).filter((call) => call.includes('before'))).toEqual([]);
    });
  });

  describe('an administrator’s view of somebody’s request', () => {
    it('has the title, its state and who asked, and belongs to the administration', async () => {
      await house.admin.put('/api/admin/request-settings', { require_approval: true });
      const film = house.film('Harbor <b>Asked</b>');
      const id = await house.requested(ana, 'movie', film, { title: 'Harbor <b>Asked</b>' });
      await signedIn('admin');
      await follow(page, `${house.app.url}/requests/${id}`);
      await heading('Harbor <b>Asked</b>').waitFor();
      expect(new URL(page.url()).pathname).toBe(`/a/b/admin/requests/${id}`);
      const here = main().getByRole('link', { name: 'Admin', exact: true });
      expect(await here.getAttribute('aria-current')).toBe('page');
      expect(await main().locator('[aria-current]').count()).toBe(1);
      // issue 46, names that stay: the number beside it is said by its description, and the name goes without.
      await here.getByText('1', { exact: true }).waitFor();
      const described = (await here.getAttribute('aria-describedby')) ?? '';
      expect(await page.locator(`#${described}`).textContent()).toBe('1 request waits for you');
      const admin = page.getByRole('navigation', { name: 'Admin' });
      const section = admin.getByRole('link', { name: 'Requests 1 waiting', exact: true });
      expect(await section.getAttribute('aria-current')).toBe('page');
      expect(await admin.locator('[aria-current]').count()).toBe(1);
      await page.getByText('Requested by ana').waitFor();
      await page.getByText('Waiting for approval', { exact: true }).first().waitFor();
      await page.getByRole('list', { name: 'Progress' }).waitFor();
      expect(await faultsSeen(page, 'admin-asked-request')).toEqual([]);

      await house.admin.post(`/api/admin/requests/${id}/deny`, { reason: 'No space <b>left</b>' });
      await page.reload();
      await page.getByText('Reason: No space <b>left</b>').waitFor();
      await page.getByText('Declined by admin', { exact: false }).first().waitFor();
      expect(person.complaints).toEqual([]);

      await follow(page, `${house.app.url}/admin/requests?show=history`);
      await page.getByRole('link', { name: 'Harbor <b>Asked</b>' }).click();
      await heading('Harbor <b>Asked</b>').waitFor();
      await house.admin.put('/api/admin/request-settings', { require_approval: false });
    });

    it('says of a request that nobody has made that it doesn’t exist, and tells others nothing', async () => {
      const id = await house.requested(house.admin, 'movie', house.film('Harbor Own'), { title: 'Harbor Own' });
      await signedIn('admin');
      await follow(page, `${house.app.url}/admin/requests/999999`);
      await page.getByText('This request doesn’t exist any more.').waitFor();
      await follow(page, `${house.app.url}/requests/${id}`);
      await heading('Harbor Own').waitFor();
      const own = main().getByRole('link', { name: 'My requests', exact: true });
      expect(await own.getAttribute('aria-current')).toBe('page');
      await person.close();
      await signedIn('ana');
      const calls = callsOf(page);
      await follow(page, `${house.app.url}/admin/requests/${id}`);
      await page.getByText('This page is for administrators.').waitFor();
      expect(calls.filter((call) => /timeline|history/.test(call))).toEqual([]);
    });
  });
});
