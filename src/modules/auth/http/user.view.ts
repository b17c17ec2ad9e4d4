import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import type { Permission, Role } from '../../../core/access/permissions.js';
import { badRequest } from '../../../core/errors/app-error.js';
import type { SignInMethods } from '../../users/users.public.js';
import type { AccountOverview } from '../accounts/account-list.service.js';
import { rfc3339, type Rfc3339 } from '../../../core/http/view-members.js';
import { accountView } from './account.view.js';

/** Body of PATCH /api/admin/users/{userID}. Source: doc 3 section 5.2. */
export class RoleBody {
  @IsIn(['admin', 'user'], { message: 'invalid role' })
  role: Role;
}

/** Body of PATCH /api/admin/users/{userID}/auth-methods; what is left out stays. Source: doc 3 section 5.2. */
export class SignInMethodsBody {
  @IsOptional()
  @IsBoolean({ message: 'password_enabled must be true or false' })
  password_enabled?: boolean | null;

  @IsOptional()
  @IsBoolean({ message: 'passkey_enabled must be true or false' })
  passkey_enabled?: boolean | null;
}

/** Body of PUT /api/admin/users/{userID}/ai-access. Source: doc 3 section 5.2. */
export class AiAccessBody {
  @IsBoolean({ message: 'shared_ai_enabled is required' })
  shared_ai_enabled: boolean;
}

/**
 * The switches that the body names.
 *
 * @throws AppError 400 when it names none
 */
export function signInMethodsOf(body: SignInMethodsBody): SignInMethods {
  const passwordEnabled = body.password_enabled ?? undefined;
  const passkeyEnabled = body.passkey_enabled ?? undefined;
  if (passwordEnabled === undefined && passkeyEnabled === undefined) throw badRequest('no changes provided');
  return { passwordEnabled, passkeyEnabled };
}

/** A row of GET /api/admin/users. Source: doc 3 section 5.1. */
export interface UserRowView {
  readonly id: number;
  readonly username: string;
  readonly role: Role;
  readonly permissions: readonly Permission[];
  readonly created_at: Rfc3339;
  readonly device_count: number;
  readonly has_password: boolean;
  readonly password_enabled: boolean;
  readonly passkey_enabled: boolean;
  readonly ai_shared_enabled: boolean;
  readonly has_pending_invite: boolean;
  readonly hub_email: string;
  readonly hub_invited_at?: Rfc3339;
  readonly sso_linked: boolean;
  readonly child: boolean;
  /** Has another account a name that people take for the same? Left out where none has. Source: issue 43 A3. */
  readonly name_shared?: true;
  /** A sign-in elsewhere made it by itself (`auto_create`), without an administrator. Source: issue 43 A1. */
  readonly made_by_sign_in?: true;
}

/** An account as administrators see it. */
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
