import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsNotEmpty,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
} from 'class-validator';
import { badRequest } from '../../../core/errors/app-error.js';
import type { Sentence } from '../../../core/errors/sentence.js';
import { refusedMember } from '../../../core/http/refused-member.js';
import { RawAnswer } from '../../../core/http/raw-answer.js';
import { rfc3339, type Rfc3339, type SentenceView, sentenceView } from '../../../core/http/view-members.js';
import { Secret } from '../../../core/secrets/secret.js';
import { isSecureAddress, parsedUrl } from '../../../core/text/urls.js';
import type { OidcIdentity } from '../../users/users.public.js';
import type { BrowserStep } from '../oidc/oidc-attempt.js';
import type { BegunOidc } from '../oidc/oidc-attempts.service.js';
import { DEFAULT_GROUP_CLAIM, DEFAULT_LABEL, type OidcConfig } from '../oidc/oidc-config.js';
import type { KnownOidcConfig, OidcConfigInput } from '../oidc/oidc-configuration.service.js';
import type { OidcResult } from '../oidc/oidc-exchange.service.js';
import { type TokenResponse, tokenResponse } from './account.view.js';
import { AttemptBody } from './attempt.body.js';
import { notAFlag, tooLong } from './refused-members.js';

const INVITATION = tooLong('invitation', 128);
const ISSUER_REQUIRED = refusedMember('required', 'issuer required', { name: 'issuer' });
const LABEL = tooLong('label', 80);
const ISSUER = tooLong('issuer', 2_048);
const CLIENT_ID = tooLong('client_id', 1_024);
const CLIENT_SECRET = tooLong('client_secret', 16_384);
const GROUP_CLAIM = tooLong('group_claim', 256);
const SCOPES = refusedMember('invalid_scopes', 'additional_scopes must be a list of at most 30 single names', {
  most: 30,
});
const GROUPS = refusedMember(
  'invalid_groups',
  'allowed_groups must be a list of at most 100 names of 1 to 512 characters',
  { most: 100, longest: 512 },
);

/** Scheme, host and path, without credentials, query, fragment, white space and control characters. */
const PLAIN_ADDRESS = /^https?:\/\/[^\s\p{Cc}\\@?#/][^\s\p{Cc}\\@?#]*$/iu;

/** A scope is one name. Source: RFC 6749 section 3.3. */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]{1,256}$/;

/** Body of POST /api/auth/oidc/begin. */
export class OidcAttemptBody extends AttemptBody {
  /** The token of an invitation. */
  @IsOptional()
  @MaxLength(128, INVITATION)
  @IsString(INVITATION)
  invitation?: string | null;
}

export const invitationOf = ({ invitation }: OidcAttemptBody): Secret | null =>
  invitation ? Secret.of(invitation) : null;

/** Body of the routes that unlink. */
export class OidcIssuerBody {
  @MaxLength(2_048, ISSUER)
  @IsNotEmpty(ISSUER_REQUIRED)
  @IsString(ISSUER_REQUIRED)
  issuer: string;
}

/** Body of PUT /api/admin/oidc; what is left out takes its default, but for the secret. */
export class OidcConfigBody {
  @IsOptional()
  @IsBoolean(notAFlag('enabled'))
  enabled?: boolean | null;

  @IsOptional()
  @MaxLength(80, LABEL)
  @IsString(LABEL)
  label?: string | null;

  @IsOptional()
  @MaxLength(2_048, ISSUER)
  @IsString(ISSUER)
  issuer?: string | null;

  @IsOptional()
  @MaxLength(1_024, CLIENT_ID)
  @IsString(CLIENT_ID)
  client_id?: string | null;

  /** Left out, the stored one stays; empty, it is removed. */
  @IsOptional()
  @MaxLength(16_384, CLIENT_SECRET)
  @IsString(CLIENT_SECRET)
  client_secret?: string | null;

  @IsOptional()
  @Matches(SCOPE, { ...SCOPES, each: true })
  @ArrayMaxSize(30, SCOPES)
  @IsArray(SCOPES)
  additional_scopes?: string[] | null;

  @IsOptional()
  @MaxLength(512, { ...GROUPS, each: true })
  @IsNotEmpty({ ...GROUPS, each: true })
  @IsString({ ...GROUPS, each: true })
  @ArrayMaxSize(100, GROUPS)
  @IsArray(GROUPS)
  allowed_groups?: string[] | null;

  @IsOptional()
  @MaxLength(256, GROUP_CLAIM)
  @IsString(GROUP_CLAIM)
  group_claim?: string | null;

  @IsOptional()
  @IsBoolean(notAFlag('auto_create'))
  auto_create?: boolean | null;

  @IsOptional()
  @IsBoolean(notAFlag('sso_only'))
  sso_only?: boolean | null;

  @IsOptional()
  @IsBoolean(notAFlag('use_proxy'))
  use_proxy?: boolean | null;
}

/**
 * @throws AppError 400 for an issuer that is neither https nor on this machine; for an enabled provider without issuer or
 *   client id
 */
