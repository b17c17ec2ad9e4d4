import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { ADMIN_PASSWORD } from '../harness/start-app.js';
import { withAuthenticator } from '../harness/virtual-authenticator.js';
import { drawAll, PHONE } from '../harness/page-faults.js';
import { AccountHousehold } from './account-household.js';

/** What is served is dist/web, as the build leaves it. */
describe('issue 22: signing in, in a browser', () => {
  let home: AccountHousehold;
  let house: AccountHousehold['house'];
  let page: Page;
  let origin: string;
  let provider: AccountHousehold['provider'];
  let browser: AccountHousehold['browser'];
  let heading: AccountHousehold['heading'];
  let show: AccountHousehold['show'];
  let signIn: AccountHousehold['signIn'];
  let signOut: AccountHousehold['signOut'];

  beforeAll(async () => {
    home = await AccountHousehold.open();
    ({ house, page, origin, provider, browser, heading, show, signIn, signOut } = home);
  });

  beforeEach(async () => {
    // The budget of sign-ins is one minute's.
    await house.hubs.pass(61_000);
  });

  afterAll(() => home.close());

  it('offers what the server offers, in the order passkey, Plex, single sign-on, password', async () => {
    const other = await browser.person(origin, PHONE);
    await other.page.goto(`${origin}/sign-in`);
    await other.page.getByLabel('Password').waitFor();
    const names = await other.page.getByRole('main').getByRole('button').allInnerTexts();
    expect(names).toEqual(['Use a passkey', 'Continue with Plex', 'Continue with House', 'Sign in']);
    await drawAll(other.page, 'sign-in');
    expect(other.complaints).toEqual([]);
    await other.close();
  });

  it('with single sign-on alone, the other ways are for administrators', async () => {
    await page.route('**/api/auth/status', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), sso_only: true } });
    });
    await signOut();
    await page.getByRole('button', { name: 'Continue with House' }).waitFor();
    expect(await page.getByRole('button', { name: 'Continue with Plex' }).count()).toBe(0);
    expect(await page.getByLabel('Password').isVisible()).toBe(false);
    await page.getByText('Administrators sign in here').click();
    await page.getByLabel('Password').waitFor();
    await page.unroute('**/api/auth/status');
  });

  it('single sign-on: in the same window, back to the page that was asked for, and no code in the address', async () => {
    provider.person = { sub: 'sub-mara', claims: { preferred_username: 'mara' } };
    await page.goto(`${origin}/requests`);
    await page.getByRole('button', { name: 'Continue with House' }).click();
    await heading('My requests').waitFor();
    expect(page.url()).toBe(`${origin}/requests`);
    expect(await page.evaluate('[sessionStorage.length, history.state.invite]')).toEqual([0, undefined]);
    await signOut();
  });

  it('single sign-on that is refused, or was begun elsewhere, is said in words', async () => {
    await page.goto(`${origin}/#/oidc/return?code=a&flow=b`);
    await page.getByText('This sign-in was started in another browser or tab.', { exact: false }).waitFor();
    expect(page.url()).toBe(`${origin}/oidc/return`);
    await page.getByRole('link', { name: 'Go to sign-in' }).click();
    provider.answer = { code: undefined, error: 'access_denied' };
    await page.getByRole('button', { name: 'Continue with House' }).click();
    await page.getByRole('alert').getByText('The sign-in was refused there, or cancelled.').waitFor();
    provider.honest();
  });

  it('Plex: in the same window, and this page goes on once it is approved there', async () => {
    await page.goto(`${origin}/sign-in?to=/requests`);
    await page.getByRole('button', { name: 'Continue with Plex' }).click();
    await heading('Plex').waitFor();
    const back = new URLSearchParams(new URL(page.url()).hash.slice(2)).get('forwardUrl') ?? '';
    expect(back).toBe(`${origin}/sign-in`);
    await page.goto(back);
    await page.getByText('Waiting for Plex').waitFor();
    await home.approve(house.hubs.mara);
    await heading('My requests').waitFor();
    await signOut();
  });

  it('Plex: given up, the other ways are there again', async () => {
    await page.getByRole('button', { name: 'Continue with Plex' }).click();
    await heading('Plex').waitFor();
    await page.goto(`${origin}/sign-in`);
    await page.getByText('Waiting for Plex').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByLabel('Username').waitFor();
    await page.reload();
    await page.getByLabel('Username').waitFor();
    await signIn();
  });

  it('a sign-in is linked in the profile, and unlinked; the last way in stays', async () => {
    provider.person = { sub: 'sub-ana', claims: { preferred_username: 'ana' } };
    await show('/profile/signing-in', 'Profile');
    const links = page.getByRole('region', { name: 'Linked sign-ins' });
    await links.getByRole('button', { name: 'Link House' }).click();
    // The message goes by itself, so that it isn't waited for after the button.
    await Promise.all([
      links.getByRole('button', { name: 'Unlink House' }).waitFor(),
      page.getByText('Your account is linked.').waitFor(),
    ]);
    const otto = house.hub.given.person({ id: 3_100_460, username: 'otto', email: 'otto@example.org' });
    await links.getByRole('button', { name: 'Link Plex' }).click();
    await heading('Plex').waitFor();
    await page.goto(`${origin}/profile/signing-in`);
    await links.getByText('Waiting for Plex').waitFor();
    await home.approve(otto);
    await links.getByRole('button', { name: 'Unlink Plex' }).waitFor();
    for (const name of ['Plex', 'House']) {
      await links.getByRole('button', { name: `Unlink ${name}` }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
      await links.getByRole('button', { name: `Link ${name}` }).waitFor();
    }
    await page.route('**/api/auth/oidc/identities', (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({ status: 409, json: { error: 'x', code: 'last_sign_in_method' } })
        : route.fulfill({
            json: {
              identities: [{ issuer: 'https://id.example', subject: 's', created_at: '2026-01-01T00:00:00Z' }],
            },
          }),
    );
    await page.reload();
    await links.getByRole('button', { name: 'Unlink House' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
    await page.getByRole('alert').getByText('This is your last way to sign in.', { exact: false }).waitFor();
    await page.unroute('**/api/auth/oidc/identities');
  });

  it('who shows which Plex account is theirs is invited to the server', async () => {
    await show('/profile/watching', 'Profile');
    await page.getByRole('button', { name: 'Use my Plex account' }).click();
    await heading('Plex').waitFor();
    await page.goto(`${origin}/profile/watching`);
    await page.getByText('Waiting for Plex').waitFor();
    const rosa = house.hub.given.person({ id: 3_100_470, username: 'rosa', email: 'rosa@example.org' });
    await home.approve(rosa);
    const basement = page.getByRole('article', { name: 'Basement' });
    await basement.getByText('rosa is invited.', { exact: false }).waitFor();
    await page.getByText('The invitation is on its way.').waitFor();
  });

  it('an invitation is redeemed by single sign-on', async () => {
    provider.person = { sub: 'sub-carl', claims: { preferred_username: 'carl' } };
    const link = await home.inviteLinkFor('carl');
    const other = await browser.person(origin, PHONE);
    await other.page.goto(link);
    await other.page.getByRole('button', { name: 'Join', exact: true }).waitFor();
    await other.page.getByRole('button', { name: 'Join with House' }).click();
    await heading('Home', other.page).waitFor();
    await other.page.goto(`${origin}/profile`);
    await other.page.getByText('You’re signed in as carl.').waitFor();
    await other.close();
  });

  it('who has joined is offered a password and a passkey', async () => {
    const link = await home.inviteLinkFor('dora');
    const users = (await house.admin.get('/api/admin/users')).body as readonly {
      readonly id: number;
      readonly username: string;
    }[];
    const dora = users.find(({ username }) => username === 'dora');
    await AccountHousehold.allowAllWays(house, dora?.id);
    const other = await browser.person(origin, PHONE);
    await withAuthenticator(other.page);
    await other.page.goto(link);
    await other.page.getByRole('button', { name: 'Join', exact: true }).click();
    await other.page.getByLabel('New password').waitFor();
    await drawAll(other.page, 'joined');
    await other.page.getByRole('button', { name: 'Add a passkey' }).click();
    await heading('Home', other.page).waitFor();
    await other.close();
  });

  it('issue 22 must-show 4: axe-core finds nothing on the pages of signing in, and nothing is wider than the window', async () => {
    const found: string[] = [];
    await signOut();
    await page.getByRole('button', { name: 'Use a passkey' }).waitFor();
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    found.push(...(await home.faultsOf('sign-in')));
    await page.goto(`${origin}/#/oidc/return?code=a&flow=b`);
    await page.getByText('This sign-in was started').waitFor();
    found.push(...(await home.faultsOf('oidc-return')));
    expect(found).toEqual([]);
  });

  it('an administrator signs in as before', async () => {
    await page.goto(`${origin}/sign-in`);
    await page.getByLabel('Username').fill('admin');
    await page.getByLabel('Password').fill(ADMIN_PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await heading('Home').waitFor();
  });
});
