import { AsyncLocalStorage } from 'node:async_hooks';
import type { ClientAuth, Configuration, CustomFetch, CustomFetchOptions } from 'openid-client';
import { UpstreamError } from '../../core/errors/upstream-error.js';
import type { Secret } from '../../core/secrets/secret.js';
import type { Clock } from '../../core/time/clock.js';
import type { HttpAnswer } from '../http/exchange.js';
import { type Claims, faultOfClaims, OIDC, type OidcTransport } from './oidc-transport.js';
import { sayOidc } from './oidc.sentences.js';
import { isKeyFault, judgedUnfit, tokenRefusal, toUpstreamFault } from './grant-faults.js';
import type { ClientProof, ProviderDocument } from './provider-document.js';

/** The public keys of a provider, those that can be read as it answered them: JSON with a list `keys`. */
export interface ProviderKeys {
  readonly text: string;
}

/** What we are to the provider. */
export interface OidcRegistration {
  readonly clientId: string;
  /** Null for a public client. */
  readonly clientSecret: Secret | null;
  readonly redirectUri: string;
}

/** What an attempt keeps to itself until its answer comes. */
export interface OidcChecks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: Secret;
}

/** An answer that came back by the browser, and what it is judged by. */
export interface OidcReturn {
  readonly document: ProviderDocument;
  readonly registration: OidcRegistration;
  readonly checks: OidcChecks;
  /** The query with which the browser came back, without the question mark. */
  readonly query: string;
  /** The provider's keys; other ones than `stale`, which lack the key of a signature, where some can be had. */
  readonly keys: (stale?: ProviderKeys) => Promise<ProviderKeys>;
  /** The claim that names groups. */
  readonly groupClaim: string;
  /** Are groups asked for? Otherwise none are looked for beyond the ID token. */
  readonly needsGroups: boolean;
}

/** A code that was redeemed, and the way to UserInfo with what it brought. */
interface CodeGrant {
  readonly claims: Claims;
  /** @throws UpstreamError, from `ANSWER_JUDGED` where it is about somebody else */
  userInfo(): Promise<Claims>;
}

type Library = typeof import('openid-client');

/** The library's own judgement of times is put off: it knows the machine's clock alone. */
const ANY_TIME = Number.MAX_SAFE_INTEGER;

/** Where the signing key is unknown, the keys are read once more: the provider may just have changed them. @throws UpstreamError */
export async function redeemCode(transport: OidcTransport, clock: Clock, answered: OidcReturn): Promise<CodeGrant> {
  const library = await import('openid-client');
  const known = await answered.keys();
  // The code is good for one call: a second judgement is of the same answer.
  const network = new RememberedToken(transport, answered.document);
  const attempt = new Attempt(library, network, answered);
  const granted = await attempt.with(known).catch(async (fault: unknown) => {
    if (!isKeyFault(fault)) throw toUpstreamFault(fault, 'token.exchange');
    return again(attempt, await answered.keys(known));
  });
  const fault = faultOfClaims(granted.claims, answered.registration.clientId, clock.now());
  if (fault !== null) throw judgedUnfit(fault);
  return granted;
}

async function again(attempt: Attempt, fresh: ProviderKeys): Promise<CodeGrant> {
  try {
    return await attempt.with(fresh);
  } catch (fault) {
    throw toUpstreamFault(fault, 'token.exchange');
  }
}

class Attempt {
  constructor(
    private readonly library: Library,
    private readonly network: RememberedToken,
    private readonly answered: OidcReturn,
  ) {}

  async with(keys: ProviderKeys): Promise<CodeGrant> {
    const { library } = this;
    const { registration, checks, query } = this.answered;
    const configuration = configurationFor(library, this.answered, keys);
    const back = new URL(registration.redirectUri);
    back.search = query;
    const tokens = await NETWORK.run(this.network, () =>
      library.authorizationCodeGrant(configuration, back, {
        expectedState: checks.state,
        expectedNonce: checks.nonce,
        pkceCodeVerifier: checks.verifier.reveal(),
        idTokenExpected: true,
      }),
    );
    const claims = tokens.claims();
    if (!claims) throw judgedUnfit(sayOidc('id_token_missing'));
    const userInfo = async (): Promise<Claims> => {
      try {
        return await NETWORK.run(this.network, () =>
          library.fetchUserInfo(configuration, tokens.access_token, claims.sub),
        );
      } catch (fault) {
        throw toUpstreamFault(fault, 'userinfo.read');
      }
    };
    return { claims: { ...claims }, userInfo };
  }
}

/** The library's configuration for one set of keys, and what it was made for. */
interface KnownConfiguration {
  readonly document: ProviderDocument;
  readonly registration: OidcRegistration;
  readonly configuration: Configuration;
}

/** The network of the call that goes on: a configuration is shared by calls. */
const NETWORK = new AsyncLocalStorage<RememberedToken>();

/** The library remembers the imported keys with its configuration. Both go with the set of keys. */
const configurations = new WeakMap<ProviderKeys, KnownConfiguration>();

