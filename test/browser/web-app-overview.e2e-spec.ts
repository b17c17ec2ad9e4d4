import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { failUntilClicked, tryAllAgain } from '../harness/failing-read.js';
import { tabTo } from '../harness/keyboard.js';
import type { Session } from '../harness/start-app.js';
import type { AppPage } from '../harness/web-app-browser.js';
import { faultsSeen, LAPTOP } from '../harness/page-faults.js';
import { LiveHousehold } from './live-household.js';

/** What is served is dist/web, as the build leaves it. */
describe('issue 22 order 4: the overview of administrators, and the history of requests', () => {
  let house: LiveHousehold;
  let ana: Session;
  let person: AppPage;
  let page: Page;
  /** How many complaints there were before the test. */
  let before: number;

  beforeAll(async () => {
    house = await LiveHousehold.open();
    await house.admin.put('/api/admin/request-settings', { require_approval: true });
    ana = await house.member('ana');
    person = await house.signedIn('admin');
    ({ page } = person);
  });

  beforeEach(async () => {
    house.app.radarr.recover();
    house.app.sonarr.recover();
    await page.unrouteAll();
    await page.setViewportSize(LAPTOP);
    before = person.complaints.length;
  });

  afterAll(() => house.close());

  const show = async (path: string, heading: string): Promise<void> => {
    await page.goto(house.app.url + path);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  };
  const complaints = () => person.complaints.slice(before);
  const region = (name: string) => page.getByRole('region', { name, exact: true });
  const answer = (call: string, status: number, body: object = { error: 'a fault' }) =>
    page.route(call, (route) => route.fulfill({ status, json: body }));

  /** What axe-core finds, in both themes and sizes, and whether 320 px are enough. */
  const look = async (name: string): Promise<void> => {
    expect([name, await faultsSeen(page, name)]).toEqual([name, []]);
  };

  describe('design §4, Overview: is everything all right, and what waits?', () => {
    it('nothing waits, libraries are connected, the server works, nobody is named; the checklist leads on with the wizard', async () => {
      await show('/', 'Home');
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin' }).click();
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
      await region('Waiting for you').getByText('No request is waiting for your approval.').waitFor();
      await expect.poll(() => region('Libraries and media servers').getByText('Connected').count()).toBe(2);
      const server = region('Server');
      await server.getByText('Everything is working.').waitFor();
      await server.getByText('No backup has been tested yet.').waitFor();
      await server.getByText('All background jobs are working.').waitFor();
      await server.getByText(/^Version /).waitFor();
      const setup = region('Finish setting up');
      await setup.getByText('Connect a media server').waitFor();
      // Radarr, Sonarr and TMDB are connected, and ana was invited.
      for (const done of ['Connect Radarr', 'Add a TMDB token', 'Invite your household'])
        expect(await setup.getByText(done).count()).toBe(0);
      for (const nobody of ['Names that are too much alike', 'New accounts by sign-in'])
        expect(await region(nobody).count()).toBe(0);
      await look('overview');
      await setup.getByRole('link', { name: 'Connect: Connect a media server' }).click();
      await page.getByRole('heading', { level: 1, name: 'Connect a media server' }).waitFor();
      await page.getByRole('radio', { name: 'Jellyfin' }).waitFor();
      expect(complaints()).toEqual([]);
    });

    it('issue 43 A3: names accounts of before whose names people take for one, with a way to each', async () => {
      await page.route('**/api/admin/users', async (route) => {
        const answered = await route.fetch();
        const users = (await answered.json()) as object[];
        await route.fulfill({ response: answered, json: users.map((user) => ({ ...user, name_shared: true })) });
      });
      await show('/admin', 'Overview');
      const names = region('Names that are too much alike');
      await names.getByRole('link', { name: 'admin' }).waitFor();
      await names.getByRole('link', { name: 'ana' }).click();
      await page.getByRole('heading', { level: 1, name: 'ana' }).waitFor();
    });

    it('issue 43 A1: names accounts that sign-ins made in the last fourteen days, the newest first, with a way to each', async () => {
      const now = await page.evaluate(() => Date.now());
      const daysAgo = (days: number) => new Date(now - days * 24 * 3_600_000).toISOString();
      const made = new Map([
        ['admin', { made_by_sign_in: true, created_at: daysAgo(15) }],
        ['ana', { made_by_sign_in: true, created_at: daysAgo(13) }],
      ]);
      await page.route('**/api/admin/users', async (route) => {
        const answered = await route.fetch();
        const users = (await answered.json()) as readonly { username: string }[];
        await route.fulfill({
          response: answered,
          json: users.map((user) => ({ ...user, name_shared: true, ...made.get(user.username) })),
        });
      });
      await show('/admin', 'Overview');
      const accounts = region('New accounts by sign-in');
      await accounts.getByRole('link', { name: 'ana' }).waitFor();
      expect(await accounts.getByRole('link').allTextContents()).toEqual(['ana']);
      // Both regions that name people are there.
      await region('Names that are too much alike').getByRole('link', { name: 'admin' }).waitFor();
      await look('overview-people');
      await accounts.getByRole('link', { name: 'ana' }).click();
      await page.getByRole('heading', { level: 1, name: 'ana' }).waitFor();
    });

    it('a step is skipped and brought back, and what was skipped is out of the way after a reload', async () => {
      await show('/admin', 'Overview');
      const setup = region('Finish setting up');
      await setup.getByRole('button', { name: 'Skip: Add a Trakt client ID' }).click();
      await setup.getByText('1 step skipped').waitFor();
      await page.reload();
      await setup.getByText('1 step skipped').waitFor();
      expect(await setup.getByRole('button', { name: 'Skip: Add a Trakt client ID' }).count()).toBe(0);
      await setup.getByText('1 step skipped').click();
      await setup.getByRole('button', { name: 'Bring back: Add a Trakt client ID' }).click();
      await setup.getByRole('button', { name: 'Skip: Add a Trakt client ID' }).waitFor();
    });

    it('more wait than the server lists at once: the number is said to be the least', async () => {
      const many = Array.from({ length: 500 }, (_, at) => ({ ...past(at + 1), username: 'ana', requester_count: 1 }));
      await page.route('**/api/admin/requests', (route) => route.fulfill({ json: many }));
      await show('/admin', 'Overview');
      await region('Waiting for you').getByText('At least 500 requests are waiting for your approval.').waitFor();
    });

    it('everything is done: there is no checklist any more', async () => {
      const done = { key: 'tmdb', title: 'TMDB', description: '', configured: true, optional: false };
      await answer('**/api/admin/setup-status', 200, { items: [done], configured: 1, total: 1 });
      await show('/admin', 'Overview');
      await region('Server').getByText('Everything is working.').waitFor();
      expect(await region('Finish setting up').count()).toBe(0);
    });

    it('on PostgreSQL backups are left to its server, and none is missed', async () => {
      const checks = { database: 'ok', writes: 'ok', key: 'ok', migrations: 'ok' };
      const backup = { made_here: false, last_proven_restore: null, failing: null };
      await answer('**/readyz', 200, { status: 'ready', checks, backup });
      await show('/admin', 'Overview');
      await region('Server').getByText('Usher makes no backups there', { exact: false }).waitFor();
      expect(await region('Server').getByText('No backup has been tested yet.').count()).toBe(0);
    });

    it('a library that can’t be reached, a failed job, a failed backup and a full disk are each said in words', async () => {
      house.app.radarr.fail('GET /api/v3/system/status', { status: 503 }, 10);
      const checks = { database: 'ok', writes: 'failing', key: 'ok', migrations: 'ok' };
      const failing = { since: '2026-01-01T00:00:00Z', reason: 'no_room' };
      const backup = { made_here: true, last_proven_restore: null, failing };
      await answer('**/readyz', 503, { error: 'not ready', checks, backup });
      const run = { started_at: '2026-01-01T00:00:00Z', duration_ms: 5, outcome: 'failed' };
      const job = { name: 'backups', title: 'Backups', purpose: 'Makes one.', every_seconds: 60, last_run: run };
      await page.route('**/api/admin/jobs', (route) => route.fulfill({ json: { jobs: [job] } }));
      await show('/admin', 'Overview');
      await region('Libraries and media servers').getByText('Can’t be reached right now').waitFor();
      await expect.poll(() => region('Libraries and media servers').getByText('Connected').count()).toBe(1);
      const server = region('Server');
      await server.getByRole('alert').getByText('Nothing can be saved right now.', { exact: false }).waitFor();
      await server.getByText('There’s no room left on the disk for a backup.', { exact: false }).waitFor();
      await server.getByText('1 job failed in its last run.').waitFor();
      await server.getByText('Backups', { exact: true }).waitFor();
      await look('overview-faults');
    });

    it('each part fails by itself, says so and can try again, and the others go on', async () => {
      const [waiting, server, libraries] = ['Waiting for you', 'Server', 'Libraries and media servers'];
      // Where a region has several parts, some fail and some go on. Without its answer the checklist is no region.
      const halves = [
        [
          { call: '**/api/admin/setup-status', where: 'Finish setting up', says: 'Connect a media server' },
          { call: '**/api/admin/requests', where: waiting, says: /waiting for your approval/ },
          { call: '**/readyz', where: server, says: 'Everything is working.' },
          { call: '**/api/admin/chat-notifications', where: server, says: 'Posts to Discord need your attention.' },
        ],
        [
          {
            call: '**/api/admin/requests/waiting',
            where: waiting,
            says: /stuck on its way|reached (?:its|their) library/,
          },
          { call: '**/api/admin/jobs', where: server, says: 'All background jobs are working.' },
          { call: '**/api/instances', where: libraries, says: '(Radarr)' },
        ],
      ] as const;
      const failed = (within: Locator | Page) => within.getByRole('button', { name: 'Try again' }).count();
      for (const [failing, others] of [halves, [halves[1], halves[0]] as const]) {
        // Of posts that go well nothing is said.
        await page.route('**/api/admin/chat-notifications', async (route) => {
          const answered = await route.fetch();
          const settings = (await answered.json()) as object;
          await route.fulfill({ response: answered, json: { ...settings, error: 'a fault' } });
        });
        for (const { call } of failing) await failUntilClicked(page, call, 500);
        await show('/admin', 'Overview');
        for (const { where, says } of others) await region(where).getByText(says).waitFor();
        const places = [page, region(waiting), region(server), region(libraries)];
        const among = (name: string) => failing.filter(({ where }) => where === name).length;
        await expect
          .poll(() => Promise.all(places.map(failed)))
          .toEqual([failing.length, among(waiting), among(server), among(libraries)]);
        for (const { where, says } of failing) expect(await region(where).getByText(says).count()).toBe(0);
        await tryAllAgain(page);
        for (const { where, says } of failing) await region(where).getByText(says).waitFor();
        await page.unrouteAll();
      }
    });
  });

  describe('design §4, Requests: the history with its filters in the address', () => {
    it('narrows by text, kind, decision and person; Back goes to the view before', async () => {
      const id = await house.requested(ana, 'movie', house.film('Quay Declined'), { title: 'Quay Declined' });
      await house.admin.post(`/api/admin/requests/${id}/deny`, { reason: 'No <b>space</b>' });
      await show('/admin/requests', 'Requests');
      await page.getByRole('link', { name: 'History' }).click();
      const rows = page.getByRole('list', { name: 'Past requests' }).getByRole('listitem');
      const row = rows.filter({ hasText: 'Quay Declined' });
      await row.getByText('Reason: No <b>space</b>').waitFor();
      await row.getByText('Declined').first().waitFor();
      await page.getByRole('combobox', { name: 'Decision' }).selectOption({ label: 'Declined' });
      await expect.poll(() => rows.count()).toBe(1);
      await page.getByRole('combobox', { name: 'Kind' }).selectOption({ label: 'Series' });
      await page.getByText('No request matches these filters.').waitFor();
      expect(new URL(page.url()).search).toBe('?show=history&kind=tv&decision=denied');
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await page.getByRole('combobox', { name: 'Person' }).selectOption({ label: 'ana' });
      await page.getByRole('textbox', { name: 'Title or person' }).fill('quay');
      await page.keyboard.press('Enter');
      await expect.poll(() => rows.count()).toBe(1);
      await page.reload();
      await row.waitFor();
      expect(await page.getByRole('textbox', { name: 'Title or person' }).inputValue()).toBe('quay');
      await look('requests-history');
      await row.getByRole('link', { name: 'Quay Declined' }).click();
      await page.getByRole('list', { name: 'Progress' }).waitFor();
      await page.goBack();
      await row.waitFor();
      expect(complaints().filter((complaint) => !/ (50[023]|4\d\d) /.test(complaint))).toEqual([]);
    });

    it('comes page by page, and a double click brings one more page', async () => {
      const asked: string[] = [];
      await page.route('**/api/admin/requests/history?*', (route) => {
        const before = Number(new URL(route.request().url()).searchParams.get('before') ?? 200);
        asked.push(String(before));
        const requests = Array.from({ length: 50 }, (_, at) => past(before - at - 1));
        return route.fulfill({ json: { requests, requesters: [], next_before: before - 50 } });
      });
      await show('/admin/requests?show=history', 'Requests');
      const rows = page.getByRole('list', { name: 'Past requests' }).getByRole('listitem');
      await expect.poll(() => rows.first().getAttribute('aria-setsize')).toBe('50');
      await page.getByRole('button', { name: 'Load more' }).dblclick();
      await expect.poll(() => rows.first().getAttribute('aria-setsize')).toBe('100');
      // A change that the socket names may have had both read again; a third page was never asked for.
      expect(new Set(asked)).toEqual(new Set(['200', '150']));
    });

    it('fails: says so, and the way to the queue stays', async () => {
      await answer('**/api/admin/requests/history?*', 500);
      await show('/admin/requests?show=history', 'Requests');
      await page.getByRole('alert').getByText('Something went wrong on the server.').waitFor();
      await page.getByRole('link', { name: 'Waiting' }).click();
      await page.getByText('Nothing waits for you').waitFor();
    });
  });

  it('by keyboard alone: a step is skipped, and what is waiting is opened', async () => {
    const id = await house.requested(ana, 'movie', house.film('Pier Waiting'), { title: 'Pier Waiting' });
    onTestFinished(async () => {
      // In other tests nothing waits, and one of them counts what was declined.
      await house.admin.post(`/api/admin/requests/${id}/approve`);
    });
    await show('/admin', 'Overview');
    await region('Waiting for you').getByText('1 request is waiting for your approval.').waitFor();
    await tabTo(page, 'Open requests');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Requests' }).waitFor();
    await page.getByRole('button', { name: 'Approve Pier Waiting' }).waitFor();
    expect(await page.evaluate('document.activeElement.tagName')).toBe('H1');
  });
});

/** A request of the past, as the server lists it. */
const past = (id: number) => ({
  id,
  title: `Film ${id}`,
  tmdb_id: id,
  media_type: 'movie',
  decision: 'approved',
  requesters: [{ user_id: 2, username: 'ana' }],
  requested_at: '2026-01-01T00:00:00Z',
});
