import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { QBITTORRENT_CALLS } from '../fakes/qbittorrent/qbittorrent-fake.js';
import { nextPicture } from '../harness/closed-browser.js';
import { DownloadClientsFixture } from '../harness/download-clients-fixture.js';
import { tabTo } from '../harness/keyboard.js';
import { limitContent } from '../harness/kids-policy.js';
import { saveRequest } from '../harness/saved-request.js';
import type { Session } from '../harness/start-app.js';
import { type AppPage, WebAppBrowser } from '../harness/web-app-browser.js';
import { faultsSeen, LAPTOP, PHONE } from '../harness/page-faults.js';
import { callsOf, openSignedIn } from './live-household.js';

const [FILM, RAZOR, SERIES] = [101, 102, 201] as const;

const hash = (letter: string): string => letter.repeat(40);
const HASHES = { film: hash('a'), razor: hash('b'), pack: hash('c'), alone: hash('d') } as const;

/** Names that only administrators see. */
const CANARY = 'Canary';
const CLIENT = `${CANARY}-Torrents`;
const ITEMS = { film: `${CANARY}.Salt.Road-DEMO`, alone: `${CANARY}.Alone-DEMO`, usenet: `${CANARY}.Usenet-DEMO` };

const QUEUE = 'GET /api/v3/queue';

/** So long is what was read of downloads kept, and a little more. */
const READ_ANEW_MS = 16_000;

