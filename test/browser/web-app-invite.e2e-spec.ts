import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Page } from 'playwright-core';
import { OidcFake } from '../fakes/oidc/oidc-fake.js';
import { type App, type Session, startApp } from '../harness/start-app.js';
import { type AppPage, WebAppBrowser } from '../harness/web-app-browser.js';
import { faultsSeen, LAPTOP } from '../harness/page-faults.js';
import { openSignedIn } from './live-household.js';

interface Row {
  readonly id: number;
  readonly username: string;
  readonly child: boolean;
  readonly password_enabled: boolean;
  readonly passkey_enabled: boolean;
}

/** What is served is dist/web, as the build leaves it. */
describe('design §4, People: whom an invitation is for, and how they sign in again', () => {
  let app: App;
  let origin: string;
  let admin: Session;
  let browser: WebAppBrowser;
  let person: AppPage;
  let page: Page;

  beforeAll(async () => {
    app = await startApp();
    // Passkeys need a name in the address.
    origin = `http://localhost:${new URL(app.url).port}`;
    admin = await app.setUpAdmin();
    browser = await WebAppBrowser.open();
    person = await browser.person(origin, LAPTOP);
    ({ page } = person);
    page.setDefaultTimeout(10_000);
    await openSignedIn(page, origin, 'admin', '/admin/people');
  });

  beforeEach(async () => {
    await page.unrouteAll();
    await app.clock.leap(61_000);
    admin = await app.refresh(admin);
  });

  afterAll(async () => {
    await browser.close();
    app.server.closeAllConnections();
    await app.close();
  });

  const dialog = () => page.getByRole('dialog');
  const open = async (name: string): Promise<void> => {
    await page.goto(`${origin}/admin/people`);
    await page.getByRole('button', { name: 'Invite someone' }).click();
    await dialog().getByLabel('Name').fill(name);
  };
  const create = (): Promise<void> => dialog().getByRole('button', { name: 'Create invite link' }).click();
  const link = () => dialog().getByRole('textbox', { name: 'Invite link' });
  const row = async (name: string): Promise<Row | undefined> =>
    ((await admin.get('/api/admin/users')).body as readonly Row[]).find(({ username }) => username === name);
  const policyOf = async (name: string) =>
    (await admin.get(`/api/admin/users/${(await row(name))?.id}/content-policy`)).body;
  const look = async (name: string): Promise<void> => {
    expect([name, await faultsSeen(page, name)]).toEqual([name, []]);
  };

  it('an invitation for a child: the limits hold before anybody sees the link', async () => {
    await open('kim');
    await dialog().getByLabel('This is for a child').check();
    expect(await dialog().getByLabel('Films up to').inputValue()).toBe('PG');
    await dialog().getByLabel('Ratings of').selectOption('Germany');
    await dialog().getByLabel('Films up to').selectOption('6');
    await look('invite-child');
    await create();
    await link().waitFor();
    expect(await row('kim')).toMatchObject({ child: true, password_enabled: true });
    expect(await policyOf('kim')).toMatchObject({ rating_region: 'DE', max_movie_rating: '6', block_unrated: true });
  });

  it('limits that couldn’t be set are said, can be set once more, and the link isn’t shown before', async () => {
    await page.route('**/content-policy', (route) =>
      route.fulfill({ status: 503, json: { error: 'x', code: 'rating_lists_unavailable' } }),
    );
    await open('lou');
    await dialog().getByLabel('This is for a child').check();
    await dialog().getByLabel('Films up to').waitFor();
    await create();
    await dialog().getByText('the limits for a child couldn’t be set', { exact: false }).waitFor();
    expect(await link().count()).toBe(0);
    expect(await page.evaluate('document.activeElement.textContent.trim()')).toBe('Try again');
    await look('invite-child-failed');
    await page.unrouteAll();
    await dialog().getByRole('button', { name: 'Try again' }).click();
    await link().waitFor();
    expect(await row('lou')).toMatchObject({ child: true, password_enabled: true });
  });

  it('issue 43 A1: while accounts are made at sign-in, an invitation for a child says what that leaves possible', async () => {
    const provider = await new OidcFake(() => app.clock.now()).start();
    onTestFinished(() => provider.stop());
    app.secrets.plant('OIDC client secret', provider.clientSecret ?? '');
    const { url: issuer, clientId: client_id, clientSecret: client_secret = '' } = provider;
    const configure = (auto_create: boolean) =>
      admin.put('/api/admin/oidc', { enabled: true, issuer, client_id, client_secret, auto_create });
    await admin.put('/api/admin/external-address', { external_url: origin });
    expect((await configure(true)).status).toBe(200);
    await open('uma');
    await dialog().getByLabel('This is for a child').check();
    await dialog().getByLabel('Films up to').waitFor();
    await create();
    await link().waitFor();
    expect(await policyOf('uma')).toMatchObject({ warning: expect.stringContaining('without limits') });
    await dialog().getByRole('status').getByText('Accounts are made at sign-in here.', { exact: false }).waitFor();
    await configure(false);
    await open('vic');
    await dialog().getByLabel('This is for a child').check();
    await dialog().getByLabel('Films up to').waitFor();
    await create();
    await link().waitFor();
    expect(await dialog().getByText('Accounts are made at sign-in here.', { exact: false }).count()).toBe(0);
  });

  it('issue 43 A2: limits that were given up are set on the person’s page: the name has an account, and is refused', async () => {
    await page.route('**/content-policy', (route) => route.fulfill({ status: 503, json: { error: 'x' } }));
    await open('ida');
    await dialog().getByLabel('This is for a child').check();
    await dialog().getByLabel('Films up to').waitFor();
    await create();
    await dialog().getByRole('button', { name: 'Not now' }).click();
    await page.unrouteAll();
    expect(await row('ida')).toMatchObject({ child: false, password_enabled: false });
    await open('ida');
    await create();
    await dialog().getByText('“ida” has an account already.', { exact: false }).waitFor();
    expect(await link().count()).toBe(0);
  });

  it('ratings that can’t be read: no limit can be chosen, and no account is made without one', async () => {
    await page.route('**/api/admin/certifications', (route) => route.fulfill({ status: 500, json: { error: 'x' } }));
    await open('max');
    await dialog().getByLabel('This is for a child').check();
    await dialog().getByText('The list of age ratings can’t be read right now', { exact: false }).waitFor();
    await create();
    await dialog().getByRole('alert').getByText('Choose a limit for films and one for series.').waitFor();
    expect(await row('max')).toBeUndefined();
  });

  it('issue 43 A2: the name of an administrator is refused, limits nobody and leads to that person’s page', async () => {
    await open('admin');
    await dialog().getByLabel('This is for a child').check();
    await dialog().getByLabel('Films up to').waitFor();
    await create();
    await dialog().getByRole('alert').getByText('“admin” has an account already.', { exact: false }).waitFor();
    expect(await link().count()).toBe(0);
    expect(await row('admin')).toMatchObject({ child: false });
    await dialog().getByRole('link', { name: 'Go to this person' }).click();
    await page.getByRole('heading', { level: 1, name: 'admin' }).waitFor();
    expect(await dialog().count()).toBe(0);
  });

  it('issue 43 A2: "New sign-in link" on the person’s page says whom it signs in, and the limits stay', async () => {
    await page.goto(`${origin}/admin/people/${(await row('kim'))?.id}?show=signin`);
    await page.getByRole('button', { name: 'New sign-in link for kim' }).click();
    await dialog().getByText('The link signs in as kim, a child. Their limits stay.').waitFor();
    await look('sign-in-link');
    await dialog().getByRole('button', { name: 'Create link' }).click();
    await link().waitFor();
    expect(await policyOf('kim')).toMatchObject({ rating_region: 'DE', max_movie_rating: '6' });
  });

  it('issue 22, easily skipped 6: a password and, where the address can have them, passkeys are allowed by default', async () => {
    await open('nora');
    expect(await dialog().getByLabel('Can use passkeys').isChecked()).toBe(true);
    await dialog().getByLabel('Can set a password').uncheck();
    await create();
    await link().waitFor();
    expect(await row('nora')).toMatchObject({ password_enabled: false, passkey_enabled: true });
    await open('omar');
    await dialog().getByLabel('Can use passkeys').uncheck();
    await page.route('**/auth-methods', (route) => route.fulfill({ status: 503, json: { error: 'x' } }));
    await create();
    await dialog().getByText('The link works, but the ways to sign in couldn’t be allowed.').waitFor();
    await link().waitFor();
    await page.unrouteAll();
    const allowed = page.waitForResponse((answer) => answer.url().endsWith('/auth-methods'));
    await dialog().getByRole('button', { name: 'Try again' }).click();
    expect((await allowed).status()).toBe(200);
    await dialog().getByText('The link works, but').waitFor({ state: 'detached' });
    expect(await row('omar')).toMatchObject({ password_enabled: true, passkey_enabled: false });
  });

  it('a name that is typed in parts is the name that the server composes', async () => {
    await open('Zoe\u0308');
    await create();
    await link().waitFor();
    expect(await row('Zo\u00eb')).toMatchObject({ password_enabled: true });
  });

  it('the link is shared where the browser can share, and there is no such button elsewhere', async () => {
    await page.evaluate('delete Navigator.prototype.share');
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Invite someone' }).click();
    await dialog().getByLabel('Name').fill('pia');
    await create();
    await dialog().getByRole('button', { name: 'Copy link' }).waitFor();
    expect(await dialog().getByRole('button', { name: 'Share link' }).count()).toBe(0);
    await dialog().getByRole('button', { name: 'Done' }).click();
    await page.evaluate(
      `window.shared = [];
       Navigator.prototype.canShare = () => true;
       Navigator.prototype.share = (what) => {
         window.shared.push(what);
         return window.shared.length === 1 ? Promise.resolve()
           : Promise.reject(new DOMException('no', window.shared.length === 2 ? 'AbortError' : 'NotAllowedError'));
       }`,
    );
    await page.getByRole('button', { name: 'Invite someone' }).click();
    await dialog().getByLabel('Name').fill('quin');
    await create();
    const share = dialog().getByRole('button', { name: 'Share link' });
    for (let times = 0; times < 2; times += 1) await share.click();
    expect(await dialog().getByText('The link couldn’t be shared.', { exact: false }).count()).toBe(0);
    await share.click();
    await dialog().getByRole('status').getByText('The link couldn’t be shared. Copy it instead.').waitFor();
    const url = await link().inputValue();
    expect(await page.evaluate('window.shared[0]')).toEqual({ title: 'Invite link for quin', url });
    expect(person.complaints.filter((complaint) => !/ (?:50\d|4\d\d) /.test(complaint))).toEqual([]);
  });
});
