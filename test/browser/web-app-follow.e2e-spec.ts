import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { tabTo } from '../harness/keyboard.js';
import type { Session } from '../harness/start-app.js';
import type { AppPage } from '../harness/web-app-browser.js';
import { faultsSeen, LAPTOP } from '../harness/page-faults.js';
import { callsOf } from './live-household.js';
import { NotificationHousehold } from './notification-household.js';

const OWN_CHAT = '/api/auth/chat-notifications';
const FOLLOWS = '/api/notifications/follows';
const ID = '900000000000000101';

/** What is served is dist/web, as the build leaves it. */
describe('issue 24, web app: somebody follows a title without asking for it', () => {
  let house: NotificationHousehold;
  let ana: Session;
  let ben: Session;
  let person: AppPage;
  let page: Page;
  let films = 885_000;

  beforeAll(async () => {
    house = await NotificationHousehold.open();
    ana = await house.member('ana');
    ben = await house.member('ben');
    await house.admin.put('/api/admin/request-settings', { require_approval: true });
    person = await house.person('ben');
    ({ page } = person);
  });

  beforeEach(async () => {
    await house.startOver();
    await house.posting({ enable_mentions: true, events: { request_available: true } });
    [ana, ben] = [await house.app.refresh(ana), await house.app.refresh(ben)];
    await ben.put(OWN_CHAT, { enabled: true, chat_ids: [ID], events: { request_available: true } });
    await page.evaluate(`localStorage.removeItem('usher-language')`);
    await page.unrouteAll();
    await page.setViewportSize(LAPTOP);
  });

  afterAll(() => house.close());

  const start = () => page.getByRole('button', { name: 'Tell me when it’s here' });
  const stop = () => page.getByRole('button', { name: 'Stop telling me' });
  const followed = async () =>
    ((await ben.get(FOLLOWS)).body as { readonly follows: readonly { readonly tmdb_id: number }[] }).follows.map(
      ({ tmdb_id: id }) => id,
    );
  const look = async (name: string): Promise<void> => {
    expect([name, await faultsSeen(page, name)]).toEqual([name, []]);
  };
  function film(): number {
    const id = (films += 1);
    house.app.tmdb.given.film({ id, title: `Harbor Lights ${id}` });
    house.app.radarr.given.catalog([{ tmdbId: id, title: 'Harbor Lights', year: 2024 }]);
    return id;
  }
  const asks = async (who: Session, id: number): Promise<void> => {
    const { status, text } = await who.post('/api/requests', { media_type: 'movie', tmdb_id: id });
    if (status >= 300) throw new Error(text);
  };
  /** Opens the film's page, until its state is known. */
  const show = async (id: number): Promise<void> => {
    const [, read] = await Promise.all([
      house.show(page, `/movie/${id}`, `Harbor Lights ${id}`),
      page.waitForResponse((answer) => answer.url().includes(`/api/requests/${id}/status`)),
    ]);
    await read.finished();
  };

  it('nobody has asked, or somebody else has: one button follows and stops, and requests nothing', async () => {
    for (const id of [film(), film()]) {
      if (id % 2 === 0) await asks(ana, id);
      await show(id);
      await page.getByText('A post in Discord mentions you when it is available', { exact: false }).waitFor();
      await start().dblclick();
      await stop().waitFor();
      expect(await followed()).toEqual([id]);
      await page.reload();
      await stop().click();
      await start().waitFor();
      expect(await followed()).toEqual([]);
    }
    expect((await ben.get('/api/requests')).body).toEqual([]);
  });

  it('nothing is offered where they have asked themselves, or where its posts mention nobody: what is followed isn’t asked for then', async () => {
    const offersNothing = async (id: number): Promise<void> => {
      await show(id);
      await page.getByText(`What happens in Harbor Lights ${id}.`).waitFor();
      // What isn't there can't be waited for.
      await page.waitForLoadState('networkidle');
      expect(await start().count()).toBe(0);
      expect(await page.getByText('Discord', { exact: false }).count()).toBe(0);
    };
    const own = film();
    await asks(ben, own);
    await offersNothing(own);
    await house.set({ enable_mentions: false });
    const calls = callsOf(page);
    await offersNothing(film());
    expect(calls.filter((call) => call.includes('/api/notifications/'))).toEqual([]);
  });

  it('who has saved no id, or wants no mention of it, is led to Profile; in German, too', async () => {
    await ben.put(OWN_CHAT, { enabled: true, chat_ids: [], events: { request_available: true } });
    const id = film();
    await show(id);
    await page.getByText('For that, save your Discord user ID in', { exact: false }).waitFor();
    await page.getByRole('link', { name: 'Profile → Notifications' }).click();
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
    await ben.put(OWN_CHAT, { chat_ids: [ID], events: { request_available: false } });
    await page.evaluate(`localStorage.setItem('usher-language', 'de')`);
    await show(id);
    await page.getByText('Schalte dafür Erwähnungen von Verfügbarem ein unter', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Sag mir, wenn es da ist' }).click();
    await page.getByRole('button', { name: 'Nicht mehr Bescheid sagen' }).waitFor();
    await look('follow-german');
  });

  it('by keyboard; a refusal is said, and the button stays as it was', async () => {
    const id = film();
    await show(id);
    await page.route(`**${FOLLOWS}/**`, (route) => route.fulfill({ status: 409, json: { error: 'too many' } }));
    await tabTo(page, 'Tell me when it’s here');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('You follow 200 titles', { exact: false }).waitFor();
    await page.unrouteAll();
    await page.route(`**${FOLLOWS}/**`, (route) => route.fulfill({ status: 503, json: { error: 'x' } }));
    await start().press('Enter');
    await page.getByRole('alert').getByText('The server is busy right now.', { exact: false }).waitFor();
    await page.unrouteAll();
    await start().press('Enter');
    await stop().waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await followed()).toContain(id);
    expect(person.complaints.filter((complaint) => !/ (?:50\d|4\d\d) /.test(complaint))).toEqual([]);
  });
});
