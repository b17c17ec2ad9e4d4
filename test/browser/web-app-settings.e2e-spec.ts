import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { paste, tabTo } from '../harness/keyboard.js';
import { type App, type Session, startApp } from '../harness/start-app.js';
import { type AppPage, WebAppBrowser } from '../harness/web-app-browser.js';
import { faultsSeen, LAPTOP } from '../harness/page-faults.js';
import { openSignedIn } from './live-household.js';
import { expectPartsToFailAlone } from './parts-that-fail.js';

/** What is served is dist/web, as the build leaves it. */
describe('design §4 and issue 46, Settings: parts with one bar that saves', () => {
  let app: App;
  let admin: Session;
  let browser: WebAppBrowser;
  let person: AppPage;
  let page: Page;

  beforeAll(async () => {
    app = await startApp({ env: { METADATA_TOKEN: '' } });
    admin = await app.setUpAdmin();
    await app.connectRadarr(admin);
    browser = await WebAppBrowser.open();
    person = await browser.person(app.url, LAPTOP);
    ({ page } = person);
    await openSignedIn(page, app.url, 'admin');
  });

  beforeEach(async () => {
    await page.unrouteAll();
    await page.setViewportSize(LAPTOP);
  });

  afterAll(async () => {
    await browser.close();
    app.server.closeAllConnections();
    await app.close();
  });

  const show = async (part = ''): Promise<void> => {
    await page.goto(`${app.url}/admin/settings${part === '' ? '' : `/${part}`}`);
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  };
  const section = (name: string) => page.getByRole('region', { name, exact: true });
  const bar = () => page.getByRole('region', { name: 'Changes' });
  const save = (): Promise<void> => bar().getByRole('button', { name: 'Save' }).click();
  const saved = (): Promise<void> => bar().waitFor({ state: 'detached' });
  const stored = async (path: string): Promise<unknown> => (await admin.get(`/api/admin/${path}`)).body;
  const look = async (name: string): Promise<void> => {
    expect([name, await faultsSeen(page, name)]).toEqual([name, []]);
  };

  it('a key is write-only: a wrong one is refused at its field, a good one is stored and never shown', async () => {
    await show('lookups');
    const keys = section('Providers');
    await keys.getByRole('button', { name: 'Add TMDB token…' }).click();
    const field = keys.getByRole('textbox', { name: 'TMDB token' });
    await keys.getByRole('button', { name: 'Save TMDB token' }).click();
    await keys.getByRole('alert').getByText('Paste the key first.').waitFor();
    await field.fill('wrong');
    await keys.getByRole('button', { name: 'Save TMDB token' }).click();
    await keys.getByRole('alert').getByText('TMDB didn’t accept this token.', { exact: false }).waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await look('settings-key');
    // Issue 46: a key is tried when it is pasted, and the link leads to the very page where it is made.
    await paste(field, app.tmdb.token);
    await keys.getByRole('status').getByText('It works.', { exact: false }).waitFor();
    expect(await stored('credentials')).toMatchObject({ tmdb_access_token: false });
    const made = keys.getByRole('link', { name: 'themoviedb.org/settings/api' });
    expect(await made.getAttribute('href')).toBe('https://www.themoviedb.org/settings/api');
    await keys.getByRole('button', { name: 'Save TMDB token' }).click();
    await keys.getByText('Stored.').waitFor();
    expect(await page.evaluate('document.activeElement.textContent.trim()')).toMatch(/^(?:Add…|Replace…)$/);
    expect(await page.content()).not.toContain(app.tmdb.token);
    await keys.getByRole('button', { name: 'Replace TMDB token…' }).click();
    expect(await field.inputValue()).toBe('');
    await keys.getByRole('button', { name: 'Cancel' }).click();
    await keys.getByRole('button', { name: 'Remove TMDB token' }).click();
    await keys.getByRole('button', { name: 'Add TMDB token…' }).waitFor();
    expect(await stored('credentials')).toMatchObject({ tmdb_access_token: false });
  });

  it('issue 46: the bar counts and names changes, undoes them, and saves with one click of two', async () => {
    await show();
    const approval = page.getByRole('radio', { name: 'An administrator approves each request' });
    await approval.check();
    await page.getByLabel('Chosen at first').selectOption({ label: 'Latest season' });
    await bar().getByText('2 changes').waitFor();
    await bar().getByText('Approval, Chosen at first').waitFor();
    await look('settings-changed');
    await bar().getByRole('button', { name: 'Undo' }).click();
    await saved();
    expect(await approval.isChecked()).toBe(false);
    expect(await page.evaluate('document.activeElement.tagName')).toBe('H1');

    await approval.check();
    await page.getByLabel('Chosen at first').selectOption({ label: 'Latest season' });
    await page.getByLabel('Quality of films').selectOption({ index: 1 });
    const calls: string[] = [];
    page.on('request', (call) => {
      if (call.method() === 'PUT') calls.push(call.url());
    });
    await bar().getByRole('button', { name: 'Save' }).dblclick();
    await saved();
    expect(calls).toHaveLength(1);
    await page.getByLabel('People can choose seasons').uncheck();
    await page.reload();
    await approval.waitFor();
    expect(await approval.isChecked()).toBe(true);
    expect(await page.getByLabel('People can choose seasons').isChecked()).toBe(true);
    expect(await stored('request-settings')).toMatchObject({
      settings: { require_approval: true, default_season_scope: 'latest' },
    });
    // There is no library of series whose profiles could be read.
    await page.getByText('The library’s profiles can’t be read right now', { exact: false }).waitFor();
  });

  it('allowances: what is no number is refused at its field, and nothing is sent', async () => {
    await show('allowances');
    const allowances = section('Allowances');
    const films = allowances.getByLabel('Films: how many');
    await films.fill('three');
    await save();
    await allowances.getByRole('alert').getByText('Enter a whole number up to 1,000,000, or nothing.').waitFor();
    expect(await films.getAttribute('aria-invalid')).toBe('true');
    await films.fill('3');
    await allowances.getByLabel('Films: per').selectOption({ label: 'Month' });
    await allowances.getByLabel('Audiobooks: how many').fill('0');
    await save();
    await saved();
    await page.reload();
    expect(await films.inputValue()).toBe('3');
    const { allowances: rules } = (await stored('request-quotas')) as { allowances: object[] };
    expect(rules).toEqual(
      expect.arrayContaining([
        { media_type: 'movie', count: 3, window_days: 30 },
        { media_type: 'book', book_format: 'audiobook', count: 0, window_days: 7 },
        { media_type: 'tv', count: null, window_days: 7 },
      ]),
    );
  });

  it('discover: the first row, the language and what is hidden', async () => {
    await show('discover');
    await page.getByText('Trakt needs its client ID', { exact: false }).waitFor();
    await page.getByLabel('First row').selectOption({ label: 'Popular on TMDB' });
    await page.getByLabel('Only titles in English in lists').uncheck();
    await section('Hidden kinds').getByLabel('Music').check();
    await save();
    await saved();
    expect(await stored('discovery-settings')).toMatchObject({
      source: 'metadata_popular',
      english_only: false,
      hidden_when_unconfigured: { movie: false, tv: false, book: false, music: true },
    });
  });

  it('external address: refused at its field, saved as the server keeps it, and removed', async () => {
    await show('network');
    const address = section('External address').getByLabel('Address');
    await address.fill('usher.example.com');
    await save();
    await section('External address').getByRole('alert').getByText('Enter an address that begins with').waitFor();
    await address.fill('https://usher.example.com/films');
    await save();
    await section('External address').getByRole('alert').getByText('password or path in it').waitFor();
    await address.fill(' https://usher.example.com/ ');
    await save();
    await saved();
    expect(await address.inputValue()).toBe('https://usher.example.com');
    await address.fill('');
    await save();
    await saved();
    expect(await stored('external-address')).toEqual({ external_url: '' });
  });

  it('outbound proxy: tested without being saved; its password is stored and never shown', async () => {
    await show('network');
    const proxy = section('Outbound proxy');
    await proxy.getByRole('button', { name: 'Test proxy' }).click();
    await proxy.getByRole('alert').getByText('Enter the address of the proxy first.').waitFor();
    await proxy.getByLabel('Proxy address').fill('proxy.lan');
    await save();
    await proxy.getByRole('alert').getByText('Enter an address that begins with').waitFor();
    await proxy.getByLabel('Proxy address').fill('http://127.0.0.1:9');
    await proxy.getByRole('button', { name: 'Test proxy' }).click();
    await proxy.getByRole('alert').getByText('The proxy doesn’t work:', { exact: false }).waitFor();
    expect(await stored('outbound-proxy')).toMatchObject({ url: '' });
    await proxy.getByLabel('Username').fill('ada');
    await proxy.getByLabel('Password').fill('planted-proxy-password');
    await save();
    await saved();
    await page.reload();
    await proxy.getByText('A password is stored.', { exact: false }).waitFor();
    expect(await proxy.getByLabel('Password').inputValue()).toBe('');
    await proxy.getByLabel('Proxy address').fill('http://127.0.0.2:9');
    await save();
    await proxy.getByRole('alert').getByText('Password is required when the address changes.').waitFor();
    await look('settings-proxy');
    await proxy.getByLabel('Proxy address').fill('');
    await proxy.getByLabel('Username').fill('');
    await save();
    await saved();
    expect(await stored('outbound-proxy')).toEqual({ url: '', username: '', has_password: false });
  });

  it('key for other apps: made, hidden until it is asked for, replaced and removed only when that is confirmed', async () => {
    await show('apps');
    const compat = section('Key for other apps');
    await compat.getByText('There’s no key.').waitFor();
    await compat.getByRole('button', { name: 'Make a key' }).click();
    const key = compat.getByLabel('Key', { exact: true });
    const first = await key.inputValue();
    await compat.getByRole('button', { name: 'Hide key' }).click();
    expect(await key.count()).toBe(0);
    await compat.getByRole('button', { name: 'Replace key…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect(await stored('compat-api')).toMatchObject({ api_key: first });
    await compat.getByRole('button', { name: 'Replace key…' }).click();
    await look('settings-replace-key');
    await page.getByRole('dialog').getByRole('button', { name: 'Replace key' }).click();
    await expect.poll(() => key.inputValue()).not.toBe(first);
    await compat.getByRole('button', { name: 'Remove key…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove key' }).click();
    await compat.getByText('There’s no key.').waitFor();
    expect(await stored('compat-api')).toEqual({ configured: false });
  });

  it('sign-in with Plex is switched on and off', async () => {
    await show('signing-in');
    const plex = section('Sign-in with Plex');
    await plex.getByLabel('Allow sign-in with Plex').check();
    await save();
    await saved();
    expect(await stored('hub-auth')).toEqual({ enabled: true, auto_create: false });
    await plex.getByLabel('Allow sign-in with Plex').uncheck();
    await save();
    await expect.poll(() => stored('hub-auth')).toMatchObject({ enabled: false });
  });

  it('each form loads and fails by itself, and the other forms of its part go on', async () => {
    await expectPartsToFailAlone(page, () => show('network'), [
      ['**/api/admin/external-address', 'External address'],
      ['**/api/admin/outbound-proxy', 'Outbound proxy'],
    ]);
    await expectPartsToFailAlone(page, show, [
      ['**/api/admin/request-settings', 'Requests'],
      ['**/api/admin/downloads/settings', 'Downloads'],
    ]);
  });

  it('a save that fails keeps what was typed, and says so at its form and in the bar', async () => {
    await show();
    await page.route('**/api/admin/request-settings', (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 503, json: { error: 'x' } }) : route.continue(),
    );
    const box = page.getByLabel('People can choose the quality');
    const was = await box.isChecked();
    await box.setChecked(!was);
    await save();
    await section('Approval').getByRole('alert').getByText('The server is busy right now.', { exact: false }).waitFor();
    await bar().getByRole('alert').getByText('This couldn’t be saved: Choosing the quality').waitFor();
    expect(await box.isChecked()).toBe(!was);
    await look('settings');
  });

  it('a part that doesn’t exist is said to be missing', async () => {
    await page.goto(`${app.url}/admin/settings/nothing`);
    await page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor();
  });

  it('by keyboard alone: an address is saved', async () => {
    await show('network');
    await section('External address').getByLabel('Address').waitFor();
    await tabTo(page, 'Address');
    await page.keyboard.type('https://keys.example.com');
    await page.keyboard.press('Enter');
    await saved();
    expect(await stored('external-address')).toEqual({ external_url: 'https://keys.example.com' });
    expect(person.complaints.filter((complaint) => !/ (?:50\d|4\d\d) /.test(complaint))).toEqual([]);
  });
});
