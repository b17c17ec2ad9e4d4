import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Page, WebSocket } from 'playwright-core';
import { AppError } from '../../src/core/errors/app-error.js';
import { LiveSessionsService } from '../../src/modules/realtime/realtime.public.js';
import type { Session } from '../harness/start-app.js';
import type { AppPage } from '../harness/web-app-browser.js';
import { faultsSeen, LAPTOP } from '../harness/page-faults.js';
import { callsOf, LiveHousehold, openSignedIn, stepsOf } from './live-household.js';

/** Longer than pages wait before they read by the clock. */
const PAST_PATIENCE_MS = 31_000;

/** Longer than frames are gathered. */
const GATHERED_MS = 2_000;

/** What is served is dist/web, as the build leaves it. */
describe('issue 22, live updates: the web app hears of changes by a socket', () => {
  let house: LiveHousehold;
  let ana: Session;
  let ben: Session;
  let person: AppPage;
  let page: Page;
  const sockets: WebSocket[] = [];

  beforeAll(async () => {
    house = await LiveHousehold.open();
    ana = await house.member('ana');
    ben = await house.member('ben');
    await open();
  });

  beforeEach(async () => {
    // Tokens run out as the clock moves.
    ana = await house.app.refresh(ana);
    ben = await house.app.refresh(ben);
    await house.heard(1);
    // So long must a socket last to count as a success.
    await page.clock.runFor(11_000);
    sockets.length = 0;
  });

  afterEach(() => vi.restoreAllMocks());

  afterAll(() => house.close());

  async function open(): Promise<void> {
    person = await house.signedIn('ana');
    ({ page } = person);
    page.on('websocket', (socket) => sockets.push(socket));
  }

  /** Somebody's browser is closed, and ana has another one. */
  async function openAnew(): Promise<void> {
    await person.close();
    await house.heard(0);
    await open();
  }

  const link = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });

  /** A film of ana's that the library has and looks for, and its page. */
  async function followed(title: string): Promise<number> {
    const film = house.film(title);
    await house.requested(ana, 'movie', film);
    await house.app.deliver();
    await house.forgets();
    await link('My requests').click();
    await page.getByRole('link', { name: title }).click();
    await page.getByText('Looking for it', { exact: true }).waitFor();
    return film;
  }

  /** It downloads now, and the server has seen it. */
  async function starts(film: number, share: number): Promise<void> {
    house.app.radarr.startDownload(film);
    house.app.radarr.advanceDownload(film, share);
    await house.round();
  }

  /** The socket is lost, and every handshake is refused until this is undone. */
  async function cutOff(): Promise<() => void> {
    const live = house.app.get(LiveSessionsService);
    const refusing = vi.spyOn(live, 'requireRoom').mockImplementation(() => {
      throw new AppError('temporarily_unavailable', 503, 'retry shortly');
    });
    live.closeWhere(() => true, { code: 1013, reason: 'temporarily unavailable' });
    await house.heard(0);
    return () => refusing.mockRestore();
  }

  const downloading = async (): Promise<boolean> =>
    (await stepsOf(page)).some((text) => text.startsWith('Downloading') && !text.includes('Not yet'));

  it('with the socket off nothing moves until pages read by the clock, and they say so', async () => {
    const film = await followed('Silent Harbor');
    const letIn = await cutOff();
    const calls = callsOf(page);
    await starts(film, 0.3);
    await page.clock.runFor(GATHERED_MS);
    expect(await downloading()).toBe(false);
    // A refused handshake has the session looked at, and nothing else.
    expect(calls.filter((call) => call !== 'GET /api/auth/me')).toEqual([]);

    await page.clock.runFor(PAST_PATIENCE_MS);
    await page.getByText('Live updates are paused.', { exact: false }).waitFor();
    await page.getByRole('progressbar', { name: 'Download' }).waitFor();
    expect(await page.getByRole('heading', { level: 1, name: 'Silent Harbor' }).count()).toBe(1);
    expect(await faultsSeen(page, 'live-paused')).toEqual([]);
    letIn();
    await page.clock.runFor(60_000);
    await page.getByText('Live updates are paused.', { exact: false }).waitFor({ state: 'detached' });
  });

  it('a connection that was lost is opened again, and what happened meanwhile is read', async () => {
    const film = await followed('Harbor Gap');
    const letIn = await cutOff();
    await starts(film, 0.6);
    expect(await downloading()).toBe(false);

    letIn();
    await page.clock.runFor(60_000);
    await house.heard(1);
    await page.getByText('60 %', { exact: true }).first().waitFor();
    expect(await page.getByText('Live updates are paused.', { exact: false }).count()).toBe(0);
  });

  it('one socket per tab serves all its pages', async () => {
    for (const name of ['Home', 'Discover', 'My requests', 'Profile']) await link(name).click();
    expect(sockets).toEqual([]);
    expect(house.app.get(LiveSessionsService).size).toBe(1);
    await page.reload();
    await link('Home').waitFor();
    await expect.poll(() => sockets.length).toBe(1);
    expect(sockets.map((socket) => new URL(socket.url()).pathname)).toEqual(['/a/b/api/ws']);
    await house.heard(1);
  });

  it('a frame has pages read what it names, and nothing else', async () => {
    const mine = house.film('Harbor Mine');
    const other = house.film('Harbor Other');
    await house.requested(ana, 'movie', mine);
    await house.requested(ben, 'movie', other);
    await house.app.deliver();
    await house.forgets();
    await link('Home').click();
    await page.getByRole('link', { name: 'Harbor Mine' }).first().waitFor();
    await page.goto(`${house.app.url}/series/${house.show('Harbor Apart').tmdbId}`);
    await page.getByText('Not in the library').first().waitFor();
    await house.heard(1);
    await page.clock.runFor(GATHERED_MS);
    const calls = callsOf(page);
    house.app.radarr.startDownload(other);
    await house.round();
    await page.clock.runFor(GATHERED_MS);
    expect(calls).toEqual([]);
    await link('My requests').click();
    await page.getByRole('link', { name: 'Harbor Mine' }).waitFor();
    await page.clock.runFor(GATHERED_MS);
    const before = calls.length;
    house.app.radarr.startDownload(mine);
    await house.round();
    await expect.poll(() => [...new Set(calls.slice(before))]).toEqual(['GET /api/requests?limit=50']);
  });

  it('cards take the states of a shelf from one call, and follow them', async () => {
    const film = house.film('Harbor Card');
    await house.requested(ana, 'movie', film);
    await house.app.deliver();
    await house.forgets();
    const calls = callsOf(page);
    await page.getByRole('combobox', { name: 'Search' }).fill('Harbor');
    await page.clock.runFor(GATHERED_MS);
    await page.getByRole('link', { name: /^Harbor Card, .*Requested$/ }).waitFor();
    expect(calls.filter((call) => call.includes('/statuses')).length).toBe(1);
    expect(calls.filter((call) => /\/\d+\/status/.test(call))).toEqual([]);
    house.app.radarr.startDownload(film);
    await house.round();
    await page.getByRole('link', { name: /^Harbor Card, .*Downloading$/ }).waitFor();

    await page.route('**/api/requests/statuses**', (route) => route.fulfill({ status: 500, json: { error: 'x' } }));
    await page.reload();
    await page.getByText('Can’t tell right now what’s in the library.').waitFor();
    await page.getByRole('link', { name: /^Harbor Card/ }).waitFor();
    expect(await faultsSeen(page, 'cards-unknown')).toEqual([]);
    await page.unroute('**/api/requests/statuses**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: /^Harbor Card, .*Downloading$/ }).waitFor();

    house.app.radarr.fail('GET /api/v3/movie', 503, 100);
    await house.forgets();
    await page.reload();
    await page.getByRole('link', { name: /^Harbor Card, .*Can’t tell right now$/ }).waitFor();
    house.app.radarr.recover();
    await house.forgets();
    await page.clock.runFor(PAST_PATIENCE_MS);
    await page.getByRole('link', { name: /^Harbor Card, .*Downloading$/ }).waitFor();
  });

  it.each([
    ['a server that stops', 1001],
    ['a server that can’t judge', 1013],
    ['an account that has changed', 1012],
    ['a session that the server calls ended, and isn’t', 1008],
  ])('%s signs nobody out', async (_what, code) => {
    house.app.get(LiveSessionsService).closeWhere(() => true, { code, reason: 'x' });
    await page.clock.runFor(5_000);
    await house.heard(1);
    await link('Profile').click();
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
  });

  it('a device that was asleep opens another socket, and reads anew', async () => {
    const film = await followed('Harbor Sleep');
    sockets.length = 0;
    house.app.radarr.startDownload(film);
    house.app.radarr.advanceDownload(film, 0.2);
    await house.forgets();
    // Its timers stand still while time passes.
    await page.clock.fastForward(10 * 60_000);
    await expect.poll(() => sockets.length).toBe(1);
    await page.getByText('20 %', { exact: true }).first().waitFor();
    expect(await page.getByRole('heading', { level: 1, name: 'Harbor Sleep' }).count()).toBe(1);
  });

  it('an administrator sees a request that has just been made, without a reload', async () => {
    const admin = await house.browser.person(house.app.url, LAPTOP);
    await house.app.clock.leap(61_000);
    await openSignedIn(admin.page, house.app.url, 'admin', '/admin/requests');
    await admin.page.getByText('Nothing waits for you').waitFor();
    await house.heard(2);
    house.admin = await house.app.refresh(house.admin);
    await house.admin.put('/api/admin/request-settings', { require_approval: true });
    await house.requested(ana, 'movie', house.film('Harbor New'));
    await house.admin.put('/api/admin/request-settings', { require_approval: false });
    await admin.page.getByRole('button', { name: 'Approve Harbor New' }).waitFor();
    expect(admin.complaints).toEqual([]);
    await admin.close();
    await house.heard(1);
  });

  it('signing out closes it in every tab', async () => {
    const other = await page.context().newPage();
    await other.goto(`${house.app.url}/profile`);
    await house.heard(2);
    await other.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await house.heard(0);
    await other.close();
    await openAnew();
  });

  it('security 14: after a switch to another account nothing of the first one is shown or heard', async () => {
    await followed('Harbor Private');
    const other = await page.context().newPage();
    await other.goto(`${house.app.url}/profile`);
    await other.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
    // Somebody else signs in on the same device, without the first one having signed out.
    await house.app.clock.leap(61_000);
    await other.evaluate(`(async () => {
      const headers = { 'Content-Type': 'application/json' };
      const post = async (path, body) =>
        (await fetch('/a/b' + path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
      const { refresh_token } = await post('/api/auth/login',
        { username: 'ben', password: 'a good password of ben', device_name: 'the same' });
      await post('/api/web/session', { refresh_token });
    })()`);
    await other.reload();
    await page.getByText('This request doesn’t exist any more.').waitFor();
    expect(await page.getByText('Harbor Private').count()).toBe(0);
    await link('My requests').click();
    await page.getByRole('heading', { level: 1, name: 'My requests' }).waitFor();
    await page.getByRole('link', { name: 'Harbor Other' }).waitFor();
    expect(await page.getByText('Harbor Private').count()).toBe(0);
    await house.heard(2);
    const owners = new Set<number>();
    house.app.get(LiveSessionsService).closeWhere(
      ({ userId }) => {
        owners.add(userId);
        return false;
      },
      { code: 1000, reason: '' },
    );
    expect([...owners]).toEqual([ben.userId]);
    await openAnew();
  });

  it('a session that has ended leads to the sign-in page at once', async () => {
    const { body } = await ana.get('/api/me/devices');
    const devices = body as readonly { readonly id: string; readonly current: boolean }[];
    for (const { id, current } of devices) if (!current) await ana.delete(`/api/me/devices/${id}`);
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  });
});
