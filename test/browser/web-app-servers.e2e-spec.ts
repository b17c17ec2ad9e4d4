import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { JellyfinFake } from '../fakes/jellyfin/jellyfin-fake.js';
import { tabTo } from '../harness/keyboard.js';
import { BASEMENT, openPlexHousehold, type PlexHousehold } from '../harness/plex-household.js';
import { type App, type Session, startApp } from '../harness/start-app.js';
import { type AppPage, WebAppBrowser } from '../harness/web-app-browser.js';
import { answersOf } from '../harness/page-answers.js';
import { faultsSeen, LAPTOP } from '../harness/page-faults.js';
import { openSignedIn } from './live-household.js';

/** How often the page asks whether Plex has approved. */
const ASKED_EVERY_MS = 3_000;

/** What is served is dist/web, as the build leaves it. */
describe('design §4, Libraries: media servers, and who may use what', () => {
  let app: App;
  let admin: Session;
  let ana: Session;
  let jellyfin: JellyfinFake;
  let plex: PlexHousehold;
  let browser: WebAppBrowser;
  let person: AppPage;
  let page: Page;
  let mediaRoot: string;

  beforeAll(async () => {
    plex = await openPlexHousehold();
    mediaRoot = mkdtempSync(join(tmpdir(), 'usher-media-'));
    const env = { HUB_URL: plex.fake.url, HUB_WEB_URL: 'https://hub.example', MEDIA_ROOTS: mediaRoot };
    app = await startApp({ env });
    const apiKey = app.secrets.plant('jellyfin key', 'planted-key-of-jellyfin');
    jellyfin = await new JellyfinFake({ apiKey, now: () => app.clock.now() }).start();
    admin = await app.setUpAdmin();
    ana = await app.invite('ana');
    await app.connectRadarr(admin);
    browser = await WebAppBrowser.open();
    person = await browser.person(app.url, LAPTOP);
    ({ page } = person);
    // The clock of the page goes on by itself, and is moved where the page would wait.
    await page.clock.install();
    await page.clock.resume();
    await openSignedIn(page, app.url, 'admin');
  });

  beforeEach(async () => {
    jellyfin.recover();
    await page.unrouteAll();
    await page.setViewportSize(LAPTOP);
  });

  afterAll(async () => {
    await browser.close();
    app.server.closeAllConnections();
    await app.close();
    await Promise.all([jellyfin.stop(), plex.fake.stop()]);
    rmSync(mediaRoot, { recursive: true, force: true });
  });

  interface Stored {
    readonly id: string;
    readonly name: string;
    readonly is_default: boolean;
    readonly media_path_mappings: readonly object[];
    readonly media_server_config?: { readonly public_address: string; readonly machine_identifier: string };
  }
  const instance = async (name: string): Promise<Stored> => {
    const all = (await admin.get('/api/instances')).body as readonly Stored[];
    const found = all.find((one) => one.name === name);
    if (!found) throw new Error(`not connected: ${name}`);
    return found;
  };
  const holders = async (name: string): Promise<readonly number[]> => {
    const { id } = await instance(name);
    const rows = (await admin.get(`/api/instances/${id}/grant-users`)).body as {
      user_id: number;
      instance_id: string;
    }[];
    return rows.flatMap((row) => (row.instance_id === id ? [row.user_id] : []));
  };
  const show = async (): Promise<void> => {
    await page.goto(`${app.url}/admin/libraries`);
    await page.getByRole('heading', { level: 1, name: 'Libraries' }).waitFor();
  };
  const article = (name: string) => page.getByRole('article', { name, exact: true });
  /** The page of a library, and one of its parts. */
  const open = async (name: string, part = 'Connection'): Promise<void> => {
    await show();
    await article(name).getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    await page.getByRole('tab', { name: part }).click();
    await page.getByRole('tabpanel', { name: part }).waitFor();
  };
  const part = () => page.getByRole('tabpanel');
  const bar = () => page.getByRole('region', { name: 'Changes' });
  const save = (): Promise<void> => bar().getByRole('button', { name: 'Save' }).click();
  const saved = (): Promise<void> => bar().waitFor({ state: 'detached' });
  const look = async (name: string): Promise<void> => {
    expect([name, await faultsSeen(page, name)]).toEqual([name, []]);
  };

  it('a media server is tried, saved, and given to everybody but those who are taken out', async () => {
    await show();
    await page.getByRole('button', { name: 'Add a media server' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Jellyfin' }).check();
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Jellyfin');
    await dialog.getByLabel('Address', { exact: true }).fill(jellyfin.url);
    await dialog.getByLabel('API key').fill('wrong');
    await dialog.getByRole('button', { name: 'Test connection' }).click();
    await dialog.getByRole('alert').getByText('Copy it again from Jellyfin → Dashboard → API Keys.').waitFor();
    await look('add-media-server');
    await dialog.getByRole('radio', { name: 'Emby' }).check();
    expect(await dialog.getByRole('alert').count()).toBe(0);
    await dialog.getByRole('radio', { name: 'Jellyfin' }).check();
    await dialog.getByLabel('API key').fill(jellyfin.apiKey);
    await dialog.getByLabel('Address for people').fill('https://watch.example.com');
    await dialog.getByRole('button', { name: 'Test connection' }).click();
    await dialog.getByRole('status').getByText('works').waitFor();
    await dialog.getByRole('button', { name: 'Save media server' }).click();
    await page.getByRole('dialog', { name: 'Media server connected' }).waitFor();
    await dialog.getByText('2 of 2 people can use it.').waitFor();
    await look('media-server-people');
    await dialog.getByRole('checkbox', { name: 'admin' }).uncheck();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Who can use Jellyfin is saved.').waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    expect(await holders('Jellyfin')).toEqual([ana.userId]);
    expect((await instance('Jellyfin')).media_server_config?.public_address).toBe('https://watch.example.com');
  });

  it('its state is read by itself; a key that stops working is said, and a test names the fault', async () => {
    await show();
    await article('Jellyfin').getByText('Connected').waitFor();
    jellyfin.fail('GET /System/Info', { status: 401 }, 50);
    await page.reload();
    await article('Jellyfin').getByText('Can’t be reached right now').waitFor();
    await open('Jellyfin');
    await part().getByRole('button', { name: 'Test connection' }).click();
    await part().getByRole('alert').getByText('The key was refused.', { exact: false }).waitFor();
    jellyfin.recover();
    await part().getByRole('button', { name: 'Test connection' }).click();
    await part().getByRole('status').getByText('works').waitFor();
  });

  it('issue 46: it is renamed without its key by the bar that saves or undoes, and keeps where people open it', async () => {
    await open('Jellyfin');
    const name = part().getByLabel('Name', { exact: true });
    expect(await part().getByLabel('Address for people').inputValue()).toBe('https://watch.example.com');
    await name.fill('Parlour');
    await bar().getByText('1 change').waitFor();
    await look('library-changed');
    await bar().getByRole('button', { name: 'Undo' }).click();
    await saved();
    expect(await name.inputValue()).toBe('Jellyfin');
    await name.fill('Living room');
    await name.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Living room' }).waitFor();
    await show();
    await article('Living room').waitFor();
    expect((await instance('Living room')).media_server_config?.public_address).toBe('https://watch.example.com');
  });

  it('Plex is connected by its account: the page waits for the approval, which happens elsewhere', async () => {
    await show();
    await page.getByRole('button', { name: 'Add a media server' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Plex' }).check();
    const answered = answersOf(page);
    await dialog.getByRole('button', { name: 'Connect a Plex account' }).click();
    const link = dialog.getByRole('link', { name: 'Open Plex to approve' });
    expect(await link.getAttribute('href')).toContain('https://hub.example/auth');
    expect(await link.getAttribute('rel')).toBe('noreferrer noopener');
    await dialog.getByText('Waiting until you’ve approved it…').waitFor();
    await look('plex-approval');
    await answered();
    plex.fake.approve(plex.mara, { token: app.secrets.plant('token of a link', 'planted-link-token') });
    await page.clock.fastForward(ASKED_EVERY_MS);
    await dialog.getByText('Connected as mara.').waitFor();
    await dialog.getByRole('radio', { name: 'Bäsement' }).waitFor();
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Bäsement');
    await dialog.getByRole('button', { name: 'Save media server' }).click();
    await page.getByRole('dialog', { name: 'Media server connected' }).waitFor();
    await page.keyboard.press('Escape');
    await article('Bäsement').getByText('Connected').waitFor();
    expect((await instance('Bäsement')).media_server_config?.machine_identifier).toBe(BASEMENT);
  });

  it('Plex can’t be reached, or the approval takes too long: said, with a way to start again', async () => {
    await show();
    await page.getByRole('button', { name: 'Add a media server' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Plex' }).check();
    await page.route('**/hub/link/begin', (route) => route.fulfill({ status: 502, json: { error: 'x' } }));
    await dialog.getByRole('button', { name: 'Connect a Plex account' }).click();
    await dialog.getByRole('alert').getByText('doesn’t answer right now', { exact: false }).waitFor();
    await page.unrouteAll();
    await page.route('**/hub/link/check', (route) => route.fulfill({ status: 404, json: { error: 'link expired' } }));
    await dialog.getByRole('button', { name: 'Connect a Plex account' }).click();
    await dialog.getByRole('alert').getByText('This took too long', { exact: false }).waitFor();
    await page.unrouteAll();
    await dialog.getByRole('button', { name: 'Start again' }).click();
    await dialog.getByText('Waiting until you’ve approved it…').waitFor();
  });

  it('who can use a library is changed by the people who are ticked, and a refusal keeps them ticked', async () => {
    await open('Films', 'Who can use it');
    await part().getByText('0 of 2 people can use it.').waitFor();
    await part().getByRole('checkbox', { name: 'Everyone' }).check();
    await page.route('**/assignments', (route) => route.fulfill({ status: 503, json: { error: 'x' } }));
    await save();
    await part().getByRole('alert').getByText('The server is busy right now.', { exact: false }).waitFor();
    await bar().getByRole('alert').getByText('This couldn’t be saved: Who can use it').waitFor();
    await part().getByText('2 of 2 people can use it.').waitFor();
    await page.unrouteAll();
    await save();
    await saved();
    const { id } = await instance('Films');
    const rows = (await admin.get(`/api/instances/${id}/assignments`)).body as readonly {
      readonly assigned: boolean;
    }[];
    expect(rows.map(({ assigned }) => assigned)).toEqual([true, true]);
  });

  it('folders of a library are named for the server; a wrong one is refused at its field', async () => {
    await open('Films', 'File access');
    await part().getByText(`Usher may look in: ${mediaRoot}`).waitFor();
    await part().getByRole('button', { name: 'Add a folder' }).click();
    await part().getByLabel('Folder 1 in Radarr').fill('movies');
    await part().getByLabel('Folder 1 in Usher').fill(mediaRoot);
    await save();
    await part().getByRole('alert').getByText('This folder must be an absolute').waitFor();
    expect(await part().getByLabel('Folder 1 in Radarr').getAttribute('aria-invalid')).toBe('true');
    await look('library-folders');
    await part().getByLabel('Folder 1 in Radarr').fill('/movies');
    await save();
    await saved();
    const pair = { arr_path: '/movies', service_path: mediaRoot };
    expect((await instance('Films')).media_path_mappings).toEqual([pair]);
    await part().getByRole('button', { name: 'Remove folder 1' }).click();
    await save();
    await saved();
    expect((await instance('Films')).media_path_mappings).toEqual([]);
  });

  it('another library of films becomes the one that takes the requests', async () => {
    await app.connectRadarr(admin, { name: 'Films in 4K', is_default: false });
    for (const name of ['Films', 'Films in 4K']) {
      await open(name);
      await page.getByRole('button', { name: `Make default: ${name}`, exact: true }).click();
      await part().getByText('Takes the household’s requests').waitFor();
    }
    await show();
    await article('Films in 4K').getByText('Default').waitFor();
    expect(await article('Films').getByText('Default').count()).toBe(0);
    expect([(await instance('Films')).is_default, (await instance('Films in 4K')).is_default]).toEqual([false, true]);
  });

  it('in the wizard it comes after a library and can be skipped; by keyboard alone', async () => {
    await page.goto(`${app.url}/setup?step=connected&library=${(await instance('Films')).id}`);
    await tabTo(page, 'Add a media server');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Connect a media server' }).waitFor();
    await look('wizard-server');
    await tabTo(page, 'Skip for now');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Invite somebody' }).waitFor();
    await page.goto(`${app.url}/setup?step=library&app=tv_manager`);
    expect(await page.getByRole('radio', { name: 'Sonarr', exact: true }).isChecked()).toBe(true);
    expect(person.complaints.filter((complaint) => !/ (?:50\d|4\d\d) /.test(complaint))).toEqual([]);
  });

  it('a media server is removed only when that is confirmed', async () => {
    await open('Living room');
    await page.getByRole('button', { name: 'Remove Living room' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove connection' }).click();
    await page.getByRole('heading', { level: 1, name: 'Libraries' }).waitFor();
    await article('Living room').waitFor({ state: 'detached' });
  });
});
