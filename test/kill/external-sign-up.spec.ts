import { createHash, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConnectTokenRow, AccessTokenRow, RefreshTokenRow } from '../../src/modules/users/tables/sign-in.entity.js';
import { DeviceRow, OidcIdentityRow, UserRow } from '../../src/modules/users/tables/people.entity.js';
import { InstanceGrantRow } from '../../src/modules/instances/registry/rows.js';
import { OidcFake } from '../fakes/oidc/oidc-fake.js';
import { counts } from '../harness/full-counts.js';
import type { Session } from '../harness/start-app.js';
import { Household } from './household.js';
import { SeededRandom } from './seeded-random.js';
import type { SpawnedProcess } from './spawned-process.js';

const KILLS = counts({ always: 12, full: 100 });

/** A kill with the start after it takes a second. */
const LONGEST_RUN_MS = 10_000 * KILLS;

/** An exchange takes about as long: half of the kills hit it, the others come before and after it. */
const LONGEST_MOMENT_MS = 40;

let random: SeededRandom;
let household: Household;
let provider: OidcFake;
let server: SpawnedProcess;
let next: SpawnedProcess;
let url: string;
let admin: { access: string; refresh: string };
let external: string;

beforeEach(async () => {
  random = new SeededRandom();
  provider = await new OidcFake(() => household.now).start();
  external = 'http://127.0.0.1:7676';
  household = await Household.found({
    furnish: async (_app, session: Session) => {
      admin = { access: '', refresh: session.refreshToken };
      await session.put('/api/admin/external-address', { external_url: external });
      const { clientId: client_id, clientSecret: client_secret, issuer } = provider;
      const saved = await session.put('/api/admin/oidc', {
        enabled: true,
        auto_create: true,
        issuer,
        client_id,
        client_secret,
      });
      if (saved.status !== 200) throw new Error(saved.text);
    },
  });
  server = household.spawn('server-process');
  next = household.spawn('server-process');
  await listen();
});

afterEach(async () => {
  for (const one of [server, next]) {
    one.kill();
    await one.dies();
  }
  await Promise.all([household.close(), provider.stop()]);
});

async function listen(): Promise<void> {
  await server.says('loaded');
  server.send({ now: household.later() });
  ({ url = '' } = await server.says('listening'));
  const tokens = await call('POST', '/api/auth/refresh', { refresh_token: admin.refresh });
  admin = { access: String(tokens?.['access_token']), refresh: String(tokens?.['refresh_token']) };
}

