import { IsOptional, IsString } from 'class-validator';

const TOO_SHORT = { message: 'password must be at least 8 characters' };
const CURRENT = { message: 'current_password must be a text' };

/** Body of POST /api/auth/password. Source: doc 3 section 1.1. */
export class PasswordBody {
  @IsString(TOO_SHORT)
  password: string;

  @IsOptional()
  @IsString(CURRENT)
  current_password?: string | null;
}

/** Body of POST /api/auth/hub-email. Source: doc 3 section 1.1. */
export class HubEmailBody {
  @IsString({ message: 'invalid email' })
  email: string;
}
