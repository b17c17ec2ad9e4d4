import { z } from 'zod';
import type { Sentence } from '../../core/errors/sentence.js';
import { UpstreamError } from '../../core/errors/upstream-error.js';
import { parsedUrl } from '../../core/text/urls.js';
import { lenient } from '../http/lenient-members.js';
import { isProviderAddress, OIDC } from './oidc-transport.js';
import { sayOidc } from './oidc.sentences.js';

export const DISCOVERY = 'discovery.read';

/** How we prove to the provider which client we are. */
export type ClientProof = 'basic' | 'post';

/** What an OpenID provider says of itself, as far as it concerns us. Source: OpenID Connect Discovery 1.0 section 3. */
export interface ProviderDocument {
  /** The issuer as the provider spells it: what ID tokens and identities bear. */
  readonly issuer: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly keysEndpoint: string;
  /** Null where it has none. */
  readonly userInfoEndpoint: string | null;
  /** By which algorithms it signs, asymmetric ones alone; at least one. */
  readonly algorithms: readonly string[];
  /** How it wants a secret; null where it takes one in no way that we know. */
  readonly clientProof: ClientProof | null;
  /** Does it promise to name itself in each answer? */
  readonly promisesIssuer: boolean;
}

/** The algorithms whose signatures we verify. Only the provider can make them: it keeps the key to itself. */
const ASYMMETRIC = new Set([
  ...['256', '384', '512'].flatMap((bits) => [`RS${bits}`, `PS${bits}`, `ES${bits}`]),
  'EdDSA',
  'Ed25519',
]);

/** What holds where a provider lists no algorithm. */
const DEFAULT_ALGORITHMS = ['RS256'];

const texts = lenient(z.array(z.string()));

/** An address that is no text is as good as none. */
export const providerDocumentSchema = z.object({
  issuer: z.string(),
  authorization_endpoint: lenient(z.string()),
  token_endpoint: lenient(z.string()),
  jwks_uri: lenient(z.string()),
  userinfo_endpoint: lenient(z.string()),
  id_token_signing_alg_values_supported: texts,
  token_endpoint_auth_methods_supported: texts,
  authorization_response_iss_parameter_supported: lenient(z.boolean()),
});

/** The provider's own document calls it by another name than the configured one. */
export class IssuerMismatch extends UpstreamError {
  /** @param documented as the provider spells it */
  constructor(
    readonly configured: string,
    readonly documented: string,
  ) {
    super({
      system: OIDC,
      operation: DISCOVERY,
      kind: 'malformed',
      definitelyNotSent: false,
      reason: sayOidc('provider_names_another_issuer'),
    });
  }
}

/** Where a provider's document is. Source: OpenID Connect Discovery 1.0 section 4. */
export const documentAddress = (issuer: string): string =>
  `${withoutLastSlash(issuer)}/.well-known/openid-configuration`;

/** The issuer may differ from the configured one by the last slash alone. @throws UpstreamError `malformed`; IssuerMismatch */
export function readProviderDocument(configured: string, answered: AnsweredDocument): ProviderDocument {
  const { issuer } = answered;
  if (withoutLastSlash(issuer) !== withoutLastSlash(configured)) throw new IssuerMismatch(configured, issuer);
  const listed = answered.id_token_signing_alg_values_supported;
  const algorithms = (listed ?? DEFAULT_ALGORITHMS).filter((algorithm) => ASYMMETRIC.has(algorithm));
  if (algorithms.length === 0) throw unfit(sayOidc('provider_lists_no_asymmetric_algorithm'));
  return {
    issuer,
    authorizationEndpoint: endpoint(answered, 'authorization_endpoint'),
    tokenEndpoint: endpoint(answered, 'token_endpoint'),
    keysEndpoint: endpoint(answered, 'jwks_uri'),
    userInfoEndpoint: answered.userinfo_endpoint === null ? null : endpoint(answered, 'userinfo_endpoint'),
    algorithms,
    clientProof: clientProofOf(answered.token_endpoint_auth_methods_supported),
    promisesIssuer: answered.authorization_response_iss_parameter_supported ?? false,
  };
}

function clientProofOf(methods: readonly string[] | null): ClientProof | null {
  if (!methods || methods.length === 0 || methods.includes('client_secret_basic')) return 'basic';
  return methods.includes('client_secret_post') ? 'post' : null;
}

type AnsweredDocument = z.infer<typeof providerDocumentSchema>;

function endpoint(
  answered: AnsweredDocument,
  name: 'authorization_endpoint' | 'token_endpoint' | 'jwks_uri' | 'userinfo_endpoint',
): string {
  const address = answered[name];
  if (address === null) throw unfit(sayOidc('provider_document_lacks', { name }));
  const url = parsedUrl(address);
  const isFit = url && url.hash === '' && isProviderAddress(url, answered.issuer);
  if (!isFit) throw unfit(sayOidc('provider_endpoint_not_https', { name }));
  return address;
}

const unfit = (reason: Sentence): UpstreamError =>
  new UpstreamError({ system: OIDC, operation: DISCOVERY, kind: 'malformed', definitelyNotSent: false, reason });

const withoutLastSlash = (text: string): string => (text.endsWith('/') ? text.slice(0, -1) : text);