/** What is served is dist/web, as the build leaves it. */
describe('issue 23: what is coming down, in the web app', () => {
  let fixture: DownloadClientsFixture;
  let browser: WebAppBrowser;
  let libraries: Readonly<Record<'films' | 'series', string>>;
  let ana: Session;
  let person: AppPage;
  let page: Page;

  beforeAll(async () => {
    fixture = await DownloadClientsFixture.start();
    const { app } = fixture;
    libraries = {
      films: await app.connectRadarr(fixture.admin),
      series: await app.connectSonarr(fixture.admin),
    };
    await fixture.connect('qbittorrent', { name: CLIENT });
    await fixture.connect('nzbget');
    ana = await member('ana');
    await limitContent(fixture.admin, await member('kit'));
    browser = await WebAppBrowser.open();
  });

  beforeEach(async () => {
    fixture.app.radarr.recover();
    await passTime();
  });

  afterAll(async () => {
    await browser.close();
    fixture.app.server.closeAllConnections();
    await fixture.close();
  });

  /** An account that may use both libraries and signs in with a password. */
  async function member(name: string): Promise<Session> {
    const session = await fixture.app.invite(name);
    await fixture.admin.patch(`/api/admin/users/${session.userId}/auth-methods`, { password_enabled: true });
    await session.post('/api/auth/password', { password: `a good password of ${name}` });
    return session;
  }

  /** A film, a film that is no child's, a season pack, and what only the clients know. */
  function furnish(): void {
    const { radarr, sonarr } = fixture.app;
    radarr.given.movie({ tmdbId: FILM, title: 'Salt Road', year: 2026, certification: 'G', genres: ['Family'] });
    radarr.given.movie({ tmdbId: RAZOR, title: 'Razor', year: 2025, certification: 'R', genres: ['Drama'] });
    sonarr.given.series({ tvdbId: SERIES, title: 'Tide Watch', certification: 'TV-G', seasons: { 1: 2, 2: 1 } });
    const release = { title: `${CANARY}.Release-DEMO` };
    radarr.given.queueRow({ ...release, tmdbId: FILM, downloadId: HASHES.film.toUpperCase() });
    radarr.given.queueRow({ ...release, tmdbId: RAZOR, downloadId: HASHES.razor.toUpperCase() });
    const places = [
      [1, 2],
      [1, 1],
      [2, 1],
    ] as const;
    for (const [season, episode] of places)
      sonarr.given.queueRow({
        ...{ ...release, of: { tvdbId: SERIES, season, episode } },
        downloadId: HASHES.pack.toUpperCase(),
      });
    const half = { size: 400, amount_left: 200, progress: 0.5 };
    fixture.qbittorrent.torrents = [];
    const { torrent } = fixture.qbittorrent.given;
    torrent({ ...half, hash: HASHES.film, name: ITEMS.film, eta: 725 });
    torrent({ ...half, hash: HASHES.pack, name: `${CANARY}.Pack-DEMO`, state: 'stalledDL' });
    torrent({ ...half, hash: HASHES.alone, name: ITEMS.alone });
  }

  const passTime = (): Promise<void> => fixture.app.clock.leap(READ_ANEW_MS);

  const signedIn = async (name: string, size = LAPTOP, path = '/downloads'): Promise<void> => {
    // The budget of sign-ins is one minute's.
    await fixture.app.clock.leap(61_000);
    fixture.admin = await fixture.app.refresh(fixture.admin);
    person = await browser.person(fixture.app.url, size);
    ({ page } = person);
    await openSignedIn(page, fixture.app.url, name, path);
  };
  const open = async (path = '/downloads', heading = 'Downloads'): Promise<void> => {
    await page.goto(fixture.app.url + path);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  };
  const card = (title: string) => page.getByRole('article', { name: title });
  const look = async (name: string): Promise<void> => {
    expect([name, await faultsSeen(page, name)]).toEqual([name, []]);
  };

  it('doc4 §6.4: nothing is coming down, and the page says so', async () => {
    await signedIn('ana', PHONE);
    await page.getByText('Nothing is coming down right now.').waitFor();
    const summary = page.waitForResponse('**/api/downloads/summary');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
    await (await summary).finished();
    // What came is drawn with the next picture.
    await nextPicture(page);
    expect(await page.getByRole('link', { name: /coming down/ }).count()).toBe(0);
    await person.close();
  });

  it('doc4 §6.4, issue 23 §6: a member sees titles, how far they are and why they stand still, and no name of a client', async () => {
    furnish();
    await signedIn('ana', PHONE, '/profile');
    const calls = callsOf(page);
    await open('/', 'Home');
    await page.getByRole('link', { name: '3 downloads are coming down' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(calls.length).toBeLessThanOrEqual(12);
    await open('/requests', 'My requests');
    await page.getByRole('link', { name: 'See what’s coming down' }).click();
    const bar = page.getByRole('progressbar', { name: 'Progress of Salt Road' });
    await bar.waitFor();
    expect([await bar.getAttribute('value'), await bar.getAttribute('max')]).toEqual(['50', '100']);
    await card('Salt Road').getByText('about 12 minutes left').waitFor();
    await card('Salt Road').getByText('2026').waitFor();
    await card('Tide Watch').getByText('Nobody offers it right now.', { exact: false }).waitFor();
    expect(await card('Tide Watch').getByText('Season 1, episode 1').isVisible()).toBe(false);
    await card('Tide Watch').getByText('3 episodes').click();
    const parts = await card('Tide Watch').locator('.parts li').allInnerTexts();
    expect(parts.map((text) => text.split(' ', 4).join(' '))).toEqual([
      'Season 1, episode 1',
      'Season 1, episode 2',
      'Season 2, episode 1',
    ]);
    await page.getByText('3 downloads', { exact: true }).waitFor();
    await look('downloads-member');
    expect(await page.content()).not.toContain(CANARY);
    expect(await page.getByRole('button', { name: /Pause|Resume|Remove/ }).count()).toBe(0);

    await page.getByRole('button', { name: 'Mine' }).click();
    await page.getByText('None of your requests is coming down right now.').waitFor();
    expect(new URL(page.url()).searchParams.get('show')).toBe('mine');
    expect(await page.getByRole('button', { name: 'Mine' }).getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('button', { name: 'Everybody' }).click();
    await card('Razor').waitFor();

    fixture.app.radarr.fail(QUEUE, 503, Infinity);
    await passTime();
    await page.reload();
    await page.getByText('How many downloads there are isn’t known right now.', { exact: false }).waitFor();
    await page.getByText('Part of this list is from a few minutes ago.', { exact: false }).waitFor();
    await page.getByText('Some of it can’t be read right now', { exact: false }).waitFor();
    await card('Razor').waitFor();
    await look('downloads-incomplete');
    await person.close();
  });

  it('doc4 §6.4: “Mine” has what of the queues a member has requested, of a pack its own season, and stays in the address', async () => {
    furnish();
    const bo = await member('bo');
    const { films, series } = libraries;
    await saveRequest(fixture.app, bo, { mediaType: 'movie', key: String(FILM), tmdbId: FILM, instanceId: films });
    const second = { seasonScope: '2', seasonMap: '2:2', instanceId: series };
    await saveRequest(fixture.app, bo, { mediaType: 'tv', key: '9201', tmdbId: 9201, tvdbId: SERIES, ...second });
    await signedIn('bo', PHONE);
    await card('Razor').waitFor();
    await page.getByRole('button', { name: 'Mine' }).click();
    await card('Razor').waitFor({ state: 'detached' });
    for (const again of [false, true]) {
      if (again) await page.reload();
      await page.getByText('2 downloads', { exact: true }).waitFor();
      await card('Salt Road').getByText('about 12 minutes left').waitFor();
      await card('Tide Watch').getByText('One episode', { exact: true }).click();
      const parts = await card('Tide Watch').locator('.parts li').allInnerTexts();
      expect(parts.map((text) => text.split(' ', 4).join(' '))).toEqual(['Season 2, episode 1']);
      expect(await page.getByRole('article').count()).toBe(2);
    }
    expect(await page.content()).not.toContain(CANARY);
    await person.close();
  });

  it('doc2 §4: of a child’s downloads nothing else is told, not in the page, not in the count, not in an answer that is read again later', async () => {
    furnish();
    await signedIn('kit', PHONE, '/profile');
    await page.clock.install();
    const answer = page.waitForResponse(/\/api\/downloads\/activity/);
    await open();
    const answered = await (await answer).text();
    await card('Salt Road').waitFor();
    await card('Tide Watch').waitFor();
    await page.getByText('2 downloads', { exact: true }).waitFor();
    const told = answered + (await page.content());
    expect(answered).toContain('Salt Road');
    const again = page.waitForResponse(/\/api\/downloads\/activity/);
    await page.clock.fastForward(31_000);
    expect(await (await again).text()).not.toContain('Razor');
    expect(told).not.toContain('Razor');
    expect(told).not.toContain(CANARY);
    await person.close();
  });

  it('doc4 §6.2: an administrator sees the client, pauses, resumes and removes; refusals are sentences', async () => {
    furnish();
    const { qbittorrent } = fixture;
    await signedIn('admin', LAPTOP, '/admin/activity');
    await page.getByRole('link', { name: 'See what’s coming down' }).click();
    const film = card('Salt Road');
    await film.getByText(`in ${CLIENT}`).waitFor();
    expect(await page.getByRole('group', { name: 'Whose downloads' }).count()).toBe(0);
    await page.getByRole('region', { name: 'Other downloads' }).getByText(ITEMS.alone).waitFor();
    await look('downloads-admin');

    await tabTo(page, 'Pause');
    await page.keyboard.press('Enter');
    await page.getByText(`${ITEMS.film} is paused.`).waitFor();
    await film.getByText('Paused').waitFor();
    await film.getByRole('button', { name: `Resume ${ITEMS.film}` }).click();
    await film.getByRole('button', { name: `Pause ${ITEMS.film}` }).waitFor();
    qbittorrent.fail(QBITTORRENT_CALLS.stop, 500, 1);
    await film.getByRole('button', { name: `Pause ${ITEMS.film}` }).click();
    await film.getByRole('alert').getByText(`${CLIENT} can’t be reached, or it refused.`, { exact: false }).waitFor();

    await film.getByRole('button', { name: `Remove ${ITEMS.film}…` }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove this download?' });
    await dialog.getByRole('checkbox', { name: 'Also delete what was loaded' }).check();
    await look('downloads-remove');
    await dialog.getByRole('button', { name: 'Remove download' }).click();
    await page.getByText(`${ITEMS.film} is removed.`).waitFor();
    await dialog.waitFor({ state: 'detached' });
    const [removal] = qbittorrent.calls(QBITTORRENT_CALLS.remove);
    expect(String(removal?.body)).toBe(`hashes=${HASHES.film}&deleteFiles=true`);
    expect(await page.evaluate('document.activeElement.tagName')).toBe('H1');

    qbittorrent.torrents = [];
    const others = page.getByRole('region', { name: 'Other downloads' });
    await others.getByRole('button', { name: `Pause ${ITEMS.alone}` }).click();
    await page.getByText(`${CLIENT} doesn’t have this download any more.`).waitFor();
    await others.waitFor({ state: 'detached' });
    await person.close();
  });

  it('issue 23 §2, §3: what a client can’t delete isn’t offered, and a source that fails is named', async () => {
    fixture.nzbget.given.group({ NZBName: ITEMS.usenet });
    fixture.app.radarr.fail(QUEUE, 503, Infinity);
    await signedIn('admin');
    const failing = page.getByRole('region', { name: 'Not read completely' });
    await failing.getByText('can’t be reached, or its answer can’t be read.', { exact: false }).waitFor();
    await page.getByRole('button', { name: `Remove ${ITEMS.usenet}…` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('NZBGet keeps what was loaded.', { exact: false }).waitFor();
    expect(await dialog.getByRole('checkbox').count()).toBe(0);
    await page.keyboard.press('Escape');
    await look('downloads-source-fails');
    await person.close();
  });

  it('doc4 §6.4: a title of several downloads has them folded, each with its own state and controls', async () => {
    furnish();
    const of = { tvdbId: SERIES, season: 2, episode: 1 };
    const second = `${CANARY}.Second-DEMO`;
    fixture.app.sonarr.given.queueRow({ title: second, of, downloadId: hash('E') });
    fixture.qbittorrent.given.torrent({ hash: hash('e'), name: second, state: 'stoppedDL', progress: 0.5 });
    await signedIn('admin');
    const series = card('Tide Watch');
    await series.getByText('2 downloads').click();
    await series.getByRole('progressbar', { name: `Progress of ${second}` }).waitFor();
    await series.getByRole('button', { name: `Resume ${second}` }).waitFor();
    await series.getByRole('button', { name: `Pause ${CANARY}.Pack-DEMO` }).waitFor();
    await series.getByText('episodes').click();
    await look('downloads-several');
    await person.close();
  });

  it('doc4 §6.4, settings: once members see their own only, their pages say so and offer no other', async () => {
    furnish();
    await signedIn('admin', LAPTOP, '/admin/settings');
    const section = page.getByRole('region', { name: 'Downloads', exact: true });
    await section.getByRole('radio', { name: 'Everybody sees only the downloads of their own requests' }).check();
    const bar = page.getByRole('region', { name: 'Changes' });
    await bar.getByRole('button', { name: 'Save' }).click();
    await bar.waitFor({ state: 'detached' });
    await person.close();
    ana = await fixture.app.refresh(ana);
    expect((await ana.get('/api/downloads/summary')).body).toMatchObject({ scope: 'mine', user_scope: 'mine' });
    await signedIn('ana', PHONE);
    await page.getByText('Here’s what’s coming down of your own requests.').waitFor();
    expect(await page.getByRole('button', { name: 'Everybody' }).count()).toBe(0);
    expect(await page.content()).not.toContain('Salt Road');
    await page.evaluate(`localStorage.setItem('usher-language', 'de')`);
    await page.reload();
    await page.getByText('Hier steht, was von deinen eigenen Anfragen gerade geladen wird.').waitFor();
    await person.close();
  });
});