function configurationFor(library: Library, { document, registration }: OidcReturn, keys: ProviderKeys): Configuration {
  const known = configurations.get(keys);
  if (known?.document === document && isSameClient(known.registration, registration)) return known.configuration;
  const configuration = newConfiguration(library, document, registration, keys);
  configurations.set(keys, { document, registration, configuration });
  return configuration;
}

const isSameClient = (one: OidcRegistration, other: OidcRegistration): boolean =>
  one.clientId === other.clientId && isSameSecret(one.clientSecret, other.clientSecret);

export function isSameSecret(one: Secret | null, other: Secret | null): boolean {
  return one === null || other === null ? one === other : one.equals(other.reveal());
}

/** Without the library's own timer and without its own network. */
function newConfiguration(
  library: Library,
  document: ProviderDocument,
  registration: OidcRegistration,
  keys: ProviderKeys,
): Configuration {
  const configuration = new library.Configuration(
    metadataOf(document),
    registration.clientId,
    { [library.clockTolerance]: ANY_TIME },
    clientAuth(registration, document.clientProof),
  );
  configuration[library.customFetch] = fetchOf(document, keys);
  configuration.timeout = undefined;
  // Addresses were judged when the document was read: plain http is this machine, where the issuer is too.
  // oxlint-disable-next-line typescript/no-deprecated -- marked so that nobody takes it lightly; there is no other way
  library.allowInsecureRequests(configuration);
  library.enableNonRepudiationChecks(configuration);
  return configuration;
}

/** Answers the keys itself; everything else is asked by the network of the call that goes on. */
function fetchOf({ tokenEndpoint, keysEndpoint }: ProviderDocument, keys: ProviderKeys): CustomFetch {
  return async (url, options) => {
    if (options.method === 'GET' && sameAddress(url, keysEndpoint)) return jsonResponse(keys.text);
    const network = NETWORK.getStore();
    if (!network) throw new Error('the provider is asked outside of a call');
    const isToken = options.method === 'POST' && sameAddress(url, tokenEndpoint);
    return responseOf(await (isToken ? network.token(options) : network.userInfo(url, options)));
  };
}

const metadataOf = (document: ProviderDocument): ConstructorParameters<Library['Configuration']>[0] => ({
  issuer: document.issuer,
  authorization_endpoint: document.authorizationEndpoint,
  token_endpoint: document.tokenEndpoint,
  jwks_uri: document.keysEndpoint,
  ...(document.userInfoEndpoint === null ? {} : { userinfo_endpoint: document.userInfoEndpoint }),
  id_token_signing_alg_values_supported: [...document.algorithms],
  userinfo_signing_alg_values_supported: [...document.algorithms],
  authorization_response_iss_parameter_supported: document.promisesIssuer,
});

/** The provider's endpoints for one code: it is sent once. */
class RememberedToken {
  private answer: Promise<HttpAnswer> | undefined;

  constructor(
    private readonly transport: OidcTransport,
    private readonly document: ProviderDocument,
  ) {}

  token(options: CustomFetchOptions): Promise<HttpAnswer> {
    this.answer ??= this.redeem(options);
    return this.answer;
  }

  private async redeem({ headers, body }: CustomFetchOptions): Promise<HttpAnswer> {
    const answer = await this.transport.send({
      operation: 'token.exchange',
      method: 'POST',
      url: this.document.tokenEndpoint,
      issuer: this.document.issuer,
      headers,
      body: body instanceof URLSearchParams ? body.toString() : '',
      redirects: 0,
      accept: [400, 401],
    });
    if (answer.status !== 200) throw tokenRefusal('token.exchange', answer);
    return answer;
  }

  userInfo(url: string, { headers }: CustomFetchOptions): Promise<HttpAnswer> {
    const { issuer } = this.document;
    return this.transport.send({ operation: 'userinfo.read', method: 'GET', url, issuer, headers, redirects: 0 });
  }
}

/** Proves which client we are. In a header both halves are form-encoded, as a provider decodes them. */
function clientAuth({ clientId, clientSecret }: OidcRegistration, proof: ClientProof | null): ClientAuth {
  return (_server, _client, body, headers) => {
    if (clientSecret === null) {
      body.set('client_id', clientId);
    } else if (proof === 'basic') {
      const pair = `${formEncoded(clientId)}:${formEncoded(clientSecret.reveal())}`;
      headers.set('authorization', `Basic ${Buffer.from(pair).toString('base64')}`);
    } else if (proof === 'post') {
      body.set('client_id', clientId);
      body.set('client_secret', clientSecret.reveal());
    } else {
      throw new UpstreamError({
        system: OIDC,
        operation: 'token.exchange',
        kind: 'rejected',
        definitelyNotSent: true,
        reason: sayOidc('provider_takes_no_client_secret'),
      });
    }
  };
}

const formEncoded = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1);

const sameAddress = (one: string, other: string): boolean => new URL(one).href === new URL(other).href;

const responseOf = ({ body, headers }: HttpAnswer): Response =>
  new Response(new Uint8Array(body), { headers: { 'content-type': headers['content-type'] ?? 'application/json' } });

const jsonResponse = (text: string): Response =>
  new Response(text, { headers: { 'content-type': 'application/json' } });
