import { createHash } from 'node:crypto';
import type { FakeAnswer, FakeRequest } from '../fake-exchange.js';
import { FakeServer } from '../fake-server.js';
import { newKey, type OidcKey, type SignatureGiven, signed } from './signed-token.js';

type Claims = Record<string, unknown>;

/** Somebody who signs in at the provider. */
export interface OidcPersonGiven {
  readonly sub: string;
  /** In the ID token, beside what belongs there. */
  readonly claims?: Claims;
  /** What UserInfo says beside the subject. */
  readonly userInfo?: Claims;
}

/** A lie of the next ID token, or of all until `honest()`. */
export interface OidcLie {
  /** Claims in place of the true ones; undefined takes one away. */
  readonly claims?: Claims;
  readonly signature?: SignatureGiven;
  /** The whole token in place of a true one; null leaves it out. */
  readonly token?: string | null;
}

interface Code {
  readonly person: OidcPersonGiven;
  readonly nonce: string;
  readonly challenge: string;
  readonly redirectUri: string;
}

const TEN_MINUTES_S = 600;

/**
 * An OpenID provider with the barest of documents, ID tokens of four claims and scripted lies. The person who is `given` is signed in
 * at once, without a page. It shares no code with the product, its cryptography neither.
 */
export class OidcFake extends FakeServer {
  readonly clientId = 'usher-client';
  clientSecret: string | null = 'planted-oidc-client-secret';
  person: OidcPersonGiven = { sub: 'sub-mara', claims: { preferred_username: 'mara' } };
  /** Members of the document in place of the true ones; undefined takes one away. */
  document: Claims = {};
  lie: OidcLie = {};
  /** Parameters of its answer by the browser in place of the true ones; undefined takes one away. */
  answer: Claims = {};
  keys: OidcKey[] = [newKey('ES256', 'first')];
  /** All that a secret is made of that it handed out: codes, tokens. */
  readonly handedOut: string[] = [];
  private readonly codes = new Map<string, Code>();
  private readonly sessions = new Map<string, OidcPersonGiven>();
  private count = 0;

  constructor(private readonly now: () => number) {
    super();
    this.route('GET /.well-known/openid-configuration', () => ({ body: this.published() }));
    this.route('GET /jwks', () => ({ body: { keys: this.keys.map(({ jwk }) => jwk) } }));
    this.route('GET /authorize', (request) => this.authorize(request));
    this.route('POST /token', (request) => this.token(request));
    this.route('GET /userinfo', (request) => this.userInfo(request));
  }

  /** As the document spells it. */
  get issuer(): string {
    return String(this.published()['issuer']);
  }

  /** Another key signs from now on, and the old one is published no more. */
  rotate(alg: 'ES256' | 'RS256' = 'ES256', kid: string | undefined = `key-${++this.count}`): void {
    this.keys = [newKey(alg, kid)];
  }

  honest(): void {
    this.lie = {};
    this.answer = {};
    this.document = {};
  }

  private published(): Claims {
    return withoutAbsent({
      issuer: this.url,
      authorization_endpoint: `${this.url}/authorize`,
      token_endpoint: `${this.url}/token`,
      userinfo_endpoint: `${this.url}/userinfo`,
      jwks_uri: `${this.url}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'ES256', 'PS256', 'HS256', 'none'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      code_challenge_methods_supported: ['S256'],
      ...this.document,
    });
  }

  private authorize({ query }: FakeRequest): FakeAnswer {
    const ask = query as Readonly<Record<string, string>>;
    const bad =
      ask['client_id'] !== this.clientId ||
      ask['response_type'] !== 'code' ||
      ask['code_challenge_method'] !== 'S256' ||
      !ask['scope']?.split(' ').includes('openid');
    if (bad) return { status: 400, body: 'invalid_request' };
    const code = this.secret('code');
    const { redirect_uri: redirectUri = '', nonce = '', code_challenge: challenge = '', state } = ask;
    this.codes.set(code, { person: this.person, nonce, challenge, redirectUri });
    const back = new URL(redirectUri);
    for (const [name, value] of Object.entries(withoutAbsent({ code, state, ...this.answer }))) {
      for (const one of [value].flat()) back.searchParams.append(name, String(one));
    }
    return { status: 302, headers: { location: back.href } };
  }

  private token({ headers, body }: FakeRequest): FakeAnswer {
    const form = new URLSearchParams(typeof body === 'string' ? body : '');
    if (!this.isClient(headers.authorization, form)) {
      return { status: 401, body: { error: 'invalid_client' }, headers: { 'www-authenticate': 'Basic' } };
    }
    const code = this.codes.get(form.get('code') ?? '');
    this.codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (code?.challenge !== challenge || form.get('redirect_uri') !== code.redirectUri)
      return { status: 400, body: { error: 'invalid_grant' } };
    const accessToken = this.secret('access');
    this.sessions.set(accessToken, code.person);
    const idToken = this.lie.token === undefined ? this.idToken(code) : this.lie.token;
    if (idToken) this.handedOut.push(idToken);
    return {
      body: { access_token: accessToken, token_type: 'Bearer', ...(idToken === null ? {} : { id_token: idToken }) },
    };
  }

  private idToken({ person, nonce }: Code): string {
    const seconds = Math.floor(this.now() / 1_000);
    const claims = withoutAbsent({
      iss: this.issuer,
      sub: person.sub,
      aud: this.clientId,
      iat: seconds,
      exp: seconds + TEN_MINUTES_S,
      nonce,
      ...person.claims,
      ...this.lie.claims,
    });
    const [key] = this.keys;
    if (!key) throw new Error('the fake has no key');
    return signed(claims, key, this.lie.signature);
  }

  private userInfo({ headers }: FakeRequest): FakeAnswer {
    const person = this.sessions.get(String(headers.authorization).replace(/^Bearer /, ''));
    if (!person) return { status: 401, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } };
    return { body: { sub: person.sub, ...person.userInfo } };
  }

  /** Source: RFC 6749 section 2.3.1; by the methods that the document lists. */
  private isClient(header: string | readonly string[] | undefined, form: URLSearchParams): boolean {
    const { clientId, clientSecret } = this;
    const methods = (this.published()['token_endpoint_auth_methods_supported'] ?? ['client_secret_basic']) as unknown[];
    if (clientSecret === null)
      return header === undefined && form.get('client_id') === clientId && !form.has('client_secret');
    if (typeof header === 'string' && methods.includes('client_secret_basic')) {
      const [id = '', secret = ''] = Buffer.from(header.replace(/^Basic /, ''), 'base64')
        .toString('utf8')
        .split(':');
      return formDecoded(id) === clientId && formDecoded(secret) === clientSecret;
    }
    const isPosted = header === undefined && methods.includes('client_secret_post');
    return isPosted && form.get('client_id') === clientId && form.get('client_secret') === clientSecret;
  }

  private secret(kind: string): string {
    const text = `planted-${kind}-${++this.count}-${createHash('sha256').update(`${kind}${this.count}`).digest('hex')}`;
    this.handedOut.push(text);
    return text;
  }
}

const formDecoded = (text: string): string => new URLSearchParams(`x=${text}`).get('x') ?? '';

const withoutAbsent = (members: Claims): Claims =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
