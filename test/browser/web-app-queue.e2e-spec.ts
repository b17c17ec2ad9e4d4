import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import type { Session } from '../harness/start-app.js';
import type { AppPage } from '../harness/web-app-browser.js';
import { nextPicture } from '../harness/closed-browser.js';
import { faultsSeen, LAPTOP } from '../harness/page-faults.js';
import { LiveHousehold } from './live-household.js';

const WAITING = '**/api/admin/requests';
const MANY = 10_000;
/** The row to which somebody goes by Tab: farther than the list is drawn at first. */
const FAR = 26;
/** What Tab stops at in a row: the checkbox, the title, its person, two buttons and the one for the rest. */
const STOPS = 6;

/** What is served is dist/web, as the build leaves it. */
describe('issue 22: the list of requests that wait for an administrator', () => {
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
    await page.unrouteAll();
    await page.setViewportSize(LAPTOP);
    before = person.complaints.length;
  });

  afterAll(() => house.close());

  const complaints = () => person.complaints.slice(before);

  const rows = () => page.getByRole('list', { name: 'Requests waiting for you' }).getByRole('listitem');
  const checkbox = (title: string) => page.getByRole('checkbox', { name: `Select ${title}`, exact: true });
  const focusedName = () => page.evaluate<string>(`document.activeElement.getAttribute('aria-label') ?? ''`);
  /** The rows that are drawn have been measured, and the list is as high as follows from that. */
  const settled = () => nextPicture(page);

  /** So many days ago, by the clock of the page. */
  const past = async (days: number) =>
    new Date((await page.evaluate(() => Date.now())) - days * 86_400_000).toISOString();

  async function openQueue(): Promise<void> {
    await page.goto(`${house.app.url}/admin/requests`);
    await page.getByRole('heading', { level: 1, name: 'Requests' }).waitFor();
  }

  async function openMany(count = MANY): Promise<void> {
    // The last ones are higher than those by which the height of the list is guessed.
    const named = (id: number) =>
      count === MANY && count - id < 20 ? { title: `Film ${id} ${'of many words '.repeat(30)}` } : {};
    const all = Array.from({ length: count }, (_, index) => ({ ...waiting(index + 1), ...named(index + 1) }));
    await page.route(WAITING, (route) => route.fulfill({ json: all }));
    await openQueue();
    await checkbox('Film 1').waitFor();
  }

  describe('speed: 10,000 of them', () => {
    beforeEach(() => openMany());

    it('draws only those near the window, and each says which of how many it is', async () => {
      expect(await rows().count()).toBeLessThanOrEqual(60);
      expect(await rows().first().getAttribute('aria-setsize')).toBe(String(MANY));
      // What the first rows measure decides how high the list is; before that, its end is another place.
      await settled();
      await page.keyboard.press('End');
      const last = rows().and(page.locator(`[aria-posinset="${MANY}"]`));
      await last.waitFor();
      await expect
        .poll(() => last.boundingBox().then((box) => (box?.y ?? 0) + (box?.height ?? Infinity)))
        .toBeLessThan(LAPTOP.height);
      expect(await rows().count()).toBeLessThanOrEqual(60);
      await page.keyboard.press('Home');
      await checkbox('Film 1').waitFor();
      expect(await page.evaluate('scrollY')).toBe(0);
      expect(complaints()).toEqual([]);
    });

    it('Tab goes through all rows and Shift+Tab back, also where the list was scrolled away from the focus', async () => {
      await settled();
      const drawn = await rows().count();
      expect(drawn).toBeLessThan(FAR);
      await checkbox('Film 1').focus();
      for (let number = 1; number < FAR; number += 1) {
        expect(await focusedName()).toBe(`Select Film ${number}`);
        for (let stop = 0; stop < STOPS; stop += 1) await page.keyboard.press('Tab');
      }
      await page.mouse.wheel(0, 100_000);
      await expect.poll(() => rows().last().getAttribute('aria-posinset').then(Number)).toBeGreaterThan(500);
      expect(await focusedName()).toBe(`Select Film ${FAR}`);
      for (let number = FAR - 1; number > FAR - 6; number -= 1) {
        for (let stop = 0; stop < STOPS; stop += 1) await page.keyboard.press('Shift+Tab');
        expect(await focusedName()).toBe(`Select Film ${number}`);
      }
    });

    it('what is seen stays in its place while rows are measured, at 360 and at 1,280 px', async () => {
      for (const width of [1_280, 360]) {
        await page.setViewportSize({ width, height: 740 });
        for (let turn = 0; turn < 12; turn += 1) {
          await page.mouse.wheel(0, turn % 3 === 2 ? -1_500 : 2_600);
          await settled();
          await settled();
          expect(
            await page.evaluate('document.elementFromPoint(innerWidth / 2, innerHeight / 2).closest("li") !== null'),
          ).toBe(true);
          expect(await rows().count()).toBeLessThanOrEqual(60);
        }
      }
      await page.setViewportSize(LAPTOP);
    });

    it('finds a title or a person by the filter, and decides about nothing that it hides', async () => {
      const decided: string[] = [];
      await page.route(`${WAITING}/*/approve`, (route) => {
        decided.push(new URL(route.request().url()).pathname.split('/').at(-2) ?? '');
        return route.fulfill({ json: {} });
      });
      await checkbox('Film 1').check();
      await page.getByLabel('Filter by title or person').fill('film 999');
      await checkbox('Film 999').waitFor();
      await expect.poll(() => rows().first().getAttribute('aria-setsize')).toBe('19');
      await page.getByRole('checkbox', { name: 'Select all' }).check();
      await page.getByText('19 of 19 selected').waitFor();
      await page.getByRole('button', { name: 'Approve selected' }).click();
      await page.getByText('19 requests approved.').waitFor();
      const meant = Array.from({ length: MANY }, (_, index) => index + 1).filter((id) => String(id).includes('999'));
      expect(decided.map(Number).sort((one, other) => one - other)).toEqual(meant);
      await page.getByLabel('Filter by title or person').fill('nothing like it');
      await page.getByText('No waiting request matches this filter.').waitFor();
    });
  });

  it('design §4: a row has the poster of its title from this server, and a card in its place where there is none', async () => {
    const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    await page.route('**/api/pictures/tmdb/**', (route) =>
      route.fulfill({ contentType: 'image/png', body: Buffer.from(PIXEL, 'base64') }),
    );
    const posters = ['/harbor.jpg', undefined, 'https://elsewhere.example/harbor.jpg'];
    const all = posters.map((poster_path, at) => ({ ...waiting(at + 1), poster_path }));
    await page.route(WAITING, (route) => route.fulfill({ json: all }));
    await openQueue();
    await checkbox('Film 1').waitFor();
    const sources = await rows()
      .locator('img')
      .evaluateAll((images: readonly { getAttribute(name: string): string | null }[]) =>
        images.map((image) => image.getAttribute('src')),
      );
    expect(sources).toEqual(['/a/b/api/pictures/tmdb/w342/harbor.jpg']);
    expect(await faultsSeen(page, 'admin-queue-posters')).toEqual([]);
    expect(complaints()).toEqual([]);
  });

  it('issue 46: a row says what exactly, who, what is left of their allowance, and where it goes', async () => {
    const allowances = [{ media_type: 'movie', count: 50, window_days: 7 }];
    await house.admin.put('/api/admin/request-quotas', { allowances });
    const { tmdbId } = house.show('Harbor Nights');
    const ids = [
      await house.requested(ana, 'movie', house.film('Harbor Limited'), { title: 'Harbor Limited' }),
      await house.requested(ana, 'tv', tmdbId, { title: 'Harbor Nights', seasons: [1, 2] }),
    ];
    await openQueue();
    const film = rows().filter({ hasText: 'Harbor Limited' });
    await film.getByText(/^\d\d of 50 films left this week$/).waitFor();
    await film.getByRole('link', { name: 'ana', exact: true }).waitFor();
    await film.getByText('Usual quality').waitFor();
    const series = rows().filter({ hasText: 'Harbor Nights' });
    await series.getByText('Series · Seasons 1 and 2').waitFor();
    await series.getByText('No limit').waitFor();
    await page.getByRole('button', { name: 'More for Harbor Limited' }).click();
    await film.getByRole('link', { name: 'Limits of ana' }).waitFor();
    expect(await faultsSeen(page, 'admin-queue-rows')).toEqual([]);
    // Somebody lowers the limit below what was asked for: that alone is over.
    const lowered = [{ media_type: 'movie', count: 0, window_days: 7 }];
    await house.admin.put('/api/admin/request-quotas', { allowances: lowered });
    await openQueue();
    await film.getByText(/^0 of 0 films left this week: over by \d+$/).waitFor();
    await house.admin.put('/api/admin/request-quotas', { allowances });
    for (const id of ids) await house.admin.post(`/api/admin/requests/${id}/deny`, { reason: null });
  });

  it('issue 46: narrows by kind, person and age, and says so where nothing is left', async () => {
    const all = [
      { ...waiting(1), requested_at: await past(40) },
      { ...waiting(2), media_type: 'music', user_id: 3, username: 'ben', requested_at: await past(2) },
      { ...waiting(3), requested_at: await past(0) },
    ];
    await page.route(WAITING, (route) => route.fulfill({ json: all }));
    await openQueue();
    await checkbox('Film 1').waitFor();
    const choose = (list: string, label: string) =>
      page.getByRole('combobox', { name: list, exact: true }).selectOption({ label });
    const titles = () =>
      rows()
        .getByRole('checkbox')
        .evaluateAll((boxes: readonly { ariaLabel: string }[]) =>
          boxes.map(({ ariaLabel }) => ariaLabel.replace('Select ', '')),
        );
    await choose('Waiting for', 'A day or longer');
    await expect.poll(titles).toEqual(['Film 1', 'Film 2']);
    await choose('Waiting for', 'A month or longer');
    await expect.poll(titles).toEqual(['Film 1']);
    await choose('Person', 'ben');
    await page.getByText('No waiting request matches this filter.').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await choose('Kind', 'Albums');
    await expect.poll(titles).toEqual(['Film 2']);
  });

  it('issue 46: on a phone a row is a card with two large buttons, and boxes come with Select', async () => {
    await openMany(3);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await checkbox('Film 1').isVisible()).toBe(false);
    for (const name of ['Approve Film 1', 'Decline Film 1']) {
      const box = await page.getByRole('button', { name, exact: true }).boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(44);
      expect(box?.width).toBeGreaterThan(130);
    }
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    await checkbox('Film 1').check();
    await page.getByText('1 of 3 selected').waitFor();
    expect(await page.getByRole('button', { name: 'Approve Film 1', exact: true }).isVisible()).toBe(false);
    expect(await faultsSeen(page, 'admin-queue-selecting')).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('region', { name: 'Selected requests' }).waitFor({ state: 'detached' });
    expect(await checkbox('Film 1').isVisible()).toBe(false);
    await page.setViewportSize(LAPTOP);
  });

  it('issue 46: a title’s page says who waits for it, and decides in place by the one amber button', async () => {
    const film = house.film('Harbor Here');
    const id = await house.requested(ana, 'movie', film, { title: 'Harbor Here' });
    await page.goto(`${house.app.url}/movie/${film}`);
    const here = page.getByRole('region', { name: 'Requested', exact: true });
    await here.getByText('1 person is waiting for you').waitFor();
    await here.getByRole('link', { name: 'ana', exact: true }).waitFor();
    expect(await faultsSeen(page, 'title-decide')).toEqual([]);
    await here.getByRole('button', { name: 'Decline' }).click();
    await page.getByRole('radio', { name: 'There’s no space left' }).check();
    expect(await page.getByRole('textbox', { name: 'Reason' }).inputValue()).toBe('There’s no space left');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await here.getByRole('button', { name: 'Approve for ana' }).click();
    await here.waitFor({ state: 'detached' });
    const past = await house.admin.get(`/api/admin/requests/history?before=${id + 1}&limit=1`);
    expect(past.body).toMatchObject({ requests: [{ id, decision: 'approved', decided_by: 'admin' }] });
  });

  it('issue 46: the sign of Admin says how many wait on every page, and hears of each at once', async () => {
    const admin = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin', exact: true });
    const said = () =>
      admin.evaluate((link: { ariaDescribedByElements?: readonly { textContent: string }[] }) =>
        (link.ariaDescribedByElements ?? []).map(({ textContent }) => textContent).join(''),
      );
    await page.goto(`${house.app.url}/`);
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    expect(await said()).toBe('');
    const id = await house.requested(ana, 'movie', house.film('Harbor Sign'), { title: 'Harbor Sign' });
    await expect.poll(said).toBe('1 request waits for you');
    expect(await admin.textContent()).toContain('1');
    await house.admin.post(`/api/admin/requests/${id}/deny`, { reason: null });
    await expect.poll(said).toBe('');
  });

  describe('deciding about many at once', () => {
    it('declines all that are selected with one reason, which each of their people reads', async () => {
      const ids = [];
      for (const title of ['Harbor One', 'Harbor Two', 'Harbor Three'])
        ids.push(await house.requested(ana, 'movie', house.film(title), { title }));
      await openQueue();
      // Nothing is selected, so nothing lies over the list.
      expect(await page.getByRole('region', { name: 'Selected requests' }).count()).toBe(0);
      for (const title of ['Harbor One', 'Harbor Three']) await checkbox(title).check();
      await page.getByRole('button', { name: 'Decline selected' }).click();
      await page.getByRole('heading', { level: 2, name: 'Decline 2 requests' }).waitFor();
      expect(await faultsSeen(page, 'admin-decline-many')).toEqual([]);
      await page.getByRole('textbox', { name: 'Reason' }).fill('No space <b>left</b>');
      await page.getByRole('button', { name: 'Decline request' }).click();
      await page.getByText('2 requests declined.').waitFor();
      await checkbox('Harbor One').waitFor({ state: 'detached' });
      expect(await rows().count()).toBe(1);
      const own = await ana.get('/api/requests');
      const told = own.body as readonly { readonly request_id: number; readonly deny_reason?: string }[];
      expect(ids.map((id) => told.find(({ request_id: one }) => one === id)?.deny_reason ?? null)).toEqual([
        'No space <b>left</b>',
        null,
        'No space <b>left</b>',
      ]);
      await house.admin.post(`/api/admin/requests/${ids[1]}/deny`, {});
      expect(complaints()).toEqual([]);
    });

    it('loses nothing where some fail midway: they stay, selected, each with its reason, and can be tried again', async () => {
      const titles = Array.from({ length: 6 }, (_, index) => `Pier ${index + 1}`);
      const ids = [];
      for (const title of titles) ids.push(await house.requested(ana, 'movie', house.film(title), { title }));
      await page.route(`${WAITING}/${ids[1]}/deny`, (route) => route.fulfill({ status: 503, json: { error: 'x' } }));
      await page.route(`${WAITING}/${ids[4]}/deny`, (route) => route.abort());
      await openQueue();
      await page.getByRole('checkbox', { name: 'Select all' }).check();
      await page.getByRole('button', { name: 'Decline selected' }).click();
      await page.getByRole('textbox', { name: 'Reason' }).fill('Not for us');
      await page.getByRole('button', { name: 'Decline request' }).click();
      await page.getByText('4 requests declined.').waitFor();
      await page.getByText('2 requests couldn’t be decided and stay selected.', { exact: false }).waitFor();
      await expect.poll(() => rows().count()).toBe(2);
      expect(await rows().filter({ hasText: 'Pier 2' }).getByRole('alert').textContent()).toContain(
        'The server is busy',
      );
      expect(await rows().filter({ hasText: 'Pier 5' }).getByRole('alert').textContent()).toContain('You’re offline');
      expect(await checkbox('Pier 2').isChecked()).toBe(true);
      expect(await faultsSeen(page, 'admin-failed-many')).toEqual([]);
      await page.unroute(`${WAITING}/${ids[1]}/deny`);
      await page.unroute(`${WAITING}/${ids[4]}/deny`);
      await page.getByRole('button', { name: 'Decline selected' }).click();
      expect(await page.getByRole('textbox', { name: 'Reason' }).inputValue()).toBe('Not for us');
      await page.getByRole('button', { name: 'Decline request' }).click();
      await page.getByText('Nothing waits for you').waitFor();
    });

    it('says how far it has come', async () => {
      await openMany(8);
      const answers: (() => Promise<void>)[] = [];
      await page.route(`${WAITING}/*/approve`, (route) => {
        answers.push(() => route.fulfill({ json: {} }));
      });
      await page.getByRole('checkbox', { name: 'Select all' }).check();
      await page.getByRole('button', { name: 'Approve selected' }).click();
      await expect.poll(() => answers.length).toBe(4);
      expect(await page.getByRole('progressbar', { name: 'Decisions' }).getAttribute('max')).toBe('8');
      await page.getByText('0 of 8 done').waitFor();
      await Promise.all(answers.splice(0, 3).map((answer) => answer()));
      await page.getByText('3 of 8 done').waitFor();
      await expect.poll(() => answers.length).toBe(4);
      await page.unroute(`${WAITING}/*/approve`);
    });
  });
});

/** A request that waits, as the server lists it. Some titles take more than one line. */
const waiting = (id: number) => ({
  id,
  user_id: 2,
  username: 'ana',
  tmdb_id: id,
  tvdb_id: 0,
  media_type: 'movie',
  title: `Film ${id}`,
  book_format: '',
  instance_id: 'films',
  instance_name: id % 7 === 0 ? 'A library with a name that is longer than a line of a phone has room for' : 'Films',
  requester_count: 1,
  season_scope: '',
  quality_profile_id: 0,
  requested_at: '2026-01-01T00:00:00Z',
  delivery: [],
});
