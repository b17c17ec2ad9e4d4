import { createHash } from 'node:crypto';
import type { UpstreamError } from '../../src/core/errors/upstream-error.js';
import type { NetworkPath } from '../../src/core/http/network-path.js';
import { createLog } from '../../src/core/logging/log.js';
import { Secret } from '../../src/core/secrets/secret.js';
import { authorizationAddress, OidcClient, type IdentifiedSubject } from '../../src/clients/oidc/oidc.client.js';
import type { OidcRegistration, ProviderKeys } from '../../src/clients/oidc/code-grant.js';
import type { ProviderDocument } from '../../src/clients/oidc/provider-document.js';
import { visited } from '../fakes/oidc/browser-visit.js';
import { OidcFake } from '../fakes/oidc/oidc-fake.js';
import { MovedClock } from './moved-clock.js';
import { failureOf } from './upstream-failure.js';

/** What differs from an honest sign-in. */
interface SignInGiven {
  readonly registration?: Partial<OidcRegistration>;
  readonly needsGroups?: boolean;
  readonly groupClaim?: string;
  readonly nonce?: string;
  readonly verifier?: string;
  /** Changes the query with which the browser comes back. */
  readonly back?: (query: URLSearchParams) => void;
}

/** The client of OpenID providers and a fake of one. Document and keys are kept as the application keeps them. */
export class OidcClientFixture {
  readonly clock = new MovedClock();
  readonly lines: string[] = [];
  readonly fake = new OidcFake(() => this.clock.now());
  readonly client: OidcClient;
  document: ProviderDocument | undefined;
  private known: ProviderKeys | undefined;

  constructor(path?: () => Promise<NetworkPath>) {
    const { clock } = this;
    const log = createLog({
      level: 'debug',
      format: 'json',
      clock,
      destination: { write: (line) => void this.lines.push(line) },
    });
    this.client = new OidcClient({ clock, log, ...(path ? { path } : {}) });
  }

  registration(fields: Partial<OidcRegistration> = {}): OidcRegistration {
    const { clientId, clientSecret } = this.fake;
    return {
      clientId,
      clientSecret: clientSecret === null ? null : Secret.of(clientSecret),
      redirectUri: 'https://usher.example/api/auth/oidc/callback',
      ...fields,
    };
  }

  /** Somebody goes to the provider, comes back and is identified. */
  async signIn(given: SignInGiven = {}): Promise<IdentifiedSubject> {
    const document = (this.document ??= await this.client.discover(this.fake.url));
    const registration = this.registration(given.registration);
    const verifier = 'v'.repeat(43);
    const checks = { state: 'state-1', nonce: 'nonce-1', verifier: Secret.of(given.verifier ?? verifier) };
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const asked = { scopes: ['openid', 'profile'], state: 'state-1', nonce: given.nonce ?? 'nonce-1', challenge };
    const back = (await visited(authorizationAddress(document, registration, asked))).searchParams;
    given.back?.(back);
    return this.client.identify({
      document,
      registration,
      checks,
      query: back.toString(),
      keys: (stale) => this.keys(document, stale),
      groupClaim: given.groupClaim ?? 'groups',
      needsGroups: given.needsGroups ?? false,
    });
  }

  /** The failure of a call whose deadline passes once it has come in. */
  async lateFailureOf(key: string, call: Promise<unknown>): Promise<UpstreamError> {
    const failed = failureOf(call);
    await this.fake.arrived(key, 1);
    await this.clock.advance(20_000);
    return failed;
  }

  private async keys(document: ProviderDocument, stale?: ProviderKeys): Promise<ProviderKeys> {
    if (!this.known || this.known === stale) this.known = await this.client.keys(document);
    return this.known;
  }
}
