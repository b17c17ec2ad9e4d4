import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import type { Role } from '../../../core/access/permissions.js';
import { badRequest } from '../../../core/errors/app-error.js';
import type { SignInMethods } from '../../users/users.public.js';

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
