import { createHash } from 'node:crypto';
import { BenchFailure } from '../bench.js';
import type { Household } from './household.js';
import { ask } from './load.js';

const VERIFIER = 'v'.repeat(43);
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');

/** Connects the household's OpenID provider, and lets everybody in whom it identifies. */
export async function connectProvider(household: Household): Promise<void> {
  const { server, admin: token, upstreamPlaces } = household;
  const { url: issuer, clientId: client_id, clientSecret: client_secret } = upstreamPlaces.oidc;
  const put = (path: string, body: object) => household.ask({ method: 'PUT', path, token, body });
  await put('/api/admin/external-address', { external_url: server.url });
  await put('/api/admin/oidc', { enabled: true, auto_create: true, issuer, client_id, client_secret });
}

/** Begins a sign-in from an address of its own, since each has a budget. */
export async function beginSignIn(
  url: string,
  number: number,
): Promise<{ readonly start_url: string; readonly flow: string }> {
  const body = { client: 'web', challenge: CHALLENGE, device_name: 'bench' };
  const call = { method: 'POST', path: '/api/auth/oidc/begin', from: addressOf(number), body } as const;
  return JSON.parse(await ask(url, call)) as { start_url: string; flow: string };
}

/** Signs in, from the beginning to the tokens, as a client with its browser does. */
export async function signIn(url: string, number: number): Promise<void> {
  const from = addressOf(number);
  const { start_url, flow } = await beginSignIn(url, number);
  const start = await redirected(start_url, { 'x-forwarded-for': from });
  const provided = await redirected(start.to);
  const cookie = start.cookie.split(';', 1)[0] ?? '';
  const back = await redirected(provided.to, { cookie, 'x-forwarded-for': from });
  const code = new URLSearchParams(new URL(back.to).hash.split('?')[1]).get('code');
  const body = { flow, code, verifier: VERIFIER };
  await ask(url, { method: 'POST', path: '/api/auth/oidc/exchange', from, body });
}

async function redirected(
  address: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly to: string; readonly cookie: string }> {
  const answer = await fetch(address, { redirect: 'manual', headers });
  const to = answer.headers.get('location');
  if (to === null) throw new BenchFailure(`no redirect but ${answer.status}: ${await answer.text()}`);
  return { to, cookie: answer.headers.get('set-cookie') ?? '' };
}

const addressOf = (number: number): string =>
  `10.${2 + Math.floor(number / 62_500)}.${Math.floor(number / 250) % 250}.${(number % 250) + 1}`;
