import type { KnownProxy } from '../../settings/settings.public.js';

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
