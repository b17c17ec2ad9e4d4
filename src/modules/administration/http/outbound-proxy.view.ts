import { IsOptional, IsString } from 'class-validator';
import type { KnownProxy } from '../../settings/settings.public.js';

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

/** The proxy; `url` is empty while there is none. The password never leaves. Source: doc 3 section 2.3. */
export interface OutboundProxyView {
  readonly url: string;
  readonly username: string;
  readonly has_password: boolean;
}

export const outboundProxyView = ({ url, username, hasPassword }: KnownProxy): OutboundProxyView => ({
  url,
  username,
  has_password: hasPassword,
});
