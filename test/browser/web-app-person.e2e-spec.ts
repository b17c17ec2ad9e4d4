import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { tabTo } from '../harness/keyboard.js';
import { manualPromise } from '../harness/manual-promise.js';
import { MediaHousehold } from '../harness/media-household.js';
import { type AppPage, WebAppBrowser } from '../harness/web-app-browser.js';
import { faultsSeen, LAPTOP } from '../harness/page-faults.js';
import { openSignedIn } from './live-household.js';
import { expectPartsToFailAlone } from './parts-that-fail.js';

/** What is served is dist/web, as the build leaves it. */
describe('issue 22: the page of one person, for administrators in a browser', () => {
  let house: MediaHousehold;
  let browser: WebAppBrowser;
  let person: AppPage;
  let page: Page;
  let ana: number;

  beforeAll(async () => {
    house = await MediaHousehold.start();
    ana = house.ana.userId;
    await house.app.connectRadarr(house.admin);
    await house.admin.put('/api/admin/request-quotas', {
      allowances: [{ media_type: 'movie', count: 3, window_days: 7 }],
    });
    browser = await WebAppBrowser.open();
    person = await browser.person(house.app.url, LAPTOP);
    ({ page } = person);
    page.setDefaultTimeout(10_000);
    await openSignedIn(page, house.app.url, 'admin');
  });

  beforeEach(() => house.hubs.pass(61_000));

  afterAll(async () => {
    await browser.close();
    house.app.server.closeAllConnections();
    await house.close();
  });

  const heading = (name: string) => page.getByRole('heading', { level: 1, name });

  const part = (name: string) => page.getByRole('region', { name, exact: true });

  const show = async (shown = 'Summary', id = ana, name = 'ana'): Promise<void> => {
    await page.goto(`${house.app.url}/admin/people/${id}`);
    await heading(name).waitFor();
    await page.getByRole('tab', { name: shown }).click();
    await page.getByRole('tabpanel', { name: shown }).waitFor();
  };

  const bar = () => page.getByRole('region', { name: 'Changes' });

  const save = async (): Promise<void> => {
    await bar().getByRole('button', { name: 'Save' }).click();
    await bar().waitFor({ state: 'detached' });
  };

  /** Issue 22 must-show 4: axe-core finds nothing, and nothing is wider than the window. */
  const look = async (where: string): Promise<void> => {
    expect([where, await faultsSeen(page, `axe-${where}`)]).toEqual([where, []]);
  };

  const row = async (id = ana) =>
    (
      (await house.admin.get('/api/admin/users')).body as readonly {
        readonly id: number;
        readonly role: string;
        readonly password_enabled: boolean;
        readonly child: boolean;
      }[]
    ).find((user) => user.id === id);

  it('the list leads to it, by a link that begins with the name', async () => {
    await page.goto(`${house.app.url}/admin/people`);
    await page.getByRole('link', { name: /^ana/ }).click();
    await heading('ana').waitFor();
    expect(page.url()).toBe(`${house.app.url}/admin/people/${ana}`);
    expect(await page.evaluate('document.activeElement.tagName')).toBe('H1');
    const people = page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'People' });
    expect(await people.getAttribute('aria-current')).toBe('page');
    await page.goBack();
    await heading('People').waitFor();
    expect(person.complaints).toEqual([]);
  });

  it('a person who doesn’t exist is said to be gone', async () => {
    await page.goto(`${house.app.url}/admin/people/9999`);
    await page.getByText('This person doesn’t have an account any more.').waitFor();
  });

  it('ways to sign in are allowed and taken back', async () => {
    await show('Signing in');
    await part('Ways to sign in').getByText('they need a new invite link', { exact: false }).waitFor();
    await part('Ways to sign in').getByRole('checkbox', { name: 'Can have a password' }).check();
    await save();
    expect((await row())?.password_enabled).toBe(true);
  });

  it('libraries: what is chosen is held, and nothing else', async () => {
    await show('Libraries');
    const libraries = part('Libraries');
    await libraries.getByRole('checkbox', { name: 'Films Jellyfin' }).check();
    await libraries.getByRole('checkbox', { name: 'More films Emby' }).check();
    await libraries.getByRole('checkbox', { name: 'Films Radarr' }).uncheck();
    await save();
    const { body } = await house.admin.get(`/api/admin/users/${ana}/instance-grants`);
    expect(
      Object.values(body as Record<string, string[]>)
        .flat()
        .sort(),
    ).toEqual([house.ids.video_server_a, house.ids.video_server_b].sort());
    await page.reload();
    await libraries.getByRole('checkbox', { name: 'Films Radarr' }).waitFor();
    expect(await libraries.getByRole('checkbox', { name: 'Films Radarr' }).isChecked()).toBe(false);
  });

  it('requests: the own policy, or everybody’s; a save that fails is said where it was, and what was typed stays', async () => {
    await show('Requests and allowances');
    await part('Approval').getByText('No approval needed').first().waitFor();
    await page.getByRole('radio', { name: 'Needs approval' }).check();
    await part('Choices').getByLabel('Seasons without a choice').selectOption('First season');
    await save();
    const { body } = await house.admin.get(`/api/admin/users/${ana}/request-settings`);
    expect(body).toMatchObject({ require_approval: true, season_scope: 'first', allow_season_choice: null });

    await page.route('**/users/*/request-settings', (route) =>
      route.request().method() === 'PUT' ? route.abort('connectionreset') : route.continue(),
    );
    const quality = part('Choices').getByLabel('Choosing the quality');
    await quality.selectOption('Not allowed');
    await bar().getByRole('button', { name: 'Save' }).dblclick();
    await part('Approval').getByRole('alert').getByText('You’re offline', { exact: false }).waitFor();
    await bar().getByRole('alert').getByText('Choosing the quality', { exact: false }).waitFor();
    expect(await quality.inputValue()).toBe('no');
    await page.unrouteAll();
    await save();
  });

  it('allowances: an own limit, everybody’s, and a reset of what was used', async () => {
    await house.admin.put(`/api/instances/${await radarr()}/grant-users`, { user_ids: [ana] });
    house.ana = await house.app.refresh(house.ana);
    await house.admin.put(`/api/admin/users/${ana}/request-settings`, { require_approval: false });
    house.app.tmdb.given.film({ id: 603, title: 'Metropolis' });
    house.app.radarr.given.catalog([{ tmdbId: 603, title: 'Metropolis', year: 1927 }]);
    await house.ana.post('/api/requests', { media_type: 'movie', tmdb_id: 603, title: 'Metropolis' });
    await show('Requests and allowances');
    const films = part('Allowances').getByRole('row').filter({ hasText: 'Films' });
    await films.getByText('1 used', { exact: false }).waitFor();
    expect(await films.getByLabel('Limit for Films').locator('option').first().innerText()).toBe(
      'Like everyone (3 per week)',
    );
    await films.getByLabel('Limit for Films').selectOption('Own limit');
    await films.getByLabel('How many Films').fill('-1');
    await bar().getByRole('button', { name: 'Save' }).click();
    await part('Allowances').getByRole('alert').getByText('Enter a whole number').waitFor();
    await films.getByLabel('How many Films').fill('10');
    await films.getByLabel('Period for Films').selectOption('per month');
    await save();
    const quotas = () => house.admin.get(`/api/admin/users/${ana}/request-quotas`);
    expect((await quotas()).body).toMatchObject({
      allowances: [
        { media_type: 'movie', source: 'override', count: 10, window_days: 30, used: 1 },
        { source: 'default' },
        { source: 'default' },
        { source: 'default' },
        { source: 'default' },
      ],
    });
    await films.getByRole('button', { name: 'Reset Films' }).click();
    await films.getByText('0 used').waitFor();
    expect((await quotas()).body).toMatchObject({ allowances: [{ used: 0 }, {}, {}, {}, {}] });
  });

  it('a child’s account: limits of a country, hidden genres, and their end', async () => {
    await show('Child limits');
    const child = part('Child’s account');
    await child.getByRole('button', { name: 'Make it a child’s account' }).click();
    await child.getByLabel('Ratings of').selectOption('Germany');
    await child.getByLabel('Films up to').selectOption('6');
    await child.getByText('Hidden genres').click();
    await save();
    await child.getByRole('button', { name: 'End the limits' }).waitFor();
    const policy = () => house.admin.get(`/api/admin/users/${ana}/content-policy`);
    expect((await policy()).body).toMatchObject({ rating_region: 'DE', max_movie_rating: '6', block_unrated: true });
    // A genre that was hidden before stays hidden, whatever the page could read of genres.
    await house.admin.put(`/api/admin/users/${ana}/content-policy`, {
      ...((await policy()).body as object),
      blocked_movie_genres: [27],
    });
    await page.route('**/api/genres/*', (route) => route.fulfill({ status: 500, json: { error: 'a fault' } }));
    await page.reload();
    await child.getByLabel('Films up to').selectOption('12');
    await save();
    expect((await policy()).body).toMatchObject({ max_movie_rating: '12', blocked_movie_genres: [27] });
    await page.unroute('**/api/genres/*');
    await page.getByRole('tab', { name: 'Summary' }).click();
    await part('Role').getByRole('radio', { name: 'Administrator' }).check();
    await bar().getByRole('button', { name: 'Save' }).click();
    await part('Role').getByRole('alert').getByText('This is a child’s account. Turn that off first.').waitFor();
    // What was changed stays with its part, whichever is shown.
    await page.getByRole('tab', { name: 'Child limits' }).click();
    await bar().getByText('1 change').waitFor();
    await bar().getByRole('button', { name: 'Undo' }).click();
    await child.getByRole('button', { name: 'End the limits' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End the limits' }).click();
    await child.getByRole('button', { name: 'Make it a child’s account' }).waitFor();
    expect((await row())?.child).toBe(false);
  });

  it('accounts on media servers: linked, managed, unlinked; why the last try failed is said', async () => {
    house.jellyfin.given.account({ name: 'anna' });
    await show('Libraries');
    const accounts = part('Accounts on media servers');
    const films = accounts.getByRole('article', { name: 'Films', exact: true });
    await films.getByRole('button', { name: 'Link an account on Films' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Link an account' }).click();
    await dialog.getByRole('alert').getByText('Choose an account').waitFor();
    await dialog.getByLabel('Which account?').selectOption('root');
    await dialog.getByRole('checkbox', { name: 'Usher keeps the access up to date' }).check();
    await dialog.getByRole('button', { name: 'Link an account' }).click();
    await dialog
      .getByRole('alert')
      .getByText('An administrator of the server can be linked', { exact: false })
      .waitFor();
    await dialog.getByLabel('Which account?').selectOption('anna');
    await dialog.getByRole('checkbox', { name: 'Usher keeps the access up to date' }).uncheck();
    await dialog.getByRole('button', { name: 'Link an account' }).click();
    await films.getByText('Account: anna').waitFor();
    await films.getByText('Usher changes nothing there.').waitFor();
    await films.getByRole('button', { name: 'Manage the account on Films' }).click();
    await films.getByText('Usher keeps the access up to date.').waitFor();
    await page.route('**/api/admin/media-servers/accounts', async (route) => {
      const answer = await route.fetch();
      const rows = (await answer.json()) as readonly object[];
      const failed = { attempts: 3, last_error: '<b>the server refused</b>', verified: false };
      await route.fulfill({ response: answer, json: rows.map((one) => ({ ...one, ...failed })) });
    });
    await page.reload();
    await films.getByText('3 tries failed: <b>the server refused</b>').waitFor();
    await films.getByText('This is what it said last.', { exact: false }).waitFor();
    await page.unroute('**/api/admin/media-servers/accounts');
    await films.getByRole('button', { name: 'Unlink the account on Films' }).click();
    await dialog.getByRole('button', { name: 'Unlink' }).click();
    await films.getByText('No account is linked.').waitFor();
  });

  it('doc3 §9.2: the address at Plex that a member has named is shown where they have no account', async () => {
    const address = 'ana@home.example';
    await house.ana.post('/api/auth/hub-email', { email: address });
    await show('Libraries');
    const plex = part('Accounts on media servers').getByRole('article', { name: 'Basement', exact: true });
    await plex.getByText(`Address at Plex: ${address}`).waitFor();
    await plex.getByText('They’re invited there as soon as', { exact: false }).waitFor();
    expect(await page.getByText(address).count()).toBe(1);
  });

  it('a server whose accounts can’t be read is unknown, and never without accounts', async () => {
    await page.route('**/api/admin/media-servers/*/users', (route) =>
      route.fulfill({ status: 500, json: { error: 'a fault' } }),
    );
    await show('Libraries');
    await page.getByRole('button', { name: 'Link an account on More films' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Something went wrong on the server.').waitFor();
    expect(await page.getByText('The server has no account that could be linked.').count()).toBe(0);
    await page.unrouteAll();
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.getByLabel('Which account?').waitFor();
    await look('link-media-account');
    await page.keyboard.press('Escape');
  });

  it('devices: each is signed out from here', async () => {
    await show('Devices');
    const devices = page.getByRole('list', { name: 'Devices' });
    await devices
      .getByRole('button', { name: /^Sign out / })
      .first()
      .click();
    await part('Devices').getByText('Not signed in anywhere.').waitFor();
    expect((await house.ana.get('/api/auth/me')).status).toBe(401);
  });

  it('each part has its own failure, and the others go on', async () => {
    const loads = (name: string) => () => show(name);
    await expectPartsToFailAlone(page, loads('Requests and allowances'), [
      ['**/users/*/request-settings', 'Requests'],
      ['**/users/*/request-quotas', 'Allowances'],
    ]);
    await expectPartsToFailAlone(page, loads('Libraries'), [
      ['**/instance-grants', 'Libraries'],
      ['**/media-servers/accounts', 'Accounts on media servers'],
    ]);
    await expectPartsToFailAlone(page, loads('Child limits'), [['**/certifications', 'Child’s account']]);
    await expectPartsToFailAlone(page, loads('Devices'), [['**/api/admin/devices', 'Devices']]);
  });

  it('the administrator’s own page: no deletion, and a warning before giving up the rights; the last one stays', async () => {
    const me = house.admin.userId;
    await show('Requests and allowances', me, 'admin');
    await part('Allowances').getByText('Administrators have no limits.').waitFor();
    await page.getByRole('tab', { name: 'Devices' }).click();
    await page.getByRole('list', { name: 'Devices' }).getByText('This device').waitFor();
    await page.getByRole('tab', { name: 'Summary' }).click();
    await part('Delete the account').getByText('You can’t delete your own account.').waitFor();
    await part('Role').getByRole('radio', { name: 'Member' }).check();
    await bar().getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Give up your own rights?' });
    await dialog.getByText('You won’t be able to open these pages any more', { exact: false }).waitFor();
    await look('give-up-rights');
    await dialog.getByRole('button', { name: 'Make me a member' }).click();
    await part('Role').getByRole('alert').getByText('Someone has to run this server', { exact: false }).waitFor();
    expect((await row(me))?.role).toBe('admin');
  });

  it('by keyboard alone: a part is opened, a way to sign in is changed, and a dialog gives the focus back', async () => {
    await show();
    await tabTo(page, 'Summary');
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await part('Ways to sign in').waitFor();
    await tabTo(page, 'Can use passkeys');
    await page.keyboard.press('Space');
    await tabTo(page, 'Save');
    // Until all of it is read again the bar stays, and the focus in it.
    const reading = manualPromise();
    await page.route(`**/users/${ana}/hub`, async (route) => (await reading.promise, route.continue()), { times: 1 });
    const isKnown = page.waitForResponse((answer) => answer.url().endsWith('/api/admin/users'));
    await page.keyboard.press('Enter');
    await (await isKnown).finished();
    await bar().getByText('1 change', { exact: true }).waitFor();
    expect(await page.evaluate<string>('document.activeElement.textContent.trim()')).toBe('Saving…');
    reading.resolve();
    await bar().waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.tagName')).toBe('H1');
    await show();
    await tabTo(page, 'Delete ana');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.evaluate('document.activeElement.textContent.trim()')).toBe('Delete ana');
  });

  it('issue 22 must-show 4: axe-core finds nothing, and nothing is wider than the window, with everything open', async () => {
    await show('Child limits');
    await page.getByRole('button', { name: 'Make it a child’s account' }).click();
    await page.getByText('Hidden genres').click();
    await look('person-child');
    await page.getByRole('tab', { name: 'Requests and allowances' }).click();
    await part('Allowances').getByLabel('Limit for Films').selectOption('Own limit');
    await part('Allowances').getByLabel('How many Films').fill('11');
    await bar().getByText('2 changes').waitFor();
    await look('person');
    await page.getByRole('tab', { name: 'Libraries' }).click();
    await part('Accounts on media servers').getByRole('article').first().waitFor();
    await look('person-libraries');
  });

  it('a person is deleted only when their name is typed, and the list is shown', async () => {
    await show('Summary', house.ben.userId, 'ben');
    await page.getByRole('button', { name: 'Delete ben' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete ben?' });
    expect(await dialog.getByRole('button', { name: 'Delete account' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Type “ben” to confirm').fill('ben');
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await heading('People').waitFor();
    await page.getByRole('link', { name: /^ana/ }).waitFor();
    expect(await page.getByRole('link', { name: /^ben/ }).count()).toBe(0);
  });

  it('an administrator who gives up the rights sees that these pages are for administrators', async () => {
    await house.admin.patch(`/api/admin/users/${ana}`, { role: 'admin' });
    await show('Summary', house.admin.userId, 'admin');
    await part('Role').getByRole('radio', { name: 'Member' }).check();
    await bar().getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make me a member' }).click();
    await page.getByText('This page is for administrators.').waitFor();
    expect(await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin' }).count()).toBe(0);
  });

  async function radarr(): Promise<string> {
    const instances = (await house.admin.get('/api/instances')).body as readonly {
      readonly id: string;
      readonly service_type: string;
    }[];
    return instances.find(({ service_type: kind }) => kind === 'movie_manager')?.id ?? '';
  }
});
