import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { OidcFake } from '../fakes/oidc/oidc-fake.js';
import { tabTo } from '../harness/keyboard.js';
import { type App, type Session, startApp } from '../harness/start-app.js';
import { type AppPage, WebAppBrowser } from '../harness/web-app-browser.js';
import { faultsSeen, LAPTOP } from '../harness/page-faults.js';
import { openSignedIn } from './live-household.js';

/** What is served is dist/web, as the build leaves it. */
describe('doc3 §12.2: single sign-on is set up in the settings', () => {
  let app: App;
  let origin: string;
  let admin: Session;
  let provider: OidcFake;
  let browser: WebAppBrowser;
  let person: AppPage;
  let page: Page;

  beforeAll(async () => {
    app = await startApp();
    origin = `http://localhost:${new URL(app.url).port}`;
    provider = await new OidcFake(() => app.clock.now()).start();
    app.secrets.plant('OIDC client secret', provider.clientSecret ?? '');
    admin = await app.setUpAdmin();
    browser = await WebAppBrowser.open();
    person = await browser.person(origin, LAPTOP);
    ({ page } = person);
    page.setDefaultTimeout(10_000);
    await openSignedIn(page, origin, 'admin', '/');
  });

  beforeEach(async () => {
    await page.unrouteAll();
    await page.setViewportSize(LAPTOP);
  });

  afterAll(async () => {
    await browser.close();
    app.server.closeAllConnections();
    await app.close();
    await provider.stop();
  });

  const section = () => page.getByRole('region', { name: 'Single sign-on', exact: true });
  const show = async (): Promise<void> => {
    await page.goto(`${origin}/admin/settings/signing-in`);
    await section().getByLabel('Issuer').waitFor();
  };
  const bar = () => page.getByRole('region', { name: 'Changes' });
  const press = (name: string): Promise<void> =>
    (name === 'Save' ? bar() : section()).getByRole('button', { name, exact: true }).click();
  const saved = (): Promise<void> => bar().waitFor({ state: 'detached' });
  const says = (role: 'alert' | 'status', text: string): Promise<void> =>
    section().getByRole(role).filter({ hasText: text }).waitFor();
  const stored = async () =>
    (await admin.get('/api/admin/oidc')).body as Readonly<Record<string, unknown>> & { readonly has_secret: boolean };
  const look = async (name: string): Promise<void> => {
    expect([name, await faultsSeen(page, name)]).toEqual([name, []]);
  };

  it('without an external address there is no redirect address, and saving says what is missing', async () => {
    await show();
    await says('status', 'needs an external address that begins with https://');
    await section().getByLabel('Allow single sign-on').check();
    await press('Save');
    await says('alert', 'Enter the address of your provider.');
    await says('alert', 'Enter the client ID.');
    await section().getByLabel('Issuer').fill(provider.url);
    await section().getByLabel('Client ID').fill(provider.clientId);
    await press('Save');
    await says('alert', 'needs an external address that begins with https://');
    await page.goto(`${origin}/admin/settings/network`);
    await page.getByRole('region', { name: 'External address' }).getByLabel('Address').fill(origin);
    await press('Save');
    await saved();
    await show();
    expect(await section().getByLabel('Redirect address').inputValue()).toBe(`${origin}/api/auth/oidc/callback`);
  });

  it('the secret is write-only: stored, never shown, kept where it is left empty', async () => {
    await show();
    await section().getByLabel('Name on the button').fill('House');
    await section().getByLabel('Issuer').fill('http://elsewhere');
    await section().getByLabel('Client ID').fill(provider.clientId);
    await section()
      .getByLabel('Client secret')
      .fill(provider.clientSecret ?? '');
    await press('Save');
    await says('alert', 'Enter an address that begins with https://');
    expect(await section().getByLabel('Issuer').getAttribute('aria-invalid')).toBe('true');
    await section().getByLabel('Issuer').fill(provider.url);
    await section().getByLabel('Allow single sign-on').check();
    await press('Save');
    await saved();
    await section().getByText('A secret is stored. Leave this empty to keep it.').waitFor();
    expect(await section().getByLabel('Client secret').inputValue()).toBe('');
    expect(await page.content()).not.toContain(provider.clientSecret);
    await section().getByText('Groups and more').click();
    await section().getByLabel('More scopes').fill('groups roles');
    await section().getByLabel('Only these groups may sign in').fill('family\nfriends, too');
    await press('Save');
    await saved();
    expect(await stored()).toMatchObject({
      enabled: true,
      label: 'House',
      has_secret: true,
      additional_scopes: ['groups', 'roles'],
      allowed_groups: ['family', 'friends, too'],
    });
    await section().getByLabel('Issuer').fill('https://login.example');
    await press('Save');
    await says('alert', 'Another provider needs a secret of its own.');
    await look('settings-sso');
  });

  it('a check answers in a sentence: the provider answers, has another name, or can’t be reached', async () => {
    await show();
    await press('Check provider');
    await says('status', 'The provider answers. It signs with ');
    await section().getByLabel('Client ID').fill('another');
    await press('Check provider');
    await says('alert', 'Save your changes first.');
    await section().getByLabel('Client ID').fill(provider.clientId);
    provider.document = { issuer: 'https://login.example' };
    await press('Check provider');
    await says('alert', 'The provider calls itself https://login.example.');
    provider.honest();
    provider.fail('GET /jwks', { status: 500 }, 50);
    await press('Check provider');
    await says('alert', 'The provider can’t be used: the keys: ');
    provider.recover();
  });

  it('the sign-in is tried: who is in no group learns so, and an account is neither made nor changed', async () => {
    await show();
    await section().getByText('Nobody has tried these settings yet.').waitFor();
    provider.person = { sub: 'sub-mara', claims: { preferred_username: 'mara', groups: ['guests'] } };
    await press('Try the sign-in');
    await says('alert', 'You’re in none of the groups that may sign in. Your groups there: guests');
    provider.person = { sub: 'sub-mara', claims: { preferred_username: 'mara', groups: ['family'] } };
    await press('Try the sign-in');
    await says('status', 'The sign-in works. You are mara there, but no account here belongs to it.');
    await says('status', 'Your groups there: family');
    expect(page.url()).toBe(`${origin}/admin/settings/signing-in`);
    await section().getByText('Someone has signed in with these settings, so they work.').waitFor();
    expect((await admin.get('/api/admin/users')).body).toHaveLength(1);
    await page.reload();
    await section().getByLabel('Issuer').waitFor();
    expect(await section().getByText('The sign-in works.', { exact: false }).count()).toBe(0);
  });

  it('who has signed in by it is named on the page of the person, and unlinked once that is confirmed', async () => {
    await show();
    await section().getByLabel('Create accounts automatically').check();
    await press('Save');
    await saved();
    const mara = await browser.person(origin, LAPTOP);
    await mara.page.goto(`${origin}/sign-in`);
    await mara.page.getByRole('button', { name: 'Continue with House' }).click();
    await mara.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await page.goto(`${origin}/admin/people`);
    await page.getByRole('link', { name: /^mara/ }).click();
    await page.getByRole('tab', { name: 'Signing in' }).click();
    const links = page.getByRole('region', { name: 'Linked sign-ins' });
    await links.getByText(`sub-mara, ${provider.url}`).waitFor();
    await links.getByRole('button', { name: 'Unlink Single sign-on' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
    await links.getByText('No Plex account and no single sign-on lets them in.').waitFor();
    await page.getByRole('tab', { name: 'Devices' }).click();
    await page.getByRole('region', { name: 'Devices' }).getByText('Not signed in anywhere.').waitFor();
    await mara.close();
  });

  it('where another address is open, the sign-in is tried at the external one', async () => {
    await page.route('**/api/admin/oidc', async (route) => {
      const answer = await route.fetch();
      const config = (await answer.json()) as object;
      await route.fulfill({
        response: answer,
        json: { ...config, callback_url: 'https://usher.example/api/auth/oidc/callback' },
      });
    });
    await show();
    await section().getByRole('link', { name: 'https://usher.example' }).waitFor();
    expect(await section().getByRole('button', { name: 'Try the sign-in' }).count()).toBe(0);
  });

  it('it is required only after a question, and only once it was tried', async () => {
    await show();
    await section().getByLabel('Name on the button').fill('Our house');
    await section().getByText('Groups and more').click();
    await section().getByLabel('Claim with the groups').fill('roles');
    await section().getByLabel('Require single sign-on').check();
    await press('Save');
    const dialog = page.getByRole('dialog', { name: 'Require single sign-on?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await stored()).toMatchObject({ sso_only: false, label: 'House' });
    await press('Save');
    await dialog.getByRole('button', { name: 'Require it' }).click();
    await says('alert', 'Save these settings and try the sign-in first.');
    await section().getByLabel('Claim with the groups').fill('groups');
    await press('Save');
    await dialog.getByRole('button', { name: 'Require it' }).click();
    await saved();
    expect(await stored()).toMatchObject({ sso_only: true, label: 'Our house', tested: true });
  });

  it('by keyboard alone: the stored secret is removed', async () => {
    await show();
    await tabTo(page, 'Remove the stored secret');
    await page.keyboard.press('Space');
    await tabTo(page, 'Require single sign-on');
    await page.keyboard.press('Space');
    await tabTo(page, 'Save');
    await page.keyboard.press('Enter');
    await saved();
    expect(await stored()).toMatchObject({ has_secret: false, sso_only: false });
    // The way to the provider is the only one that leads to another host.
    const others = person.complaints.filter(
      (complaint) => !complaint.startsWith(`asked for: ${provider.url}/authorize?`),
    );
    expect(others.filter((complaint) => !/ (?:50\d|4\d\d) /.test(complaint))).toEqual([]);
  });
});
