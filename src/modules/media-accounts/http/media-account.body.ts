import { IsBoolean, IsNotEmpty, IsOptional, IsString, MaxLength, MinLength } from 'class-validator';
import { badRequest } from '../../../core/errors/app-error.js';
import { Secret } from '../../../core/secrets/secret.js';
import type { OwnCredentials } from '../linking/self-link.service.js';

const USERNAME = { message: 'username must be a text of 1 to 256 characters' };
const PASSWORD = { message: 'password must be a text of at most 1024 characters' };
const NEW_PASSWORD = { message: 'password must be a text of 8 to 1024 characters' };
const EMAIL = { message: 'email must be a text' };
const REMOTE_ID = { message: 'remote_user_id must be a text of 1 to 320 characters' };
const MANAGE = { message: 'manage_access must be true or false' };

/** Body of POST /api/media-servers/{instanceID}/account: a password, or on the hub an address. Source: doc 3 section 12.4. */
export class OwnAccountBody {
  @IsOptional()
  @MaxLength(1024, NEW_PASSWORD)
  @MinLength(8, NEW_PASSWORD)
  @IsString(NEW_PASSWORD)
  password?: string | null;

  @IsOptional()
  @IsString(EMAIL)
  email?: string | null;
}

/** What somebody brings to get an account: a password, or on the hub an address. */
type AskedAccount = { readonly password: Secret } | { readonly email: string };

/** What the caller asks for. @throws AppError 400 for both, and for neither */
export function askedOf({ password, email }: OwnAccountBody): AskedAccount {
  const [hasPassword, hasEmail] = [typeof password === 'string', typeof email === 'string'];
  if (hasPassword === hasEmail) throw badRequest('send either a password or an email');
  return typeof password === 'string' ? { password: Secret.of(password) } : { email: email ?? '' };
}

/** Body of POST /api/media-servers/{instanceID}/account/link. Source: doc 3 section 12.4. */
export class SelfLinkBody {
  @MaxLength(256, USERNAME)
  @IsNotEmpty(USERNAME)
  @IsString(USERNAME)
  username: string;

  /** Some accounts have none: then it is empty. */
  @MaxLength(1024, PASSWORD)
  @IsString(PASSWORD)
  password: string;
}

/** What the body proves an account by. */
export const credentialsOf = ({ username, password }: SelfLinkBody): OwnCredentials => ({
  username,
  password: Secret.of(password),
});

/** Body of PUT /api/admin/users/{userID}/media-servers/{instanceID}/account. Source: doc 3 section 12.4. */
export class AccountLinkBody {
  @MaxLength(320, REMOTE_ID)
  @IsNotEmpty(REMOTE_ID)
  @IsString(REMOTE_ID)
  remote_user_id: string;

  /** False where it is left out: the account is linked only. */
  @IsOptional()
  @IsBoolean(MANAGE)
  manage_access?: boolean | null;
}

/** Body of PATCH .../account/management. Source: doc 1 section 4, Media-server accounts. */
export class AccountManagementBody {
  @IsBoolean(MANAGE)
  manage_access: boolean;
}
