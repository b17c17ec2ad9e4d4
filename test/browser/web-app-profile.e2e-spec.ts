import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { failUntilClicked, tryAllAgain } from '../harness/failing-read.js';
import { tabTo } from '../harness/keyboard.js';
import { PHONE } from '../harness/page-faults.js';
import { AccountHousehold, PASSWORD } from './account-household.js';

const ANOTHER = 'another good password';

/** What is served is dist/web, as the build leaves it. */
describe('issue 22: one’s own account in a browser', () => {
  let home: AccountHousehold;
  let house: AccountHousehold['house'];
  let page: Page;
  let origin: string;
  let browser: AccountHousehold['browser'];
  let heading: AccountHousehold['heading'];
  let show: AccountHousehold['show'];
  let signIn: AccountHousehold['signIn'];
  let signOut: AccountHousehold['signOut'];

  beforeAll(async () => {
    home = await AccountHousehold.open();
    ({ house, page, origin, browser, heading, show, signIn, signOut } = home);
  });

  beforeEach(async () => {
    // The budget of sign-ins is one minute's.
    await house.hubs.pass(61_000);
  });

  afterAll(() => home.close());

  it('a password is changed with the one before; other devices are signed out', async () => {
    await show('/profile/signing-in', 'Profile');
    const password = page.getByRole('region', { name: 'Password' });
    await password.getByLabel('New password').fill('short');
    await password.getByRole('button', { name: 'Change password' }).click();
    await password.getByRole('alert').getByText('Enter your current password.').waitFor();
    await password.getByLabel('Current password').fill('not this one');
    await password.getByRole('button', { name: 'Change password' }).click();
    await password.getByRole('alert').getByText('at least 8 characters').waitFor();
    await password.getByLabel('New password').fill(ANOTHER);
    await password.getByRole('button', { name: 'Change password' }).click();
    await password.getByRole('alert').getByText('That isn’t your current password.').waitFor();
    await password.getByLabel('Current password').fill(PASSWORD);
    const other = await house.app.login('ana', PASSWORD);
    await password.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Your password is changed.').waitFor();
    expect((await other.get('/api/auth/me')).status).toBe(401);
    await house.hubs.pass(61_000);
    await password.getByLabel('Current password').fill(ANOTHER);
    await password.getByLabel('New password').fill(PASSWORD);
    await password.getByRole('button', { name: 'Change password' }).dblclick();
    await expect.poll(() => password.getByLabel('Current password').inputValue()).toBe('');
    house.ana = await house.app.login('ana', PASSWORD);
  });

  it('a passkey is added, signs in, is not made twice on one device, and is removed', async () => {
    await show('/profile/signing-in', 'Profile');
    const passkeys = page.getByRole('region', { name: 'Passkeys' });
    await passkeys.getByText('You have no passkey here yet.').waitFor();
    await passkeys.getByLabel('Name of the passkey').fill('<b>My phone</b>');
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
    await passkeys.getByRole('list').getByText('<b>My phone</b>').waitFor();
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
    await passkeys.getByRole('alert').getByText('This device has a passkey for your account already.').waitFor();
    await signOut();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByRole('tab', { name: 'Signing in' }).click();
    await passkeys.getByRole('button', { name: 'Remove passkey <b>My phone</b>' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove “<b>My phone</b>”?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await passkeys.getByRole('button', { name: 'Remove passkey' }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await passkeys.getByText('You have no passkey here yet.').waitFor();
  });

  it('doc 3 §1.8: /passkeys/setup leads to a page that adds one', async () => {
    await page.goto(`${origin}/passkeys/setup`);
    await page.getByRole('link', { name: 'Go on in this browser' }).click();
    await heading('Add a passkey').waitFor();
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await heading('Profile').waitFor();
    await page.getByRole('button', { name: 'Remove passkey' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('You have no passkey here yet.').waitFor();
  });

  it('where the address has a number instead of a name, one sentence takes the place of the form', async () => {
    const other = await browser.person(house.app.url, PHONE);
    await other.page.goto(`${house.app.url}/profile/signing-in`);
    await other.page.getByLabel('Username').fill('ana');
    await other.page.getByLabel('Password').fill(PASSWORD);
    expect(await other.page.getByRole('button', { name: 'Use a passkey' }).count()).toBe(0);
    await other.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await other.page.getByText('Passkeys need an address with a name.', { exact: false }).waitFor();
    expect(await other.page.getByRole('button', { name: 'Add a passkey' }).count()).toBe(0);
    // Single sign-on leads back to another address, so that it begins there.
    await other.page.getByRole('button', { name: 'Sign out', exact: true }).click();
    const link = other.page.getByRole('link', { name: origin });
    expect(await link.getAttribute('href')).toBe(`${origin}/sign-in`);
    await other.close();
  });

  it('media servers: an account is made, one is linked, and somebody is invited', async () => {
    house.emby.given.account({ name: 'anna', password: 'her password there' });
    await show('/profile/watching', 'Profile');
    const films = page.getByRole('article', { name: 'Films', exact: true });
    await films.getByRole('button', { name: 'Create account on Films' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create account' }).click();
    await dialog.getByRole('alert').getByText('at least 8 characters').waitFor();
    await dialog.getByLabel('Password for this server').fill('a password of films');
    await dialog.getByRole('button', { name: 'Create account' }).dblclick();
    await films.getByText('Your account: ana').waitFor();
    expect(await films.getByRole('link', { name: 'Open Films' }).getAttribute('rel')).toBe('noreferrer noopener');

    const more = page.getByRole('article', { name: 'More films' });
    await more.getByRole('button', { name: 'Link my account on More films' }).click();
    await dialog.getByLabel('Username there').fill('anna');
    await dialog.getByLabel('Password there').fill('wrong');
    await dialog.getByRole('button', { name: 'Link my account' }).click();
    await dialog.getByRole('alert').getByText('doesn’t know this name with this password').waitFor();
    expect(await home.faultsOf('link-account')).toEqual([]);
    await dialog.getByLabel('Password there').fill('her password there');
    await dialog.getByRole('button', { name: 'Link my account' }).click();
    await more.getByText('Your account: anna').waitFor();

    const basement = page.getByRole('article', { name: 'Basement' });
    await page.getByRole('button', { name: 'Use my Plex account' }).waitFor();
    await basement.getByRole('button', { name: 'Get invited to Basement' }).click();
    await dialog.getByLabel('Email address of your Plex account').fill('no address');
    await dialog.getByRole('button', { name: 'Get invited' }).click();
    await dialog.getByRole('alert').getByText('That isn’t an email address.').waitFor();
    expect(await home.faultsOf('get-invited')).toEqual([]);
    await dialog.getByLabel('Email address of your Plex account').fill('ana@example.org');
    await dialog.getByRole('button', { name: 'Get invited' }).click();
    await basement.getByText('ana@example.org is invited.', { exact: false }).waitFor();
  });

  it('children have no links that lead out of the app', async () => {
    await page.route('**/api/web/session/refresh', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { readonly user: object };
      await route.fulfill({ response: answer, json: { ...body, user: { ...body.user, child: true } } });
    });
    await show('/profile/watching', 'Profile');
    await page.getByRole('article', { name: 'Films', exact: true }).getByText('Your account: ana').waitFor();
    expect(await page.getByRole('tabpanel').getByRole('link').count()).toBe(0);
    expect(await page.getByText('https://films.example').count()).toBe(0);
    await page.unroute('**/api/web/session/refresh');
  });

  it('a theme is kept, and is there before anything is drawn', async () => {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' });
    await show('/profile', 'Profile');
    const ground = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    const light = await ground();
    await page.getByText('Dark', { exact: true }).click();
    await expect.poll(ground).not.toBe(light);
    const dark = await ground();
    await page.getByRole('checkbox', { name: 'Reduce motion' }).check();
    // The app doesn't come: what is seen is what the page shows before it.
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.reload();
    expect(await ground()).toBe(dark);
    await page.unroute('**/assets/*.js');
    await page.reload();
    await page.getByRole('radio', { name: 'Dark' }).waitFor();
    expect(await page.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true);
    expect(await page.evaluate('getComputedStyle(document.querySelector("a")).transitionDuration')).toMatch(
      /^(1e-05|0)/,
    );
    await page.getByRole('checkbox', { name: 'Reduce motion' }).uncheck();
    await page.getByText('Like the device', { exact: true }).click();
    await expect.poll(ground).toBe(light);
    expect(await page.evaluate('localStorage.length')).toBe(0);
  });

  it('each block has its own failure, and the others go on', async () => {
    const region = (name: string) => page.getByRole('region', { name, exact: true });
    const passkeys = region('Passkeys');
    const none = passkeys.getByText('You have no passkey here yet.');
    const parts = [
      ['/profile', '**/api/me/request-quotas', 'What you can ask for', page.getByText('No limit').first()],
      [
        '/profile/watching',
        '**/api/media-servers',
        'Media servers',
        region('Media servers').getByRole('article').first(),
      ],
      ['/profile/devices', '**/api/me/devices', 'Devices', region('Devices').getByText('This device')],
      ['/profile/signing-in', '**/api/auth/passkeys', 'Passkeys', none.or(passkeys.getByRole('listitem')).first()],
      [
        '/profile/signing-in',
        '**/api/auth/hub/identities',
        'Linked sign-ins',
        page.getByRole('button', { name: 'Link House' }),
      ],
    ] as const;
    for (const [address, call, block, content] of parts) {
      await failUntilClicked(page, call, 500);
      await show(address, 'Profile');
      await region(block).getByText('Something went wrong on the server.').waitFor();
      expect(await content.count()).toBe(0);
      if (block === 'Passkeys') await region('Password').waitFor();
      await expect.poll(() => page.getByRole('button', { name: 'Try again' }).count()).toBe(1);
      await tryAllAgain(page);
      await content.waitFor();
      await page.unroute(call);
    }
  });

  it('issue 46: its parts have addresses of their own, and what one can still ask for is told by kind', async () => {
    await house.admin.put('/api/admin/request-quotas', {
      allowances: [{ media_type: 'movie', count: 3, window_days: 7 }],
    });
    await show('/profile', 'Profile');
    const allowances = page.getByRole('region', { name: 'What you can ask for' });
    await allowances.getByText('3 of 3 films left this week.').waitFor();
    expect(await allowances.getByRole('listitem').count()).toBe(5);
    expect(await home.faultsOf('profile-you')).toEqual([]);
    const calls: string[] = [];
    page.on('request', (call) => calls.push(new URL(call.url()).pathname));
    await page.getByRole('tab', { name: 'Devices' }).click();
    await page.getByRole('list', { name: 'Devices' }).getByText('This device').waitFor();
    expect(page.url()).toBe(`${origin}/profile/devices`);
    expect(calls.filter((path) => path.includes('/api/auth/passkeys'))).toEqual([]);
    await page.reload();
    expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('Devices');
    expect(await home.faultsOf('profile-devices')).toEqual([]);
    await page.keyboard.press('Tab');
    await page.getByRole('tab', { name: 'Devices' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await allowances.waitFor();
  });

  it('signing out everywhere says what will happen, and ends every session of the account', async () => {
    const other = await house.app.login('ana', PASSWORD);
    await show('/profile/devices', 'Profile');
    await page.getByText('Sign out everywhere').click();
    await page.getByText('You’ll have to sign in again on every device, this one too.').waitFor();
    await page.getByRole('button', { name: 'Sign out on all devices' }).click();
    await heading('Sign in').waitFor();
    expect((await other.get('/api/auth/me')).status).toBe(401);
    await house.app.clock.leap(61_000);
    house.ana = await house.app.login('ana', PASSWORD);
    await signIn();
  });

  it('by keyboard alone: the theme, a passkey and its removal, and the focus comes back', async () => {
    await show('/profile', 'Profile');
    await tabTo(page, 'Like the device');
    await page.keyboard.press('ArrowDown');
    expect(await page.getByRole('radio', { name: 'Light' }).isChecked()).toBe(true);
    await page.keyboard.press('ArrowUp');
    await show('/profile/signing-in', 'Profile');
    await page.getByText('You have no passkey here yet.').waitFor();
    await tabTo(page, 'Name of the passkey');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove passkey' }).waitFor();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.evaluate('document.activeElement.textContent.trim()')).toBe('Remove');
  });

  it('issue 22 must-show 4: axe-core finds nothing in the profile and its dialogs, and nothing is wider than the window', async () => {
    const found: string[] = [];
    await show('/profile/signing-in', 'Profile');
    await page.getByRole('button', { name: 'Remove passkey' }).waitFor();
    await page.getByRole('button', { name: 'Change password' }).click();
    found.push(...(await home.faultsOf('profile-signing-in')));
    await page.getByRole('button', { name: 'Remove passkey' }).click();
    found.push(...(await home.faultsOf('remove-passkey')));
    await page.keyboard.press('Escape');
    await page.route('**/api/media-servers', async (route) => {
      const answer = await route.fetch();
      const servers = (await answer.json()) as readonly object[];
      await route.fulfill({ response: answer, json: servers.map((server) => ({ ...server, account: null })) });
    });
    await show('/profile/watching', 'Profile');
    await page.getByRole('article', { name: 'Films', exact: true }).waitFor();
    found.push(...(await home.faultsOf('profile-watching')));
    await page.getByRole('button', { name: 'Create account on Films' }).click();
    await page.getByRole('dialog').getByRole('button').first().click();
    found.push(...(await home.faultsOf('create-account')));
    await page.keyboard.press('Escape');
    await page.unrouteAll();
    await show('/settings/passkeys/new', 'Add a passkey');
    await page.getByRole('button', { name: 'Add a passkey' }).waitFor();
    found.push(...(await home.faultsOf('new-passkey')));
    expect(found).toEqual([]);
  });
});
