import { IsNotEmpty, IsOptional, IsString } from 'class-validator';

const NAME = { message: 'name required' };
const SERVER_URL = { message: 'server_url must be an http or https address' };

/** Body of POST /api/admin/connect-token. Source: doc 3 section 1.9. */
export class ConnectTokenBody {
  @IsString(NAME)
  @IsNotEmpty(NAME)
  name: string;

  @IsOptional()
  @IsString(SERVER_URL)
  server_url?: string | null;
}
