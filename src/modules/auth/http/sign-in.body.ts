import { IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import type { DeviceClaim } from '../../users/users.public.js';

const MISSING_CREDENTIALS = { message: 'username and password required' };
const DEVICE_NAME = { message: 'device_name must be a text of at most 255 characters' };
const HARDWARE_ID = { message: 'hardware_id must be a text of at most 255 characters' };
const SETUP_CODE = { message: 'setup_code must be a text' };
const MISSING_REFRESH_TOKEN = { message: 'refresh_token required' };
const MISSING_CONNECT = { message: 'token and device_name required' };

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
