import type { Schemas } from '../api/client.js';

/** How single sign-on is set up, as the server answers it. */
export type StoredOidc = Schemas['OidcConfigView'];

/** It as a form has it: lists are texts, and of the secret there is what was typed anew. */
export interface TypedOidc {
  enabled: boolean;
  label: string;
  issuer: string;
  clientId: string;
  /** Empty where the stored one stays. */
  secret: string;
  removesSecret: boolean;
  /** Separated by white space or commas. */
  scopes: string;
  /** One in each line: a name may have blanks and commas in it. */
  groups: string;
  groupClaim: string;
  autoCreate: boolean;
  ssoOnly: boolean;
  useProxy: boolean;
}

/** What a form shows at first. */
export const typedOf = (stored: StoredOidc): TypedOidc => ({
  enabled: stored.enabled,
  label: stored.label,
  issuer: stored.issuer,
  clientId: stored.client_id,
  secret: '',
  removesSecret: false,
  scopes: stored.additional_scopes.join(' '),
  groups: stored.allowed_groups.join('\n'),
  groupClaim: stored.group_claim,
  autoCreate: stored.auto_create,
  ssoOnly: stored.sso_only,
  useProxy: stored.use_proxy,
});

/** What is sent. A secret that is left out stays; an empty one removes it. */
export const oidcBody = (typed: TypedOidc): Schemas['OidcConfigBody'] => ({
  enabled: typed.enabled,
  label: typed.label.trim(),
  issuer: typed.issuer.trim(),
  client_id: typed.clientId.trim(),
  ...(typed.secret === '' ? (typed.removesSecret ? { client_secret: '' } : {}) : { client_secret: typed.secret }),
  additional_scopes: parts(typed.scopes, /[\s,]+/),
  allowed_groups: parts(typed.groups, /\n/),
  group_claim: typed.groupClaim.trim(),
  auto_create: typed.autoCreate,
  sso_only: typed.ssoOnly,
  use_proxy: typed.useProxy,
});

/** Would saving change anything? */
export const isChanged = (typed: TypedOidc, stored: StoredOidc): boolean =>
  JSON.stringify(oidcBody(typed)) !== JSON.stringify(oidcBody(typedOf(stored)));

const parts = (text: string, between: RegExp): string[] =>
  text
    .split(between)
    .map((part) => part.trim())
    .filter((part) => part !== '');
