import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { axeFaults } from '../harness/axe-faults.js';
import { tabTo } from '../harness/keyboard.js';
import { ADMIN_PASSWORD, type App, SETUP_CODE, startApp } from '../harness/start-app.js';
import { type AppPage, WebAppBrowser } from '../harness/web-app-browser.js';
import { drawAll, faultsSeen, LAPTOP, PHONE } from '../harness/page-faults.js';

/** What is served is dist/web, as the build leaves it. */
describe('issue 22 must-show 1: from an empty data folder to a household', () => {
  let app: App;
  let browser: WebAppBrowser;
  let ada: AppPage;
  let inviteLink: string;

  beforeAll(async () => {
    app = await startApp();
    browser = await WebAppBrowser.open();
    ada = await browser.person(app.url, LAPTOP);
  });

  afterAll(async () => {
    await browser.close();
    app.server.closeAllConnections();
    await app.close();
  });

  it('the first account is made with the setup code that the server printed', async () => {
    const { page, complaints } = ada;
    await page.goto(app.url);
    await page.getByLabel('Setup code').waitFor();
    await drawAll(page, 'setup-account');
    expect(await axeFaults(page)).toEqual([]);
    await page.getByLabel('Setup code').fill('another-code');
    await page.getByLabel('Username').fill('ada');
    await page.getByLabel('Password').fill(ADMIN_PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    // Issue 46: what is wrong stands at its field, and where the code is found opens below it.
    await page.getByRole('alert').getByText('That’s not the code.', { exact: false }).waitFor();
    await page.getByText('docker compose logs usher').waitFor();
    expect(await page.getByLabel('Setup code').getAttribute('aria-invalid')).toBe('true');
    expect(await faultsSeen(page, 'setup-wrong-code')).toEqual([]);
    const before = complaints.length;
    await page.getByLabel('Setup code').fill(SETUP_CODE);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { level: 1, name: 'Connect a library' }).waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(await faultsSeen(page, 'wizard-library')).toEqual([]);
    expect(complaints.slice(before)).toEqual([]);
  });

  it('a bad connection is an alert with the next step, and typing takes it away', async () => {
    const { page } = ada;
    await page.getByRole('radio', { name: 'Radarr', exact: true }).check();
    await page.getByLabel('Name').fill('Films <b>\u202Eat home</b>');
    await page.getByLabel('Address').fill(app.sonarr.url);
    await page.getByLabel('API key').fill(app.radarr.apiKey);
    await page.getByRole('button', { name: 'Test connection' }).click();
    await page.getByRole('alert').getByText('The key was refused.', { exact: false }).waitFor();
    expect(await page.getByRole('alert').innerText()).toContain('address of another app');
    await drawAll(page, 'wizard-refused');
    await page.getByLabel('API key').fill(app.sonarr.apiKey);
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.getByRole('button', { name: 'Save library' }).click();
    await page.getByRole('alert').getByText('Another app answers', { exact: false }).waitFor();
    await page.getByLabel('Address').fill('localhost:1');
    await page.getByRole('button', { name: 'Test connection' }).click();
    await page.getByRole('alert').getByText('localhost is the container itself', { exact: false }).waitFor();
    expect(await instances()).toEqual([]);
  });

  it('a good one says that it works; once saved it is everybody’s, and the app reports changes', async () => {
    const { page, complaints } = ada;
    const before = complaints.length;
    await page.getByLabel('Address').fill(app.radarr.url);
    await page.getByLabel('API key').fill(app.radarr.apiKey);
    await page.getByRole('button', { name: 'Test connection' }).click();
    await page.getByRole('status').getByText('works').waitFor();
    await page.getByRole('button', { name: 'Save library' }).dblclick();
    await page.getByText('Everyone with an account can use it: ada.').waitFor();
    await page.getByText('Radarr tells Usher at once when something changes.').waitFor();
    // Security 22: a name is text.
    await page.getByText('Films <b>\u202Eat home</b>').first().waitFor();
    await drawAll(page, 'wizard-connected');
    expect(await instances()).toEqual([['Films <b>\u202Eat home</b>', true, true]]);
    expect(complaints.slice(before)).toEqual([]);
  });

  it('a reload continues where it was, and does again only what was left undone', async () => {
    const { page } = ada;
    const changes: string[] = [];
    page.on('request', (call) => {
      if (call.method() !== 'GET' && !call.url().includes('/api/web/')) changes.push(new URL(call.url()).pathname);
    });
    await page.reload();
    await page.getByText('Everyone with an account can use it: ada.').waitFor();
    expect(changes).toEqual([]);
    await page.getByRole('button', { name: 'Add another library' }).click();
    await page.getByRole('radio', { name: 'Sonarr', exact: true }).check();
    await page.getByLabel('Address').fill(app.sonarr.url);
    await page.getByLabel('API key').fill(app.sonarr.apiKey);
    await page.route('**/assignments', (route) => route.abort());
    await page.getByRole('button', { name: 'Save library' }).click();
    await page.getByRole('alert').getByText('You’re offline, or the server doesn’t answer.').waitFor();
    await page.unrouteAll();
    await page.reload();
    await page.getByText('Everyone with an account can use it: ada.').waitFor();
    await page.getByText('Sonarr tells Usher at once when something changes.').waitFor();
    expect(changes.filter((path) => path.endsWith('/assignments'))).toHaveLength(2);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { level: 1, name: 'Invite somebody' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Invite someone' }).waitFor();
    expect(await page.evaluate(`document.querySelectorAll('h1').length`)).toBe(1);
    await drawAll(page, 'wizard-invite');
  });

  it('issue 46: Back leads to the step before, which says what is there already', async () => {
    const { page } = ada;
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('heading', { level: 1, name: 'Let Usher look things up' }).waitFor();
    expect(await page.evaluate('document.activeElement.tagName')).toBe('H1');
    await page.getByText('Paste another token to use that one instead.').waitFor();
    const made = page.getByRole('link', { name: 'themoviedb.org/settings/api' });
    expect(await made.getAttribute('href')).toBe('https://www.themoviedb.org/settings/api');
    expect(await faultsSeen(page, 'wizard-token-there')).toEqual([]);
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('radio', { name: 'Radarr', exact: true }).waitFor();
    // What isn't connected yet is chosen at first.
    expect(await page.getByRole('radio', { name: 'Lidarr', exact: true }).isChecked()).toBe(true);
    expect(await page.getByText('Connected', { exact: true }).count()).toBe(2);
    expect(await page.getByRole('button', { name: 'Back' }).count()).toBe(0);
  });

  it('an invitation is a link, a code and a copy on plain HTTP, too', async () => {
    const { page, complaints } = ada;
    const before = complaints.length;
    await page.addInitScript(`Object.defineProperty(navigator, 'clipboard', { value: undefined })`);
    await page.goto(`${app.url}/admin/people`);
    await page.getByRole('button', { name: 'Invite someone' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite someone' });
    await dialog.getByLabel('Name').fill('ana');
    expect(await dialog.getByRole('checkbox', { name: 'Can set a password' }).isChecked()).toBe(true);
    await dialog.getByText('Without a password or passkey they can’t sign in again', { exact: false }).waitFor();
    await drawAll(page, 'invite-form');
    await dialog.getByRole('button', { name: /^Create (?:invite )?link$/ }).click();
    const field = dialog.getByRole('textbox', { name: 'Invite link' });
    inviteLink = await field.inputValue();
    expect(inviteLink).toMatch(new RegExp(`^${app.url}/join#[0-9a-f]{64}$`));
    expect(await field.getAttribute('readonly')).not.toBeNull();
    await dialog.getByRole('img', { name: 'QR code' }).waitFor();
    await dialog.getByText('This link only works on this computer.', { exact: false }).waitFor();
    await dialog.getByRole('button', { name: 'Copy link' }).click();
    await dialog.getByText('The link is copied.').waitFor();
    await drawAll(page, 'invite-link');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('region', { name: 'Open invites' }).getByText('ana', { exact: true }).waitFor();
    expect(await page.evaluate('document.activeElement.textContent.trim()')).toBe('Invite someone');
    await expect.poll(() => page.getByRole('cell', { name: /\bFilms\b/ }).count()).toBe(2);
    await page.evaluate(`document.body.append(Object.assign(document.createElement('input'), { id: 'pasted' }))`);
    await page.locator('#pasted').press('Control+V');
    expect(await page.locator('#pasted').inputValue()).toBe(inviteLink);
    await page.evaluate(`document.getElementById('pasted').remove()`);
    await drawAll(page, 'people');
    expect(complaints.slice(before)).toEqual([]);
  });

  it('opening it uses nothing up, its token leaves the address, and a reload keeps it', async () => {
    const look = await browser.person(app.url, LAPTOP);
    await look.page.goto(inviteLink);
    await look.page.getByRole('button', { name: 'Join' }).waitFor();
    await look.close();

    const ana = await browser.person(app.url, PHONE);
    const { page, complaints } = ana;
    await page.goto(inviteLink);
    await page.getByRole('button', { name: 'Join' }).waitFor();
    expect(page.url()).toBe(`${app.url}/join`);
    await page.reload();
    await page.getByRole('button', { name: 'Join' }).waitFor();
    await drawAll(page, 'join');
    await page.getByRole('button', { name: 'Join' }).dblclick();
    await page.getByRole('heading', { level: 1, name: 'Welcome, ana!' }).waitFor();
    expect(await page.evaluate<string>('JSON.stringify(history.state)')).not.toContain(inviteLink.slice(-64));
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Welcome, ana!' }).waitFor();
    await page.getByRole('button', { name: 'Skip for now' }).waitFor();
    await page.getByLabel('New password').fill('short');
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByRole('alert').getByText('at least 8 characters', { exact: false }).waitFor();
    await drawAll(page, 'join-password');
    await page.getByLabel('New password').fill('a password of ana');
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await page.getByText('Your password is saved.').waitFor();
    expect((await app.login('ana', 'a password of ana')).username).toBe('ana');
    expect(complaints.filter((complaint) => !complaint.includes('/api/discover/'))).toEqual([]);
    await ana.close();
  });

  it('a link that has lost its token, is used or is unknown says so, and has no button that can do nothing', async () => {
    const late = await browser.person(app.url, PHONE);
    await late.page.goto(`${app.url}/join`);
    await late.page.getByText('This link isn’t complete.', { exact: false }).waitFor();
    expect(await late.page.getByRole('button', { name: 'Join' }).count()).toBe(0);
    expect(late.complaints).toEqual([]);
    for (const [address, sentence] of [
      [inviteLink, 'This link has been used already.'],
      [`${app.url}/join#${'ab'.repeat(32)}`, 'This link doesn’t work any more.'],
    ] as const) {
      await late.page.goto(address);
      await late.page.getByRole('button', { name: 'Join' }).click();
      await late.page.getByRole('alert').getByText(sentence, { exact: false }).waitFor();
      expect(await late.page.getByRole('button').count()).toBe(0);
      await drawAll(late.page, 'join-refused');
    }
    await late.close();
  });

  it('a link that is taken back, or has expired, signs nobody in', async () => {
    // The budget of sign-ins is one minute's.
    await app.clock.leap(61_000);
    const { page } = ada;
    const link = await invite(page, 'ben');
    await page.getByRole('button', { name: 'Cancel link of ben' }).click();
    await page.getByText('The link of ben doesn’t work any more.').waitFor();
    const gone = await browser.person(app.url, PHONE);
    await gone.page.goto(link);
    await gone.page.getByRole('button', { name: 'Join' }).click();
    await gone.page.getByRole('alert').getByText('This link doesn’t work any more.', { exact: false }).waitFor();
    await page.getByRole('link', { name: 'ben', exact: true }).click();
    await page.getByRole('tab', { name: 'Signing in' }).click();
    const next = await invite(page, 'ben', 'New sign-in link for ben');
    await app.clock.leap(8 * 24 * 60 * 60_000);
    await gone.page.goto(next);
    await gone.page.getByRole('button', { name: 'Join' }).click();
    await gone.page.getByRole('alert').getByText('This link has expired.', { exact: false }).waitFor();
    await gone.close();
  });

  it('who is signed in already is told so before they join, and is somebody else afterwards', async () => {
    await app.clock.leap(61_000);
    const { page } = ada;
    await page.goto(`${app.url}/admin/people`);
    const link = await invite(page, 'cleo', undefined, false);
    const other = await page.context().newPage();
    await other.goto(link);
    await other.getByText('You’re signed in as ada here.', { exact: false }).waitFor();
    await other.getByRole('button', { name: 'Join' }).click();
    // Who may have no password is asked for none.
    await other.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await other.getByRole('link', { name: 'Profile' }).click();
    await other.getByText('You’re signed in as cleo.').waitFor();
    await other.close();
  });

  /** The names of the instances, whether each takes new people, and whether each takes the household's requests. */
  async function instances(): Promise<readonly unknown[]> {
    const admin = await app.login('ada', ADMIN_PASSWORD);
    const { body } = await admin.get('/api/instances');
    const list = body as readonly { readonly name: string; auto_add_users: boolean; is_default: boolean }[];
    return list.map(({ name, auto_add_users: isOpen, is_default: isDefault }) => [name, isOpen, isDefault]);
  }

  /** Invites somebody on the page of people, and answers the link. */
  async function invite(page: Page, name: string, button = 'Invite someone', mayHavePassword = true): Promise<string> {
    await page.getByRole('button', { name: button }).click();
    const dialog = page.getByRole('dialog');
    if (button === 'Invite someone') await dialog.getByLabel('Name').fill(name);
    if (!mayHavePassword) await dialog.getByRole('checkbox', { name: 'Can set a password' }).uncheck();
    const create = button === 'Invite someone' ? 'Create invite link' : 'Create link';
    await dialog.getByRole('button', { name: create }).click();
    const link = await dialog.getByRole('textbox', { name: 'Invite link' }).inputValue();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    return link;
  }
});

describe('issue 22 must-show 1: the same by keyboard alone, without a setup code, under BASE_PATH', () => {
  it('account, library and invitation', async () => {
    const app = await startApp({ env: { SETUP_CODE: 'off', BASE_PATH: '/a/b' } });
    const browser = await WebAppBrowser.open();
    const { page, complaints } = await browser.person(app.url, LAPTOP);
    await page.goto(app.url);
    await page.getByRole('heading', { level: 1, name: 'Create your account' }).waitFor();
    await page.getByLabel('Username').waitFor();
    expect(await page.getByLabel('Setup code').count()).toBe(0);
    await type(page, 'Username', 'ada');
    await type(page, 'Password', ADMIN_PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('radio', { name: 'Radarr', exact: true }).waitFor();
    await type(page, 'Address', app.radarr.url);
    await type(page, 'API key', app.radarr.apiKey);
    await press(page, 'Test connection');
    await page.getByRole('status').getByText('works').waitFor();
    await page.keyboard.press('Shift+Tab');
    await press(page, 'Save library');
    await page.getByText('Radarr tells Usher at once when something changes.').waitFor();
    await page.getByText('Everyone with an account can use it: ada.').waitFor();
    expect(await page.evaluate('document.activeElement.tagName')).toBe('H1');
    await press(page, 'Continue');
    await page.getByRole('button', { name: 'Invite someone' }).waitFor();
    await press(page, 'Invite someone');
    await type(page, 'Name', 'ana');
    await page.keyboard.press('Enter');
    const link = await page.getByRole('textbox', { name: 'Invite link' }).inputValue();
    expect(link.startsWith(`${app.url}/join#`)).toBe(true);
    expect(complaints).toEqual([]);

    const ana = await browser.person(app.url, PHONE);
    await ana.page.goto(link);
    await ana.page.getByRole('button', { name: 'Join' }).waitFor();
    expect(ana.page.url()).toBe(`${app.url}/join`);
    await press(ana.page, 'Join');
    await type(ana.page, 'New password', 'a password of ana');
    await ana.page.keyboard.press('Enter');
    await ana.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    expect(ana.complaints.filter((complaint) => !complaint.includes('/api/discover/'))).toEqual([]);
    await browser.close();
    app.server.closeAllConnections();
    await app.close();
  });
});

async function type(page: Page, field: string, text: string): Promise<void> {
  await page.getByLabel(field, { exact: true }).waitFor();
  await tabTo(page, field);
  await page.keyboard.type(text);
}

async function press(page: Page, button: string): Promise<void> {
  await tabTo(page, button);
  await page.keyboard.press('Enter');
}
