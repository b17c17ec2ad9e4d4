import { ArrayMaxSize, ArrayMinSize, IsArray, IsBoolean, IsIn, IsOptional } from 'class-validator';
import { badRequest } from '../../../core/errors/app-error.js';
import { refusedMember } from '../../../core/http/refused-member.js';
import { rfc3339, type Rfc3339, sentenceView, type SentenceView } from '../../../core/http/view-members.js';
import type { Secret } from '../../../core/secrets/secret.js';
import type { HubIdentity } from '../../users/users.public.js';
import type { BegunAttempt } from '../hub/hub-attempts.service.js';
import type { KnownHubAuth } from '../hub/hub-auth.service.js';
import type { HubCandidate, HubMapping } from '../hub/hub-identities.service.js';
import type { HubExchange } from '../hub/hub-exchange.service.js';
import { type TokenResponse, tokenResponse } from './account.view.js';
import { AttemptBody } from './attempt.body.js';
import { notAFlag } from './refused-members.js';

const MAPPINGS = [
  'invalid_mappings',
  'mappings must be a list of 1 to 200 pairs of user_id and hub_account_id',
  { least: 1, most: 200 },
] as const;
const NO_MAPPINGS = refusedMember(...MAPPINGS);

/** Body of the routes that begin a sign-in or a link by the hub. */
export class HubAttemptBody extends AttemptBody {
  /** Invitations are redeemed elsewhere. */
  @IsOptional()
  @IsIn([''], refusedMember('invitation_not_taken', 'invitation must be absent'))
  invitation?: string | null;
}

/** Body of PUT /api/admin/hub-auth. */
export class HubAuthBody {
  @IsBoolean(notAFlag('enabled'))
  enabled: boolean;

  @IsBoolean(notAFlag('auto_create'))
  auto_create: boolean;
}

/** Body of POST /api/admin/hub-auth/confirm. */
export class HubConfirmBody {
  @ArrayMinSize(1, NO_MAPPINGS)
  @ArrayMaxSize(200, NO_MAPPINGS)
  @IsArray(NO_MAPPINGS)
  mappings: unknown[];
}

/** @throws AppError 400 for a wrong mapping, and for accounts that are named twice */
export function hubMappingsOf({ mappings }: HubConfirmBody): readonly HubMapping[] {
  const read = mappings.map((sent): HubMapping => {
    const { user_id: userId, hub_account_id: hubAccountId } = (sent ?? {}) as Readonly<Record<string, unknown>>;
    if (!isId(userId) || !isId(hubAccountId)) throw badRequest(...MAPPINGS);
    return { userId, hubAccountId: String(hubAccountId) };
  });
  const accounts = new Set(read.map(({ userId }) => userId));
  const identities = new Set(read.map(({ hubAccountId }) => hubAccountId));
  if (accounts.size < read.length || identities.size < read.length)
    throw badRequest('mapped_twice', 'mappings must name each account once');
  return read;
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

/** How often a client may ask, in seconds. */
const INTERVAL_S = 3;

/** An attempt that has begun. */
export interface BegunAttemptView {
  /** Names the attempt to its client alone. */
  readonly flow: string;
  /** Where its person approves it. */
  readonly url: string;
  readonly expires_at: Rfc3339;
  /** Seconds between two checks. */
  readonly interval: number;
}

/** The only place where the text of a flow is put into an answer. */
export const begunAttemptView = ({ flow, url, expiresAt }: BegunAttempt): BegunAttemptView => ({
  flow: flow.reveal(),
  url,
  expires_at: rfc3339(expiresAt),
  interval: INTERVAL_S,
});

/** How far an attempt has come. */
export interface AttemptCheckView {
  readonly status: 'pending' | 'complete';
  /** Seconds until the next check, while it is pending. */
  readonly interval?: number;
  /** For the exchange, once it is complete. */
  readonly code?: string;
}

/** The only place where a code is put into an answer. */
export const attemptCheckView = (code: Secret | null): AttemptCheckView =>
  code ? { status: 'complete', code: code.reveal() } : { status: 'pending', interval: INTERVAL_S };

/** What a code was exchanged for, where that is no session. */
interface OtherExchangeView {
  readonly status: 'linked' | 'authenticated';
  /** For the consent at the authorization endpoint. */
  readonly consent?: string;
  readonly username?: string;
}

/** The answer of an exchange. */
export type HubExchangeView = TokenResponse | OtherExchangeView;

/** The only place where a consent ticket is put into an answer. */
export function hubExchangeView(exchange: HubExchange): HubExchangeView {
  switch (exchange.kind) {
    case 'session':
      return tokenResponse(exchange.session);
    case 'linked':
      return { status: 'linked' };
    case 'identified':
      return { status: 'authenticated', consent: exchange.consent.reveal(), username: exchange.username };
  }
}

/** Which account at the hub signs an account in: one, or none. */
export interface HubIdentitiesView {
  readonly identities: readonly {
    readonly hub_account_id: number;
    readonly email: string;
    readonly username: string;
    readonly created_at: Rfc3339;
  }[];
}

export const hubIdentitiesView = (identity: HubIdentity | null): HubIdentitiesView => ({
  identities: (identity ? [identity] : []).map(({ hubAccountId, email, username, createdAt }) => ({
    hub_account_id: Number(hubAccountId),
    email,
    username,
    created_at: rfc3339(createdAt),
  })),
});

export interface HubAuthView {
  readonly enabled: boolean;
  readonly auto_create: boolean;
  /** What children can still do by it, in words; left out where there is nothing to say. */
  readonly warning?: string;
}

export const hubAuthView = ({ enabled, autoCreate, warning }: KnownHubAuth): HubAuthView => ({
  enabled,
  auto_create: autoCreate,
  ...(warning !== null && { warning }),
});

/** A server on which a link shows. */
interface HubCandidateServerView {
  readonly instance_id: string;
  readonly name: string;
  /** Why it could not be read; left out where it was. */
  readonly error?: string;
  /** The error as a code; left out where there is none. */
  readonly sentence?: SentenceView;
}

/** Links that administrators can confirm. */
export interface HubCandidatesView {
  readonly candidates: readonly {
    readonly user_id: number;
    readonly username: string;
    readonly hub_account_id: number;
    readonly email: string;
    readonly hub_username: string;
    readonly servers: readonly HubCandidateServerView[];
    /** Why it can not be confirmed; left out where it can. */
    readonly reason?: string;
    /** The reason as a code; left out where there is none. */
    readonly sentence?: SentenceView;
    readonly confirmed: boolean;
  }[];
}

export const hubCandidatesView = (candidates: readonly HubCandidate[]): HubCandidatesView => ({
  candidates: candidates.map(({ link, username, instanceNames, isConfirmed }) => ({
    user_id: link.userId,
    username,
    hub_account_id: Number(link.hubAccountId),
    email: link.email,
    hub_username: link.hubUsername,
    servers: link.servers.map(({ instanceId, error }) => ({
      instance_id: instanceId,
      name: instanceNames.get(instanceId) ?? '',
      ...(error && { error: error.text, sentence: sentenceView(error) }),
    })),
    ...(link.reason && { reason: link.reason.text, sentence: sentenceView(link.reason) }),
    confirmed: isConfirmed,
  })),
});
