import { IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import { refusedMember } from '../../../core/http/refused-member.js';
import type { DeviceClaim } from '../../users/users.public.js';
import { tooLong } from './refused-members.js';

const MISSING_CREDENTIALS = refusedMember('credentials_required', 'username and password required');
const DEVICE_NAME = tooLong('device_name', 255);
const HARDWARE_ID = tooLong('hardware_id', 255);
const SETUP_CODE = refusedMember('not_a_text', 'setup_code must be a text', { name: 'setup_code' });
const MISSING_REFRESH_TOKEN = refusedMember('required', 'refresh_token required', { name: 'refresh_token' });
const MISSING_CONNECT = refusedMember('token_and_device_name_required', 'token and device_name required');

/** What every sign-in may say about its device. */
class DeviceBody {
  @IsOptional()
  @IsString(HARDWARE_ID)
  @MaxLength(255, HARDWARE_ID)
  hardware_id?: string | null;
}

/** Body of POST /api/auth/login. */
export class LoginBody extends DeviceBody {
  @IsString(MISSING_CREDENTIALS)
  @IsNotEmpty(MISSING_CREDENTIALS)
  username: string;

  @IsString(MISSING_CREDENTIALS)
  @IsNotEmpty(MISSING_CREDENTIALS)
  password: string;

  @IsOptional()
  @IsString(DEVICE_NAME)
  @MaxLength(255, DEVICE_NAME)
  device_name?: string | null;
}

/** Body of POST /api/auth/setup. */
export class SetupBody extends LoginBody {
  @IsOptional()
  @IsString(SETUP_CODE)
  setup_code?: string | null;
}

/** Body of POST /api/auth/refresh. */
export class RefreshBody {
  @IsString(MISSING_REFRESH_TOKEN)
  @IsNotEmpty(MISSING_REFRESH_TOKEN)
  refresh_token: string;
}

/** Body of POST /api/auth/connect. */
export class ConnectBody extends DeviceBody {
  @IsString(MISSING_CONNECT)
  @IsNotEmpty(MISSING_CONNECT)
  token: string;

  // The lowest is judged first, and the first fault is the answer.
  @MaxLength(255, DEVICE_NAME)
  @IsNotEmpty(MISSING_CONNECT)
  @IsString(MISSING_CONNECT)
  device_name: string;
}

/** What the caller says about its device; what is left out is empty. */
export function deviceOf(body: { device_name?: string | null; hardware_id?: string | null }): DeviceClaim {
  return { name: body.device_name ?? '', hardwareId: body.hardware_id ?? '' };
}
