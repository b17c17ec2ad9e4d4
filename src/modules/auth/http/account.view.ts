import { permissionsOf, type Permission, type Role } from '../../../core/access/permissions.js';
import { rfc3339, type Rfc3339 } from '../../../core/http/view-members.js';
import { maySignInByPasskey, maySignInByPassword, type Account, type ContentCaps } from '../../users/users.public.js';
import type { OwnProfile } from '../accounts/profile.service.js';
import type { IssuedSession } from '../sessions/session-issuer.service.js';

export interface AccountView {
  readonly id: number;
  readonly username: string;
  readonly role: Role;
  readonly permissions: readonly Permission[];
  readonly sso_linked: boolean;
  readonly password_enabled: boolean;
  readonly passkey_enabled: boolean;
  readonly hub_email: string;
  readonly child: boolean;
}

/** What a kids account may see at most. */
interface ContentLimitsView {
  readonly max_movie_rating: string;
  readonly max_tv_rating: string;
  readonly rating_region: string;
}

/** The user object of a token response. */
export interface UserView extends AccountView {
  readonly hub_invited_at?: Rfc3339;
  readonly created_at: Rfc3339;
  readonly content_limits?: ContentLimitsView;
}

/** The answer to every sign-in and refresh. */
export interface TokenResponse {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly user: UserView;
  readonly device_id: string;
}

/** The answer to every exchange of a browser's session: its refresh token lies in a cookie. */
export type WebSessionView = Omit<TokenResponse, 'refresh_token'>;

/** The answer to an invitation while single sign-on is required: it begins there. */
export interface SsoContinuation {
  readonly sso_required: true;
  readonly continuation: '/api/auth/oidc/begin';
}

/** The only {@link SsoContinuation} that there is. */
export const SSO_CONTINUATION: SsoContinuation = { sso_required: true, continuation: '/api/auth/oidc/begin' };

/** The answer of GET /api/auth/me. */
export interface ProfileView extends AccountView {
  readonly has_password: boolean;
  readonly hub_invited_at: Rfc3339 | null;
  readonly content_limits: ContentLimitsView | null;
}

/** The only place where session tokens are put into an answer, with {@link webSessionView}. */
export function tokenResponse(session: IssuedSession): TokenResponse {
  return { ...webSessionView(session), refresh_token: session.refreshToken.reveal() };
}

export function webSessionView({ account, caps, ssoLinked, deviceId, accessToken }: IssuedSession): WebSessionView {
  return {
    access_token: accessToken.reveal(),
    user: {
      ...accountView(account, { kids: caps !== null, ssoLinked }),
      ...(account.hubInvitedAt === null ? {} : { hub_invited_at: rfc3339(account.hubInvitedAt) }),
      created_at: rfc3339(account.createdAt),
      ...(caps ? { content_limits: contentLimits(caps) } : {}),
    },
    device_id: deviceId,
  };
}

export function profileView({ account, caps, ssoLinked }: OwnProfile): ProfileView {
  return {
    ...accountView(account, { kids: caps !== null, ssoLinked }),
    has_password: account.hasPassword,
    hub_invited_at: account.hubInvitedAt === null ? null : rfc3339(account.hubInvitedAt),
    content_limits: caps && contentLimits(caps),
  };
}

/** The sign-in methods are those in effect, not those stored: administrators may use both. */
export function accountView(
  account: Account,
  { kids, ssoLinked }: { readonly kids: boolean; readonly ssoLinked: boolean },
): AccountView {
  return {
    id: account.id,
    username: account.username,
    role: account.role,
    permissions: permissionsOf(account.role),
    sso_linked: ssoLinked,
    password_enabled: maySignInByPassword(account),
    passkey_enabled: maySignInByPasskey(account),
    hub_email: account.hubEmail,
    child: kids,
  };
}

const contentLimits = ({ maxMovieRating, maxTvRating, ratingRegion }: ContentCaps): ContentLimitsView => ({
  max_movie_rating: maxMovieRating,
  max_tv_rating: maxTvRating,
  rating_region: ratingRegion,
});
