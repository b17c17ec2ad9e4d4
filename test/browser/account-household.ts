import type { Page } from 'playwright-core';
import { OidcFake } from '../fakes/oidc/oidc-fake.js';
import type { PlexPerson } from '../fakes/plex/plex-person.js';
import { faultsSeen, LAPTOP } from '../harness/page-faults.js';
import { MediaHousehold } from '../harness/media-household.js';
import { withAuthenticator } from '../harness/virtual-authenticator.js';
import { type AppPage, WebAppBrowser } from '../harness/web-app-browser.js';
import { openSignedIn } from './live-household.js';

export const PASSWORD = 'a good password of ana';

/** Where ana is signed in: every way to sign in is there, and she may use three media servers. */
export class AccountHousehold {
  private constructor(
    readonly house: MediaHousehold,
    /** Signs people in under the name "House". */
    readonly provider: OidcFake,
    readonly browser: WebAppBrowser,
    /** Passkeys need a name in the address. */
    readonly origin: string,
    readonly person: AppPage,
  ) {}

  static async open(): Promise<AccountHousehold> {
    const house = await MediaHousehold.start();
    const origin = `http://localhost:${new URL(house.app.url).port}`;
    const provider = await new OidcFake(() => house.app.clock.now()).start();
    house.app.secrets.plant('OIDC client secret', provider.clientSecret ?? '');
    await house.hubs.allow(true, true);
    await house.admin.put('/api/admin/external-address', { external_url: origin });
    await house.admin.put('/api/admin/oidc', {
      enabled: true,
      label: 'House',
      issuer: provider.url,
      client_id: provider.clientId,
      client_secret: provider.clientSecret ?? '',
      auto_create: true,
    });
    await AccountHousehold.allowAllWays(house, house.ana.userId);
    await house.ana.post('/api/auth/password', { password: PASSWORD });
    for (const kind of ['video_server_a', 'video_server_b', 'hub'] as const) await house.grant(kind, house.ana);
    const browser = await WebAppBrowser.open();
    const opened = new AccountHousehold(house, provider, browser, origin, await browser.person(origin, LAPTOP));
    const { page } = opened;
    page.setDefaultTimeout(20_000);
    await page.clock.install();
    await withAuthenticator(page);
    await page.route('https://hub.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Plex</title><h1>Plex</h1>' }),
    );
    await opened.signIn();
    return opened;
  }

  /** An account may have a password and passkeys. */
  static async allowAllWays(house: MediaHousehold, userId: number | undefined): Promise<void> {
    const ways = { password_enabled: true, passkey_enabled: true };
    await house.admin.patch(`/api/admin/users/${userId}/auth-methods`, ways);
  }

  get page(): Page {
    return this.person.page;
  }

  async close(): Promise<void> {
    await this.browser.close();
    this.house.app.server.closeAllConnections();
    await this.house.close();
    await this.provider.stop();
  }

  readonly heading = (name: string, on = this.page) => on.getByRole('heading', { level: 1, name });

  readonly show = async (path: string, name: string): Promise<void> => {
    await this.page.goto(this.origin + path);
    await this.heading(name).waitFor();
  };

  readonly signIn = (): Promise<void> => openSignedIn(this.page, this.origin, 'ana');

  readonly signOut = async (): Promise<void> => {
    const { page } = this;
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }).click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await this.heading('Sign in').waitFor();
  };

  /** Somebody approves the sign-in at Plex, which the server and the page ask for every few seconds of their own clocks. */
  async approve(someone: PlexPerson): Promise<void> {
    this.house.hubs.approve(someone);
    await this.house.app.clock.leap(5_000);
    await this.page.clock.fastForward(5_000);
  }

  /** The address that opens an invitation in a browser. */
  async inviteLinkFor(name: string): Promise<string> {
    const { body } = await this.house.admin.post('/api/admin/connect-token', { name, server_url: this.origin });
    const token = new URL((body as { readonly link: string }).link).searchParams.get('token');
    return `${this.origin}/join#${token}`;
  }

  /** What is wrong with the page as it is: by axe-core and by its width at 320 px. */
  async faultsOf(where: string): Promise<readonly string[]> {
    const faults = await faultsSeen(this.page, `axe-${where}`);
    return faults.map((fault) => `${where}, ${fault}`);
  }
}
