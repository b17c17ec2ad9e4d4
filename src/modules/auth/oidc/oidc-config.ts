import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { isSameSecret } from '../../../clients/oidc/code-grant.js';
import type { Secret } from '../../../core/secrets/secret.js';

/** How people sign in by an OpenID provider, without its secret. */
export const oidcConfigSchema = z.object({
  enabled: z.boolean(),
  label: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  additionalScopes: z.array(z.string()).readonly(),
  allowedGroups: z.array(z.string()).readonly(),
  groupClaim: z.string(),
  autoCreate: z.boolean(),
  useProxy: z.boolean(),
});

export type OidcConfig = Readonly<z.infer<typeof oidcConfigSchema>>;

/** What the button says where nothing else was chosen. */
export const DEFAULT_LABEL = 'Single sign-on';

export const DEFAULT_GROUP_CLAIM = 'groups';

export const NO_OIDC: OidcConfig = {
  enabled: false,
  label: DEFAULT_LABEL,
  issuer: '',
  clientId: '',
  additionalScopes: [],
  allowedGroups: [],
  groupClaim: DEFAULT_GROUP_CLAIM,
  autoCreate: false,
  useProxy: false,
};

/** Everything that a sign-in needs to know of the configuration, as of one moment. */
export interface OidcSetup {
  readonly config: OidcConfig;
  readonly clientSecret: Secret | null;
  /** Where people reach this server: origin and base path, no slash at the end. */
  readonly base: string;
}

/** Is it the same configuration, with the same secret, as seen from outside at the same address? */
export const isSameSetup = (one: OidcSetup, other: OidcSetup): boolean =>
  one.base === other.base &&
  isSameSecret(one.clientSecret, other.clientSecret) &&
  JSON.stringify(one.config) === JSON.stringify(other.config);

export const callbackUrl = (base: string): string => `${base}/api/auth/oidc/callback`;

export const isConfigured = ({ issuer, clientId }: OidcConfig): boolean => issuer !== '' && clientId !== '';

export const isSwitchedOn = (config: OidcConfig): boolean => config.enabled && isConfigured(config);

/** The scopes that are asked for: three always. */
export const scopesOf = ({ additionalScopes }: OidcConfig): readonly string[] => [
  ...new Set(['openid', 'profile', 'email', ...additionalScopes]),
];

/** May somebody of these groups sign in? Names are compared character by character. */
export const isAllowed = ({ allowedGroups }: OidcConfig, groups: readonly string[]): boolean =>
  allowedGroups.length === 0 || groups.some((group) => allowedGroups.includes(group));

/** Names everything that a test of the sign-in has proved, under a key: nothing of it can be found out. */
export function fingerprintOf(config: OidcConfig, clientSecret: Secret | null, key: Buffer): string {
  const { issuer, clientId, allowedGroups, groupClaim, useProxy } = config;
  const proved = [
    issuer,
    clientId,
    clientSecret?.reveal() ?? '',
    scopesOf(config),
    allowedGroups,
    groupClaim,
    useProxy,
  ];
  return createHmac('sha256', key).update(JSON.stringify(proved)).digest('hex');
}
