import { IsOptional, IsString } from 'class-validator';

/** Body of PUT /api/admin/outbound-proxy and of its test. Source: doc 3 section 2.3. */
export class OutboundProxyBody {
  @IsString({ message: 'url must be a text' })
  url: string;

  @IsOptional()
  @IsString({ message: 'username must be a text' })
  username?: string | null;

  @IsOptional()
  @IsString({ message: 'password must be a text' })
  password?: string | null;
}
