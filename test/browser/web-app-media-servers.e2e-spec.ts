import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { BASEMENT } from '../harness/hub-fixture.js';
import { MediaHousehold, PUBLIC_ADDRESS } from '../harness/media-household.js';
import { type AppPage, WebAppBrowser } from '../harness/web-app-browser.js';
import { answersOf } from '../harness/page-answers.js';
import { faultsSeen, LAPTOP } from '../harness/page-faults.js';
import { openSignedIn } from './live-household.js';

/** How often the page asks whether Plex has approved. */
const ASKED_EVERY_MS = 3_000;

interface Config {
  readonly public_address: string;
  readonly library_ids: readonly string[];
  readonly machine_identifier: string;
  readonly auto_approve?: true;
}

/** What is served is dist/web, as the build leaves it. */
describe('doc1 §4: what people see of media servers, and who of them signs in by Plex', () => {
  let house: MediaHousehold;
  let browser: WebAppBrowser;
  let person: AppPage;
  let page: Page;

  beforeAll(async () => {
    house = await MediaHousehold.start();
    for (const name of ['Grown-ups', 'Cartoons']) house.jellyfin.given.library({ name });
    house.audiobookshelf.given.library({ id: 'lib-adults', name: 'Adults', mediaType: 'book' });
    house.audiobookshelf.given.library({ id: 'lib-kids', name: 'Kids', mediaType: 'book' });
    browser = await WebAppBrowser.open();
    person = await browser.person(house.app.url, LAPTOP);
    ({ page } = person);
    page.setDefaultTimeout(10_000);
    // The clock of the page goes on by itself, and is moved where the page would wait.
    await page.clock.install();
    await page.clock.resume();
    await openSignedIn(page, house.app.url, 'admin');
  });

  beforeEach(async () => {
    await page.unrouteAll();
    await house.pass(61_000);
  });

  afterAll(async () => {
    await browser.close();
    house.app.server.closeAllConnections();
    await house.close();
  });

  const show = async (path: string, heading: string): Promise<void> => {
    await page.goto(house.app.url + path);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  };
  const open = async (server: string, part: string): Promise<Locator> => {
    await show('/admin/libraries', 'Libraries');
    await page.getByRole('article', { name: server, exact: true }).getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: server, exact: true }).waitFor();
    await page.getByRole('tab', { name: part }).click();
    return page.getByRole('tabpanel', { name: part });
  };
  const seenOf = (server: string): Promise<Locator> => open(server, 'What people see');
  const bar = () => page.getByRole('region', { name: 'Changes' });
  const save = async (): Promise<void> => {
    await bar().getByRole('button', { name: 'Save' }).click();
    await bar().waitFor({ state: 'detached' });
  };
  const config = async (id: string): Promise<Config | undefined> => {
    const all = (await house.admin.get('/api/instances')).body as readonly {
      readonly id: string;
      readonly media_server_config?: Config;
    }[];
    return all.find((one) => one.id === id)?.media_server_config;
  };
  const look = async (name: string): Promise<void> => {
    expect([name, await faultsSeen(page, name)]).toEqual([name, []]);
  };

  it('doc1 §2 library_ids: some libraries of a server are chosen, at least one, and all of them again', async () => {
    const seen = await seenOf('Films');
    expect(await seen.getByRole('radio', { name: 'All libraries, later ones too' }).isChecked()).toBe(true);
    await seen.getByRole('radio', { name: 'Only these libraries' }).check();
    await bar().getByRole('button', { name: 'Save' }).click();
    await seen.getByRole('alert').getByText('Choose at least one library, or all.').waitFor();
    await look('shared-libraries');
    await seen.getByRole('checkbox', { name: 'Cartoons' }).check();
    await save();
    const { library_ids: ids = [], public_address: address } = (await config(house.ids.video_server_a)) ?? {};
    expect([ids.length, address]).toEqual([1, PUBLIC_ADDRESS.video_server_a]);
    await page.reload();
    await seen.getByRole('checkbox', { name: 'Cartoons' }).waitFor();
    expect(await seen.getByRole('checkbox', { name: 'Cartoons' }).isChecked()).toBe(true);
    expect(await seen.getByRole('checkbox', { name: 'Grown-ups' }).isChecked()).toBe(false);
    await seen.getByRole('radio', { name: 'All libraries, later ones too' }).check();
    await save();
    expect((await config(house.ids.video_server_a))?.library_ids).toEqual([]);
  });

  it('a library that is gone from the server is named, and stays chosen until somebody takes it out', async () => {
    const { video_server_a: id } = house.ids;
    const before = await config(id);
    const { url, name } = { url: house.jellyfin.url, name: 'Films' };
    const gone = { name, url, media_server_config: { ...before, library_ids: ['gone-1'] } };
    expect((await house.admin.put(`/api/instances/${id}`, gone)).status).toBe(200);
    const seen = await seenOf('Films');
    const box = seen.getByRole('checkbox', { name: 'A library that isn’t there any more (gone-1)' });
    expect(await box.isChecked()).toBe(true);
    await box.uncheck();
    await seen.getByRole('checkbox', { name: 'Cartoons' }).check();
    await save();
    const { library_ids: ids = [] } = (await config(id)) ?? {};
    expect([ids.length, ids.includes('gone-1')]).toEqual([1, false]);
  });

  it('libraries that can’t be read are unknown: nothing can be saved meanwhile', async () => {
    await page.route('**/media-server/libraries', (route) => route.fulfill({ status: 500, json: { error: 'x' } }));
    const seen = await seenOf('Films');
    await seen.getByRole('alert').waitFor();
    expect(await seen.getByRole('radio').count()).toBe(0);
    await page.unrouteAll();
    await seen.getByRole('button', { name: 'Try again' }).click();
    await seen.getByRole('radio').first().waitFor();
  });

  it('doc1 §4 media-access: of an audiobook server the libraries are the default for everybody', async () => {
    const seen = await seenOf('Books');
    await seen.getByText('unless a person has a choice of their own', { exact: false }).waitFor();
    await seen.getByRole('radio', { name: 'Only these libraries' }).check();
    await seen.getByRole('checkbox', { name: 'Kids' }).check();
    await save();
    const { body } = await house.admin.get(`/api/admin/instances/${house.ids.audiobook_server}/media-access`);
    expect(body).toMatchObject({ default_library_ids: ['lib-kids'] });
  });

  it('Plex is renamed without a new approval, and its libraries stay as they were chosen', async () => {
    const seen = await seenOf('Basement');
    await seen.getByRole('radio', { name: 'Only these libraries' }).check();
    await seen.getByRole('checkbox', { name: 'Movies' }).check();
    await save();
    const before = await config(house.ids.hub);
    expect(before?.library_ids).toHaveLength(1);
    const plex = await open('Basement', 'Connection');
    await look('edit-plex');
    await plex.getByLabel('Name').fill('Cellar');
    await plex.getByRole('checkbox', { name: 'Invite people at once' }).check();
    await save();
    await page.getByRole('heading', { level: 1, name: 'Cellar' }).waitFor();
    expect(await config(house.ids.hub)).toEqual({ ...before, auto_approve: true });
  });

  it('Plex is linked again: the server is chosen already, and another one asks for its libraries anew', async () => {
    house.hub.given.device({
      machineIdentifier: 'attic-machine',
      owner: house.hubs.mara,
      name: 'Attic',
      libraries: [],
    });
    const plex = await open('Cellar', 'Connection');
    await plex.getByRole('button', { name: 'Link the Plex account again' }).click();
    const dialog = page.getByRole('dialog', { name: 'Link the Plex account again' });
    const answered = answersOf(page);
    await dialog.getByRole('button', { name: 'Connect a Plex account' }).click();
    await dialog.getByText('Waiting until you’ve approved it…').waitFor();
    await answered();
    house.hubs.approve(house.hubs.mara);
    await page.clock.fastForward(ASKED_EVERY_MS);
    await dialog.getByText('Connected as mara.').waitFor();
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Cellar');
    await dialog.getByRole('radio', { name: 'Attic' }).check();
    await dialog.getByText('This is another server, so people see all of its libraries').waitFor();
    await dialog.getByRole('radio').first().check();
    await dialog.getByRole('button', { name: 'Save media server' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { machine_identifier: machine, library_ids: ids } = (await config(house.ids.hub)) ?? {};
    expect([machine, ids?.length]).toEqual([BASEMENT, 1]);
  });

  it('doc3 §12.1 candidates: administrators choose who signs in by Plex, and see who does', async () => {
    const friend = house.hub.given.person({ id: 5_100_001, username: 'anna-at-plex', email: 'anna@example.org' });
    house.hub.given.share(BASEMENT, friend);
    const review = async () => {
      await show('/admin/settings/signing-in', 'Settings');
      await page.getByRole('button', { name: 'Review linked Plex accounts' }).click();
      return page.getByRole('region', { name: 'Linked Plex accounts' });
    };
    const list = await review();
    await list.getByText('Nobody here is linked with a Plex account yet.', { exact: false }).waitFor();
    expect((await house.link(house.ana, 'hub', String(friend.id))).status).toBe(200);
    await page.route('**/hub-auth/candidates', (route) => route.fulfill({ status: 500, json: { error: 'x' } }));
    await review();
    await list.getByRole('alert').waitFor();
    await page.unrouteAll();
    await list.getByRole('button', { name: 'Try again' }).click();
    await list.getByText('anna-at-plex, anna@example.org').waitFor();
    await list.getByText('Seen on Cellar').waitFor();
    await list.getByRole('button', { name: 'Let them sign in with Plex' }).click();
    await list.getByRole('alert').getByText('Choose at least one person.').waitFor();
    await list.getByRole('checkbox', { name: 'ana' }).check();
    await look('settings-plex-people');
    await page.route('**/hub-auth/confirm', (route) =>
      route.fulfill({ status: 409, json: { error: 'review them again', code: 'hub_link_unproven' } }),
    );
    await list.getByRole('button', { name: 'Let them sign in with Plex' }).click();
    await list.getByRole('alert').getByText('Look through the list again.', { exact: false }).waitFor();
    expect(await list.getByRole('checkbox', { name: 'ana' }).isChecked()).toBe(true);
    await page.unrouteAll();
    await list.getByRole('button', { name: 'Let them sign in with Plex' }).click();
    await list.getByText('Can sign in with this account.').waitFor();
    const { body } = await house.admin.get(`/api/admin/users/${house.ana.userId}/hub`);
    expect(body).toMatchObject({ identities: [{ hub_account_id: friend.id }] });
  });

  it('issue 46: people of a media server are taken over by clicking: who is new gets a link, who is here is linked', async () => {
    house.jellyfin.given.account({ name: 'Zora' });
    await show('/admin/people', 'People');
    await page.getByRole('button', { name: 'From Plex or Jellyfin' }).click();
    const dialog = page.getByRole('dialog', { name: 'From Plex or Jellyfin' });
    await dialog.getByLabel('Media server').selectOption({ label: 'Films (Jellyfin)' });
    await dialog.getByRole('checkbox', { name: 'Zora' }).waitFor();
    await dialog.getByRole('button', { name: 'Take over 0 people' }).click();
    await dialog.getByRole('alert').getByText('Choose at least one person.').waitFor();
    await dialog.getByRole('checkbox', { name: 'Zora' }).check();
    await look('people-elsewhere');
    await dialog.getByRole('button', { name: 'Take over 1 person' }).click();
    expect(await dialog.getByLabel('Invite link for Zora').inputValue()).toMatch(/\/join#/);
    await look('people-taken-over');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: /^Zora/i }).waitFor();
  });

  it('the page of a person names the Plex account that lets them in, and unlinks it once that is confirmed', async () => {
    await show(`/admin/people/${house.ana.userId}?show=signin`, 'ana');
    const links = page.getByRole('region', { name: 'Linked sign-ins' });
    await links.getByText('anna-at-plex, anna@example.org').waitFor();
    await links.getByRole('button', { name: 'Unlink Plex' }).click();
    await look('person-unlink');
    await page.getByRole('dialog', { name: 'Unlink Plex?' }).getByRole('button', { name: 'Unlink' }).click();
    await links.getByText('No Plex account and no single sign-on lets them in.').waitFor();
    const { body } = await house.admin.get(`/api/admin/users/${house.ana.userId}/hub`);
    expect(body).toEqual({ identities: [] });
    await page.route('**/api/admin/users/*/oidc', (route) => route.fulfill({ status: 500, json: { error: 'x' } }));
    await page.reload();
    await links.getByRole('alert').waitFor();
    expect(await links.getByText('No Plex account', { exact: false }).count()).toBe(0);
    expect(person.complaints.filter((complaint) => !/ (?:50\d|4\d\d) /.test(complaint))).toEqual([]);
  });
});