export function oidcConfigOf(body: OidcConfigBody): OidcConfigInput {
  const config: OidcConfig = {
    enabled: body.enabled ?? false,
    label: body.label?.trim() || DEFAULT_LABEL,
    issuer: body.issuer?.trim() ?? '',
    clientId: body.client_id ?? '',
    additionalScopes: body.additional_scopes ?? [],
    allowedGroups: body.allowed_groups ?? [],
    groupClaim: body.group_claim || DEFAULT_GROUP_CLAIM,
    autoCreate: body.auto_create ?? false,
    useProxy: body.use_proxy ?? false,
  };
  if (config.issuer !== '') requireIssuer(config.issuer);
  if (config.enabled && (config.issuer === '' || config.clientId === ''))
    throw badRequest('issuer_and_client_id_required', 'issuer and client_id are required');
  return { config, ssoOnly: body.sso_only ?? false, clientSecret: secretOf(body.client_secret) };
}

function requireIssuer(issuer: string): void {
  const url = parsedUrl(issuer);
  // The text is looked at too: what the parser forgives would never equal what the provider calls itself.
  const isFit = url && isSecureAddress(url) && PLAIN_ADDRESS.test(issuer);
  if (!isFit)
    throw badRequest('invalid_issuer', 'issuer must be an https address without credentials, query or fragment');
}

function secretOf(text: string | null | undefined): Secret | null | undefined {
  if (text === undefined || text === null) return undefined;
  return text === '' ? null : Secret.of(text);
}

/** An attempt that has begun. */
export interface BegunOidcView {
  /** For the person's browser. */
  readonly start_url: string;
  readonly flow: string;
}

export const begunOidcView = ({ startUrl, flow }: BegunOidc): BegunOidcView => ({
  start_url: startUrl,
  flow: flow.reveal(),
});

/** The account is linked. */
interface LinkedView {
  readonly status: 'linked';
}

/** The sign-in works. */
interface TestedView {
  readonly status: 'tested';
  /** As whom the person would have signed in, and which groups were seen. */
  readonly message: string;
  readonly sentence: SentenceView;
}

/** The provider answers as the saved settings say. */
export interface ValidatedView {
  readonly status: 'valid';
  /** How it calls itself, where that differs, and by what it signs. */
  readonly message: string;
  readonly sentence: SentenceView;
}

export const validatedView = (said: Sentence): ValidatedView => ({
  status: 'valid',
  message: said.text,
  sentence: sentenceView(said),
});

/** The person may authorize a client. */
interface OidcConsentView {
  readonly status: 'authenticated';
  /** Goes to the authorization endpoint as `oidc_consent`, once, within a minute. */
  readonly consent: string;
  readonly username: string;
}

/** What a code was exchanged for: by what the attempt was begun for. */
export type OidcExchangeView = TokenResponse | LinkedView | TestedView | OidcConsentView;

/** The only place where a consent ticket is put into an answer. */
export function oidcExchangeView(result: OidcResult): OidcExchangeView {
  switch (result.kind) {
    case 'session':
      return tokenResponse(result.session);
    case 'linked':
      return { status: 'linked' };
    case 'tested':
      return { status: 'tested', message: result.said.text, sentence: sentenceView(result.said) };
    case 'authenticated':
      return { status: 'authenticated', consent: result.consent.reveal(), username: result.username };
  }
}

/** Who an account is at OpenID providers. */
export interface OidcIdentitiesView {
  readonly identities: readonly {
    readonly issuer: string;
    readonly subject: string;
    readonly created_at: Rfc3339;
  }[];
}

export const oidcIdentitiesView = (linked: readonly OidcIdentity[]): OidcIdentitiesView => ({
  identities: linked.map(({ issuer, subject, createdAt }) => ({ issuer, subject, created_at: rfc3339(createdAt) })),
});

/** The configuration, of its secret no more than that there is one. */
export interface OidcConfigView {
  readonly enabled: boolean;
  readonly label: string;
  readonly issuer: string;
  readonly client_id: string;
  readonly additional_scopes: readonly string[];
  readonly allowed_groups: readonly string[];
  readonly group_claim: string;
  readonly auto_create: boolean;
  readonly sso_only: boolean;
  readonly use_proxy: boolean;
  readonly has_secret: boolean;
  /** What the provider must allow; empty while there is no external address. */
  readonly callback_url: string;
  /** Has somebody signed in by just these settings? */
  readonly tested: boolean;
  /** What children can still do by it, in words; left out where there is nothing to say. */
  readonly warning?: string;
}

export const oidcConfigView = (known: KnownOidcConfig): OidcConfigView => ({
  enabled: known.config.enabled,
  label: known.config.label,
  issuer: known.config.issuer,
  client_id: known.config.clientId,
  additional_scopes: known.config.additionalScopes,
  allowed_groups: known.config.allowedGroups,
  group_claim: known.config.groupClaim,
  auto_create: known.config.autoCreate,
  sso_only: known.ssoOnly,
  use_proxy: known.config.useProxy,
  has_secret: known.hasSecret,
  callback_url: known.callbackUrl ?? '',
  tested: known.isTested,
  ...(known.warning !== null && { warning: known.warning }),
});

/** Sends a browser on. Neither the way nor the cookie may be kept. */
export const browserStep = ({ location, cookie }: BrowserStep): RawAnswer =>
  new RawAnswer(302, [
    ['Location', location],
    ['Set-Cookie', cookie],
    ['Cache-Control', 'no-store'],
  ]);
