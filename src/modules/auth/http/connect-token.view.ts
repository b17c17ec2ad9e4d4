import { rfc3339, type Rfc3339 } from '../../../core/http/rfc3339.js';
import type { IssuedLink } from '../connect-links/invitations.js';

/** The answer of POST /api/admin/connect-token. Source: doc 3 section 1.9. */
export interface ConnectTokenView {
  readonly link: string;
  readonly expires_at: Rfc3339;
  readonly origin_source: IssuedLink['originSource'];
}

/** The only place where a connect link is put into an answer. */
export const connectTokenView = ({ link, expiresAt, originSource }: IssuedLink): ConnectTokenView => ({
  link: link.reveal(),
  expires_at: rfc3339(expiresAt),
  origin_source: originSource,
});
