import { createHash, randomBytes } from 'node:crypto';
import { DemoFailure, firstOf } from './demo-failure.js';
import { OIDC_FRIEND, PLEX_FRIEND } from './people.js';
import { Person, type Scene } from './scene.js';

/** A sign-in elsewhere that has begun; by OpenID it goes on at the address. */
interface Begun {
  readonly flow: string;
  readonly start_url: string;
}

/** One person signs in by Plex and one by single sign-on; neither had an account before. */
export async function signInElsewhere(scene: Scene): Promise<void> {
  const { display, around, admin } = scene;
  display.heading('People sign in who have no password here');
  const address = { external_url: around.serverUrl };
  await admin.does('says at which address people reach the server', 'PUT /api/admin/external-address', address);
  await linkPlex(scene);
  await signInByPlex(scene);
  const provider = { enabled: true, auto_create: true, label: 'Household login', ...around.oidc };
  await admin.does('connects the OpenID provider', 'PUT /api/admin/oidc', provider);
  await admin.does('has the connection checked', 'POST /api/admin/oidc/validate');
  await signInByOidc(scene);
}

async function linkPlex({ around, admin }: Scene): Promise<void> {
  const { pin_id } = await admin.does<{ pin_id: number }>(
    'links their Plex account',
    'POST /api/instances/hub/link/begin',
  );
  await clickAtPlex(around.plexUrl, `approve/${admin.name}`);
  await admin.does('has approved it at Plex', 'POST /api/instances/hub/link/check', { pin_id });
  const { servers } = await admin.does<{ servers: readonly { name: string; machine_identifier: string }[] }>(
    'looks which servers they own',
    'POST /api/instances/hub/servers',
    { hub_link_pin: pin_id },
  );
  const { name, machine_identifier } = firstOf(servers, 'the linked account owns no server');
  await admin.does(`saves the Plex server "${name}"`, 'POST /api/instances', {
    service_type: 'hub',
    name,
    hub_link_pin: pin_id,
    media_server_config: { machine_identifier },
  });
  const friends = { enabled: true, auto_create: true };
  await admin.does('lets in those with whom it is shared', 'PUT /api/admin/hub-auth', friends);
}

async function signInByPlex({ display, around, visitor }: Scene): Promise<void> {
  const { verifier, challenge } = newProof();
  const who = new Person(PLEX_FRIEND.name, visitor, display);
  const television = { client: 'web', challenge, device_name: 'Television' };
  const { flow } = await who.does<Begun>('chooses to sign in with Plex', 'POST /api/auth/hub/begin', television);
  await clickAtPlex(around.plexUrl, `approve/${who.name}`);
  const approved = { flow, verifier };
  const { code } = await who.does<{ code: string }>('has approved it at Plex', 'POST /api/auth/hub/check', approved);
  await who.does('is signed in, with a new account', 'POST /api/auth/hub/exchange', { flow, code, verifier });
}

async function signInByOidc({ display, visitor }: Scene): Promise<void> {
  const { verifier, challenge } = newProof();
  const who = new Person(OIDC_FRIEND.name, visitor, display);
  const browser = { client: 'web', challenge, device_name: 'Browser' };
  const begun = await who.does<Begun>('chooses "Household login"', 'POST /api/auth/oidc/begin', browser);
  const { flow, start_url } = begun;
  const code = await codeFromBrowser(start_url);
  await who.does('is signed in, with a new account', 'POST /api/auth/oidc/exchange', { flow, code, verifier });
}

/** Somebody clicks on Plex's own page. @returns the status of the answer */
export async function clickAtPlex(plexUrl: string, path: string): Promise<number> {
  // Its page is a client of Plex as any other.
  const headers = { 'x-plex-client-identifier': 'plex-web' };
  const { status } = await fetch(`${plexUrl}/${path}`, { method: 'POST', headers });
  if (status !== 204) throw new DemoFailure(`Plex answered a click on ${path} with ${status}`);
  return status;
}

/** That both ends of a sign-in are one client. Source: RFC 7636. */
function newProof() {
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
