import { z } from 'zod';
import { UpstreamError } from '../../core/errors/upstream-error.js';
import type { Clock } from '../../core/time/clock.js';
import { readJson } from '../http/json-answer.js';
import { readableRows } from '../http/lenient-members.js';
import {
  type Claims,
  groupsOf,
  MOST_REDIRECTS,
  nameOf,
  OIDC,
  OidcTransport,
  type OidcTransportOptions,
} from './oidc-transport.js';
import { type OidcRegistration, type OidcReturn, type ProviderKeys, redeemCode } from './code-grant.js';
import { ANSWER_JUDGED } from './grant-faults.js';
import {
  DISCOVERY,
  documentAddress,
  type ProviderDocument,
  providerDocumentSchema,
  readProviderDocument,
} from './provider-document.js';

/** Somebody whom the provider has identified. */
export interface IdentifiedSubject {
  /** As the provider spells it. */
  readonly issuer: string;
  readonly subject: string;
  /** A suggestion, and no proof of anything; null where it gives none. */
  readonly name: string | null;
  readonly groups: readonly string[];
}

/** A key that can't be read is ignored, as RFC 7517 section 5 says; a set without any is none. */
const keysSchema = z.object({
  keys: readableRows(z.looseObject({ kty: z.string() })).refine((keys) => keys.length > 0),
});

/** Authorization code with PKCE; ID tokens are verified. @throws UpstreamError, `rejected` with the provider's code in `refusals` */
export class OidcClient {
  private readonly transport: OidcTransport;
  private readonly clock: Clock;

  constructor(options: OidcTransportOptions) {
    this.transport = new OidcTransport(options);
    this.clock = options.clock;
  }

  /** What the provider says of itself. @throws UpstreamError; IssuerMismatch where it calls itself something else */
  async discover(issuer: string): Promise<ProviderDocument> {
    const url = documentAddress(issuer);
    const call = { operation: DISCOVERY, method: 'GET', url, issuer, redirects: MOST_REDIRECTS } as const;
    const answer = await this.transport.send(call);
    return readProviderDocument(issuer, readJson(OIDC, DISCOVERY, answer, providerDocumentSchema));
  }

  async keys({ keysEndpoint: url, issuer }: ProviderDocument): Promise<ProviderKeys> {
    const call = { operation: 'keys.read', method: 'GET', url, issuer, redirects: 0 } as const;
    const answer = await this.transport.send(call);
    return { text: JSON.stringify(readJson(OIDC, call.operation, answer, keysSchema)) };
  }

  /** Who has come back? The code is redeemed once; UserInfo only fills a name or groups that the ID token lacks. */
  async identify(answered: OidcReturn): Promise<IdentifiedSubject> {
    const { document, groupClaim, needsGroups } = answered;
    const granted = await redeemCode(this.transport, this.clock, answered);
    const { claims } = granted;
    const name = nameOf(claims);
    const groups = groupsOf(claims, groupClaim);
    const lacksGroups = needsGroups && groups === undefined;
    const more =
      document.userInfoEndpoint !== null && (name === null || lacksGroups) ? await userInfo(granted, lacksGroups) : {};
    return {
      issuer: document.issuer,
      subject: String(claims['sub']),
      name: name ?? nameOf(more),
      groups: groups ?? groupsOf(more, groupClaim) ?? [],
    };
  }
}

/** A name is only a suggestion: where nothing else is looked for, no answer at all is no reason to refuse somebody. */
async function userInfo(
  { userInfo: read }: { readonly userInfo: () => Promise<Claims> },
  isNeeded: boolean,
): Promise<Claims> {
  try {
    return await read();
  } catch (fault) {
    const isUnanswered = fault instanceof UpstreamError && fault.operation !== ANSWER_JUDGED;
    if (isNeeded || !isUnanswered) throw fault;
    return {};
  }
}

/** The query of the provider's own address is kept. @param asked `challenge` is the verifier's SHA-256, base64url */
export function authorizationAddress(
  { authorizationEndpoint }: ProviderDocument,
  { clientId, redirectUri }: OidcRegistration,
  asked: {
    readonly scopes: readonly string[];
    readonly state: string;
    readonly nonce: string;
    readonly challenge: string;
  },
): string {
  const url = new URL(authorizationEndpoint);
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: asked.scopes.join(' '),
    state: asked.state,
    nonce: asked.nonce,
    code_challenge: asked.challenge,
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}
