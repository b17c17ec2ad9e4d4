import { createHash, randomBytes } from 'node:crypto';
import { DemoFailure } from './demo-failure.js';
import type { ApiClient } from './api-client.js';
import type { Person, Stage } from './stage.js';

/** Where people sign in who have no password here. */
export interface SignInPlaces {
  readonly serverUrl: string;
  readonly plexUrl: string;
  readonly oidcIssuer: string;
  readonly oidcClientId: string;
  readonly oidcSecret: string;
}

interface Tokens {
  readonly access_token: string;
  readonly user: { readonly username: string };
}

/** What the two ways of proof of one client are called. Source: RFC 7636. */
interface Proof {
  readonly verifier: string;
  readonly challenge: string;
}

/** One person signs in by Plex and one by single sign-on; neither had an account before. */
export class SignInStory {
  constructor(
    private readonly stage: Stage,
    private readonly admin: Person,
    private readonly visitor: ApiClient,
    private readonly places: SignInPlaces,
  ) {}

  /** @throws DemoFailure for the first answer that is not the expected one */
  async play(): Promise<void> {
    this.stage.display.heading('People sign in who have no password here');
    await this.stage.does(this.admin, 'says at which address people reach the server', {
      method: 'PUT',
      path: '/api/admin/external-address',
      body: { external_url: this.places.serverUrl },
    });
    await this.linkPlex();
    await this.signInByPlex('otto');
    await this.connectProvider();
    await this.signInBySso('nora');
  }

  private async linkPlex(): Promise<void> {
    const { stage, admin } = this;
    const pin = await stage.does<{ pin_id: number }>(admin, 'links their Plex account', {
      method: 'POST',
      path: '/api/instances/hub/link/begin',
    });
    await this.approve('ada');
    await stage.does(admin, 'has approved it at Plex', {
      method: 'POST',
      path: '/api/instances/hub/link/check',
      body: { pin_id: pin.pin_id },
    });
    const { servers } = await stage.does<{ servers: readonly { name: string; machine_identifier: string }[] }>(
      admin,
      'looks which servers they own',
      { method: 'POST', path: '/api/instances/hub/servers', body: { hub_link_pin: pin.pin_id } },
    );
    const [server] = servers;
    if (!server) throw new DemoFailure('the linked account owns no server');
    await stage.does(admin, `saves the Plex server "${server.name}"`, {
      method: 'POST',
      path: '/api/instances',
      body: {
        service_type: 'hub',
        name: server.name,
        hub_link_pin: pin.pin_id,
        media_server_config: { machine_identifier: server.machine_identifier },
      },
    });
    await stage.does(admin, 'lets in those with whom it is shared', {
      method: 'PUT',
      path: '/api/admin/hub-auth',
      body: { enabled: true, auto_create: true },
    });
  }

  private async signInByPlex(name: string): Promise<void> {
    const { verifier, challenge } = newProof();
    const who = { name, api: this.visitor };
    const { flow } = await this.stage.does<{ flow: string }>(who, 'chooses to sign in with Plex', {
      method: 'POST',
      path: '/api/auth/hub/begin',
      body: { client: 'web', challenge, device_name: 'Television' },
    });
    await this.approve(name);
    const { code } = await this.stage.does<{ code: string }>(who, 'has approved it at Plex', {
      method: 'POST',
      path: '/api/auth/hub/check',
      body: { flow, verifier },
    });
    await this.signedIn(who, '/api/auth/hub/exchange', { flow, code, verifier });
  }

  private async connectProvider(): Promise<void> {
    const { oidcIssuer: issuer, oidcClientId: client_id, oidcSecret: client_secret } = this.places;
    await this.stage.does(this.admin, 'connects the OpenID provider', {
      method: 'PUT',
      path: '/api/admin/oidc',
      body: { enabled: true, auto_create: true, label: 'Household login', issuer, client_id, client_secret },
    });
    await this.stage.does(this.admin, 'has the connection checked', {
      method: 'POST',
      path: '/api/admin/oidc/validate',
    });
  }

  private async signInBySso(name: string): Promise<void> {
    const { verifier, challenge } = newProof();
    const who = { name, api: this.visitor };
    const { flow, start_url } = await this.stage.does<{ flow: string; start_url: string }>(
      who,
      'chooses "Household login"',
      {
        method: 'POST',
        path: '/api/auth/oidc/begin',
        body: { client: 'web', challenge, device_name: 'Browser' },
      },
    );
    const code = await codeFromBrowser(start_url);
    await this.signedIn(who, '/api/auth/oidc/exchange', { flow, code, verifier });
  }

  private async signedIn(who: Person, path: string, body: object): Promise<void> {
    const { user } = await this.stage.does<Tokens>(who, 'is signed in, with a new account', {
      method: 'POST',
      path,
      body,
    });
    if (user.username !== who.name) throw new DemoFailure(`${who.name} was signed in as ${user.username}`);
  }

  /** Somebody clicks on Plex's own page. */
  private async approve(name: string): Promise<void> {
    // Its page is a client of Plex as any other.
    const headers = { 'x-plex-client-identifier': 'plex-web' };
    const { status } = await fetch(`${this.places.plexUrl}/approve/${name}`, { method: 'POST', headers });
    if (status !== 204) throw new DemoFailure(`Plex did not let ${name} approve: ${status}`);
  }
}

function newProof(): Proof {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** A browser goes to the provider, which knows its person, and comes back to the server and to the page with the code. */
async function codeFromBrowser(startUrl: string): Promise<string> {
  const start = await redirected(startUrl);
  const cookie = start.cookie.split(';', 1)[0] ?? '';
  const provided = await redirected(start.to);
  const { to } = await redirected(provided.to, cookie);
  const code = new URLSearchParams(new URL(to).hash.split('?')[1]).get('code');
  if (!code) throw new DemoFailure('the browser came back without a code');
  return code;
}

async function redirected(url: string, cookie = ''): Promise<{ readonly to: string; readonly cookie: string }> {
  const { status, headers } = await fetch(url, { redirect: 'manual', headers: { cookie } });
  const to = headers.get('location');
  if (to === null) throw new DemoFailure(`the browser was not sent on, but answered ${status}`);
  return { to, cookie: headers.get('set-cookie') ?? '' };
}
