import { IsBoolean, IsIn, IsNotEmpty, IsOptional, IsString } from 'class-validator';
import type { Role } from '../../../core/access/permissions.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { refusedMember } from '../../../core/http/refused-member.js';
import { rfc3339, type Rfc3339 } from '../../../core/http/view-members.js';
import type { ListedDevice, SignInMethods, UnrevokedDevice } from '../../users/users.public.js';
import type { AccountOverview } from '../accounts/accounts.service.js';
import type { IssuedLink, ListedLink } from '../connect-links/invitations.service.js';
import { type AccountView, accountView } from './account.view.js';
import { notAFlag } from './refused-members.js';

const NAME = refusedMember('required', 'name required', { name: 'name' });
const SERVER_URL = refusedMember('not_a_web_address', 'server_url must be an http or https address', {
  name: 'server_url',
});

/** Body of POST /api/admin/connect-token. */
export class ConnectTokenBody {
  @IsString(NAME)
  @IsNotEmpty(NAME)
  name: string;

  @IsOptional()
  @IsString(SERVER_URL)
  server_url?: string | null;

  /** Refuse a name that has an account already, by 409. */
  @IsOptional()
  @IsBoolean(refusedMember('not_a_flag', 'new_only must be a boolean', { name: 'new_only' }))
  new_only?: boolean | null;
}

/** The answer of POST /api/admin/connect-token. */
export interface ConnectTokenView {
  readonly link: string;
  readonly expires_at: Rfc3339;
  readonly origin_source: IssuedLink['originSource'];
  /** Was the account there before? */
  readonly existing: boolean;
}

/** What a name is refused with: two members more where people would take it for that of another account. */
export interface RefusedNameView {
  readonly code?: string;
  readonly user_id?: number;
}

/** What a name is refused with that is an account's already. */
export interface KnownNameView {
  readonly code: string;
  /** The account that has the name. */
  readonly user_id: number;
}

/** The only place where a connect link is put into an answer. */
export const connectTokenView = ({ link, expiresAt, originSource, isExisting }: IssuedLink): ConnectTokenView => ({
  link: link.reveal(),
  expires_at: rfc3339(expiresAt),
  origin_source: originSource,
  existing: isExisting,
});

/** A row of GET /api/admin/connect-tokens. */
export interface PendingLinkView {
  /** By which the link is taken back. It is not the token. */
  readonly id: string;
  /** The account that the link signs in. */
  readonly name: string;
  /** The administrator who made it; null where the command on the server's own machine did. */
  readonly created_by: string | null;
  readonly created_at: Rfc3339;
  readonly expires_at: Rfc3339;
}

export const pendingLinkView = ({ id, name, createdBy, createdAt, expiresAt }: ListedLink): PendingLinkView => ({
  id,
  name,
  created_by: createdBy,
  created_at: rfc3339(createdAt),
  expires_at: rfc3339(expiresAt),
});

/** A row of GET /api/admin/devices. */
export interface DeviceView {
  readonly id: string;
  readonly user_id: number;
  readonly username: string;
  readonly device_name: string;
  readonly created_at: Rfc3339;
  readonly last_seen_at: Rfc3339;
}

export const deviceView = (device: ListedDevice): DeviceView => ({
  id: device.id,
  user_id: device.userId,
  username: device.username,
  device_name: device.deviceName,
  created_at: rfc3339(device.createdAt),
  last_seen_at: rfc3339(device.lastSeenAt),
});

/** A row of GET /api/me/devices. */
export interface OwnDeviceView {
  readonly id: string;
  readonly device_name: string;
  readonly created_at: Rfc3339;
  readonly last_seen_at: Rfc3339;
  /** Is it the one that asks? */
  readonly current: boolean;
}

export const ownDeviceView = (device: UnrevokedDevice, { deviceId }: { readonly deviceId: string }): OwnDeviceView => ({
  id: device.id,
  device_name: device.deviceName,
  created_at: rfc3339(device.createdAt),
  last_seen_at: rfc3339(device.lastSeenAt),
  current: device.id === deviceId,
});

/** Body of PATCH /api/admin/users/{userID}. */
export class RoleBody {
  @IsIn(['admin', 'user'], refusedMember('invalid', 'invalid role', { name: 'role' }))
  role: Role;
}

/** Body of PATCH /api/admin/users/{userID}/auth-methods; what is left out stays. */
export class SignInMethodsBody {
  @IsOptional()
  @IsBoolean(notAFlag('password_enabled'))
  password_enabled?: boolean | null;

  @IsOptional()
  @IsBoolean(notAFlag('passkey_enabled'))
  passkey_enabled?: boolean | null;
}

/** Body of PUT /api/admin/users/{userID}/ai-access. */
export class AiAccessBody {
  @IsBoolean(refusedMember('required', 'shared_ai_enabled is required', { name: 'shared_ai_enabled' }))
  shared_ai_enabled: boolean;
}

/** The switches that the body names. @throws AppError 400 when it names none */
export function signInMethodsOf(body: SignInMethodsBody): SignInMethods {
  const passwordEnabled = body.password_enabled ?? undefined;
  const passkeyEnabled = body.passkey_enabled ?? undefined;
  if (passwordEnabled === undefined && passkeyEnabled === undefined)
    throw badRequest('no_changes', 'no changes provided');
  return { passwordEnabled, passkeyEnabled };
}

/** A row of GET /api/admin/users. */
export interface UserRowView extends AccountView {
  readonly created_at: Rfc3339;
  readonly device_count: number;
  readonly has_password: boolean;
  readonly ai_shared_enabled: boolean;
  readonly has_pending_invite: boolean;
  readonly hub_invited_at?: Rfc3339;
  /** Has another account a name that people take for the same? Left out where none has. */
  readonly name_shared?: true;
  /** A sign-in elsewhere made it by itself (`auto_create`), without an administrator. */
  readonly made_by_sign_in?: true;
}

export function userRowView({
  account,
  deviceCount,
  hasPendingInvite,
  kids,
  ssoLinked,
  isNameShared,
  madeBySignIn,
}: AccountOverview): UserRowView {
  return {
    ...accountView(account, { kids, ssoLinked }),
    created_at: rfc3339(account.createdAt),
    device_count: deviceCount,
    has_password: account.hasPassword,
    ai_shared_enabled: account.aiSharedEnabled,
    has_pending_invite: hasPendingInvite,
    ...(isNameShared ? { name_shared: true as const } : {}),
    ...(madeBySignIn ? { made_by_sign_in: true as const } : {}),
    ...(account.hubInvitedAt === null ? {} : { hub_invited_at: rfc3339(account.hubInvitedAt) }),
  };
}
