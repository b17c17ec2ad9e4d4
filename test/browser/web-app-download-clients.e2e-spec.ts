import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { QBITTORRENT_CALLS } from '../fakes/qbittorrent/qbittorrent-fake.js';
import { DownloadClientsFixture, QBITTORRENT_KEY } from '../harness/download-clients-fixture.js';
import { type AppPage, WebAppBrowser } from '../harness/web-app-browser.js';
import { faultsSeen, LAPTOP } from '../harness/page-faults.js';
import { signIn } from './live-household.js';

const PASSWORD = 'planted-password-of-qbittorrent';

/** What is served is dist/web, as the build leaves it. */
describe('issue 23 §1: an administrator connects download clients', () => {
  let fixture: DownloadClientsFixture;
  let browser: WebAppBrowser;
  let person: AppPage;
  let page: Page;

  beforeAll(async () => {
    fixture = await DownloadClientsFixture.start();
    browser = await WebAppBrowser.open();
    person = await browser.person(fixture.app.url, LAPTOP);
    ({ page } = person);
    await page.goto(`${fixture.app.url}/sign-in`);
    await signIn(page, 'admin');
    await page.goto(`${fixture.app.url}/admin/libraries`);
    await page.getByRole('heading', { level: 1, name: 'Libraries' }).waitFor();
  });

  afterAll(async () => {
    await browser.close();
    fixture.app.server.closeAllConnections();
    await fixture.close();
  });

  const stored = async () => {
    const { body } = await fixture.admin.get('/api/instances');
    return (body as { name: string; username?: string; has_api_key?: boolean }[]).map(
      ({ name, username, has_api_key: hasKey }) => [name, username, hasKey],
    );
  };
  const look = async (name: string): Promise<void> => {
    expect([name, await faultsSeen(page, name)]).toEqual([name, []]);
  };

  it('each product asks for what opens it, and what is refused is said before it is saved', async () => {
    await page.getByRole('button', { name: 'Add a download client' }).click();
    const dialog = page.getByRole('dialog');
    const shown = async (app: string): Promise<readonly boolean[]> => {
      await dialog.getByRole('radio', { name: app, exact: true }).check();
      const fields = ['API key', 'User name', 'Password'].map((label) => dialog.getByRole('textbox', { name: label }));
      return Promise.all(fields.map((field) => field.isVisible()));
    };
    // Members never see its name.
    expect(await dialog.getByText('What people see', { exact: false }).count()).toBe(0);
    expect(await shown('SABnzbd')).toEqual([true, false, false]);
    expect(await shown('NZBGet')).toEqual([false, true, true]);
    expect(await shown('Transmission')).toEqual([false, true, true]);
    expect(await shown('Deluge')).toEqual([false, false, true]);
    expect(await shown('rTorrent')).toEqual([false, true, true]);
    expect(await shown('qBittorrent')).toEqual([false, true, true]);
    await dialog.getByRole('textbox', { name: 'Address' }).fill(fixture.qbittorrent.url);
    await dialog.getByRole('button', { name: 'Test connection' }).click();
    await dialog.getByRole('alert').getByText('Enter the user name.').waitFor();
    fixture.qbittorrent.letsIn = true;
    await dialog.getByRole('button', { name: 'Test connection' }).click();
    await dialog.getByRole('status').getByText('Careful: qBittorrent asks for no password').waitFor();
    fixture.qbittorrent.letsIn = false;
    await dialog.getByRole('textbox', { name: 'User name' }).fill('user-of-qbittorrent');
    await dialog.getByRole('textbox', { name: 'Password' }).fill('wrong');
    for (let time = 0; time < 2; time += 1) {
      await dialog.getByRole('button', { name: 'Test connection' }).click();
      await dialog.getByRole('alert').getByText('try the same sign-in again for 15 minutes').waitFor();
    }
    expect(fixture.qbittorrent.calls(QBITTORRENT_CALLS.login)).toHaveLength(1);
    await look('add-download-client');
    await dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Test connection' }).click();
    await dialog.getByRole('status').getByText('lets Usher in').waitFor();
    await dialog.getByRole('button', { name: 'Save download client' }).click();
    await page.getByRole('article', { name: 'qBittorrent' }).getByText('Connected').waitFor();
    expect(await stored()).toEqual([['qBittorrent', 'user-of-qbittorrent', false]]);
  });

  it('it has no people, is changed to a key, renamed without one, and removed', async () => {
    await look('download-clients');
    await page.getByRole('article', { name: 'qBittorrent' }).getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'qBittorrent' }).waitFor();
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Connection']);
    const part = page.getByRole('tabpanel');
    const bar = page.getByRole('region', { name: 'Changes' });
    const save = () => bar.getByRole('button', { name: 'Save' }).click();
    expect(await part.getByRole('textbox', { name: 'User name' }).inputValue()).toBe('user-of-qbittorrent');
    expect(await part.getByRole('textbox', { name: 'Password' }).inputValue()).toBe('');
    await part.getByRole('radio', { name: 'API key' }).check();
    await save();
    await part.getByRole('alert').getByText('Enter the API key.').waitFor();
    await part.getByRole('textbox', { name: 'API key' }).fill(QBITTORRENT_KEY);
    await save();
    await bar.waitFor({ state: 'detached' });
    expect(await stored()).toEqual([['qBittorrent', undefined, true]]);
    await part.getByRole('textbox', { name: 'Name', exact: true }).fill('Torrents');
    await save();
    await page.getByRole('heading', { level: 1, name: 'Torrents' }).waitFor();
    expect(await stored()).toEqual([['Torrents', undefined, true]]);
    await page.getByRole('button', { name: 'Remove Torrents' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove connection' }).click();
    await page.getByText('No library is connected yet.', { exact: false }).waitFor();
    expect(await stored()).toEqual([]);
  });

  it('in German the form says the same', async () => {
    await page.evaluate(`localStorage.setItem('usher-language', 'de')`);
    await page.reload();
    await page.getByRole('button', { name: 'Download-Client hinzufügen' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Transmission' }).check();
    await dialog.getByText('Lass beides leer, wenn Transmission nicht danach fragt.').waitFor();
    await dialog.getByRole('radio', { name: 'Deluge' }).check();
    await dialog.getByRole('textbox', { name: 'Adresse' }).fill(fixture.deluge.url);
    await dialog.getByRole('button', { name: 'Download-Client speichern' }).click();
    await dialog.getByRole('alert').getByText('Gib das Passwort ein.').waitFor();
  });
});