/** The body of a good answer; null where the connection ended before it. */
async function call(
  method: 'POST' | 'GET',
  path: string,
  body?: object,
): Promise<Readonly<Record<string, unknown>> | null> {
  const headers = new Headers({ 'content-type': 'application/json' });
  if (path.startsWith('/api/admin/')) headers.set('authorization', `Bearer ${admin.access}`);
  try {
    const answer = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch (fault) {
    if ((fault as Error).name === 'TypeError') return null;
    throw fault;
  }
}

/** Goes where a redirect leads, at the server's address of this moment. */
async function redirected(address: string, cookie?: string): Promise<{ readonly to: URL; readonly cookie: string }> {
  const answer = await fetch(address.replace(external, url), {
    redirect: 'manual',
    headers: cookie === undefined ? {} : { cookie },
  });
  const location = answer.headers.get('location');
  if (location === null) throw new Error(`no redirect but ${answer.status}: ${await answer.text()}`);
  return { to: new URL(location), cookie: (answer.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '' };
}

/** Somebody signs in at the provider, up to the exchange of the code that comes back. */
async function signedInAtProvider(invitation?: string): Promise<() => ReturnType<typeof call>> {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const begun = await call('POST', '/api/auth/oidc/begin', { client: 'web', challenge, invitation });
  const start = await redirected(String(begun?.['start_url']));
  const provided = await redirected(start.to.href);
  const { to } = await redirected(provided.to.href, start.cookie);
  const code = new URLSearchParams(to.hash.split('?')[1]).get('code');
  return () => call('POST', '/api/auth/oidc/exchange', { flow: begun?.['flow'], code, verifier });
}

/** What is stored of somebody who signs in at the provider. */
function stored(subject: string, name: string) {
  return household.withDatabase((database) =>
    database.read(async (tx) => {
      const identities = await tx.findBy(OidcIdentityRow, { subject });
      const [account] = await tx.findBy(UserRow, { username: name });
      const devices = account ? await tx.findBy(DeviceRow, { userId: account.id, authMethod: 'oidc' }) : [];
      const ofDevice = devices.map(({ id: deviceId }) => ({ deviceId }));
      return {
        accounts: account ? 1 : 0,
        grants: account ? await tx.countBy(InstanceGrantRow, { userId: account.id }) : 0,
        identities: identities.filter(({ userId }) => userId === account?.id).length,
        devices: devices.length,
        refreshTokens: devices.length === 0 ? 0 : await tx.countBy(RefreshTokenRow, ofDevice),
        accessTokens: devices.length === 0 ? 0 : await tx.countBy(AccessTokenRow, ofDevice),
        strays: identities.filter(({ userId }) => userId !== account?.id).length,
        usedInvitations: (await tx.findBy(ConnectTokenRow, { userId: account?.id ?? 0 })).filter(
          ({ redeemedAt }) => redeemedAt !== null,
        ).length,
      };
    }),
  );
}

async function invite(name: string): Promise<string> {
  const minted = await call('POST', '/api/admin/connect-token', { name, server_url: url });
  return new URL(String(minted?.['link'])).searchParams.get('token') ?? '';
}

describe('issue 19 §7: a server that is killed (SIGKILL) while somebody signs up from elsewhere', () => {
  it(
    `at ${KILLS} moments: account, identity, grant, device, tokens and used invitation are there, all or none, and the next sign-in is by one account`,
    async () => {
      for (let kill = 0; kill < KILLS; kill += 1) {
        const name = `person-${kill}`;
        const invitation = kill % 2 === 0 ? await invite(name) : undefined;
        provider.person = { sub: `sub-${kill}`, claims: { preferred_username: name } };
        const exchange = await signedInAtProvider(invitation);
        const answer = exchange();
        await new Promise((resolve) => setTimeout(resolve, random.next() * LONGEST_MOMENT_MS));
        server.kill();
        const answered = await answer;
        await server.dies();

        const left = await stored(`sub-${kill}`, name);
        const invited = invitation !== undefined;
        const none = { accounts: invited ? 1 : 0, grants: invited ? 1 : 0, strays: 0 };
        const all = { accounts: 1, grants: 1, strays: 0, identities: 1, devices: 1, refreshTokens: 1, accessTokens: 1 };
        const isThere = left.identities === 1;
        expect({ seed: random.seed, kill, left }).toEqual({
          seed: random.seed,
          kill,
          left: isThere
            ? { ...all, usedInvitations: invited ? 1 : 0 }
            : { ...none, identities: 0, devices: 0, refreshTokens: 0, accessTokens: 0, usedInvitations: 0 },
        });
        if (answered !== null) expect(isThere).toBe(true);

        server = next;
        await listen();
        next = household.spawn('server-process');
        const again = await (await signedInAtProvider(isThere ? undefined : invitation))();
        expect(again).toMatchObject({ user: { username: name } });
      }
      server.kill();
      await server.dies();
      const subjects = await household.withDatabase((database) =>
        database.read(async (tx) => (await tx.find(OidcIdentityRow)).map(({ subject }) => subject)),
      );
      expect(subjects.sort()).toEqual(Array.from({ length: KILLS }, (_, kill) => `sub-${kill}`).sort());
    },
    LONGEST_RUN_MS,
  );
});
