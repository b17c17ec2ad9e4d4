/**
 * A floor: it sends a browser to an OpenID provider, redeems the code with which it comes back, verifies the signature of the ID
 * token and hands out tokens; it keeps attempts in a map and nothing on the disk. `PROVIDER`, `CLIENT_ID` and `CLIENT_SECRET` say
 * where.
 */
import { createHash, createPublicKey, type KeyObject, randomBytes, verify } from 'node:crypto';
import { Agent, createServer, type IncomingMessage, request as send, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Attempt {
  readonly challenge: string;
  readonly verifier: string;
  readonly nonce: string;
  readonly cookie: string;
  code: string;
}

const { PROVIDER = '', CLIENT_ID = '', CLIENT_SECRET = '' } = process.env;
const agent = new Agent({ keepAlive: true });
const attempts = new Map<string, Attempt>();
let key: Promise<KeyObject> | undefined;
let own = '';

const random = (): string => randomBytes(32).toString('base64url');
const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

async function whole(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function call(path: string, body?: string): Promise<string> {
  const authorization = `Basic ${Buffer.from(`${CLIENT_ID}:${CLIENT_SECRET}`).toString('base64')}`;
  const headers = body === undefined ? {} : { authorization, 'content-type': 'application/x-www-form-urlencoded' };
  return new Promise((resolve, reject) => {
    send(PROVIDER + path, { agent, method: body === undefined ? 'GET' : 'POST', headers }, (answer) =>
      resolve(whole(answer)),
    )
      .once('error', reject)
      .end(body);
  });
}

async function providerKey(): Promise<KeyObject> {
  const { keys } = JSON.parse(await call('/jwks')) as { keys: readonly [object] };
  return createPublicKey({ key: { ...keys[0] }, format: 'jwk' });
}

async function begin(request: IncomingMessage): Promise<string> {
  const { challenge } = JSON.parse(await whole(request)) as { challenge: string };
  const flow = random();
  attempts.set(sha256(flow), { challenge, verifier: random(), nonce: random(), cookie: random(), code: random() });
  return JSON.stringify({ start_url: `${own}/api/auth/oidc/start?flow=${flow}`, flow });
}

function start(url: URL, response: ServerResponse): void {
  const state = sha256(url.searchParams.get('flow') ?? '');
  const attempt = attempts.get(state);
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: CLIENT_ID,
    redirect_uri: `${own}/api/auth/oidc/callback`,
    scope: 'openid profile email',
    state,
    nonce: attempt?.nonce ?? '',
    code_challenge: sha256(attempt?.verifier ?? ''),
    code_challenge_method: 'S256',
  });
  response.writeHead(302, {
    location: `${PROVIDER}/authorize?${query.toString()}`,
    'set-cookie': `floor=${attempt?.cookie ?? ''}; Path=/; HttpOnly`,
  });
  response.end();
}

async function takeBack(url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const attempt = attempts.get(url.searchParams.get('state') ?? '');
  if (!attempt || request.headers.cookie !== `floor=${attempt.cookie}`) throw new Error('no such attempt');
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code: url.searchParams.get('code') ?? '',
    redirect_uri: `${own}/api/auth/oidc/callback`,
    code_verifier: attempt.verifier,
  });
  const { id_token } = JSON.parse(await call('/token', form.toString())) as { id_token: string };
  const [head = '', claims = '', signature = ''] = id_token.split('.');
  const options = { key: await (key ??= providerKey()), dsaEncoding: 'ieee-p1363' } as const;
  const isSigned = verify('sha256', Buffer.from(`${head}.${claims}`), options, Buffer.from(signature, 'base64url'));
  const { nonce } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as { nonce: string };
  if (!isSigned || nonce !== attempt.nonce) throw new Error('the ID token is unfit');
  response.writeHead(302, { location: `${own}/#/oidc/return?code=${attempt.code}` });
  response.end();
}

async function exchange(request: IncomingMessage): Promise<string> {
  const { flow, code, verifier } = JSON.parse(await whole(request)) as Readonly<Record<string, string>>;
  const attempt = attempts.get(sha256(flow ?? ''));
  if (!attempt || attempt.code !== code || attempt.challenge !== sha256(verifier ?? '')) throw new Error('refused');
  attempts.delete(sha256(flow ?? ''));
  return JSON.stringify({ access_token: random(), refresh_token: random() });
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', own);
  if (url.pathname.endsWith('/start')) start(url, response);
  else if (url.pathname.endsWith('/callback')) await takeBack(url, request, response);
  else response.end(await (url.pathname.endsWith('/begin') ? begin(request) : exchange(request)));
}

const server = createServer((request, response) => {
  answer(request, response).catch((fault: unknown) => {
    response.statusCode = 500;
    response.end(String(fault));
  });
});

server.listen(0, '127.0.0.1', () => {
  own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  console.log(`The floor is listening on ${own}`);
});
process.on('SIGTERM', () => process.exit(0));
