import { orUnavailable } from '../../../core/errors/app-error.js';
import { Injectable } from '@nestjs/common';
import type { Settings } from '../../../core/config/settings.js';
import { InjectSettings } from '../../../core/core.module.js';
import { cookieValue } from '../../../core/http/cookie-value.js';
import { noWebSession } from '../auth.errors.js';
import type { IssuedSession } from '../sessions/session-issuer.service.js';
import { SessionRefreshService } from '../sessions/session-refresh.service.js';
import { SignedInDevicesService } from '../sessions/signed-in-devices.service.js';
import { BrowserCookiesService } from './browser-cookies.service.js';
import { type CookieScope, sessionCookieName, sessionCookies } from './session-cookies.js';

export interface BrowserRequest {
  readonly cookies: string | undefined;
  /** By HTTPS, up to a trusted proxy at least? */
  readonly secure: boolean;
}

export interface BrowserSession {
  readonly session: IssuedSession;
  readonly cookies: readonly string[];
}

/** Sessions of browsers: the refresh token lies in a cookie that no script can read and no other route looks at. */
@Injectable()
export class WebSessionService {
  constructor(
    private readonly refreshing: SessionRefreshService,
    private readonly devices: SignedInDevicesService,
    private readonly cookies: BrowserCookiesService,
    @InjectSettings() private readonly settings: Pick<Settings, 'basePath'>,
  ) {}

  /** The token that a script has seen is used up. @throws AppError 401 when it was refused, 503; no cookie changes then */
  async open(refreshToken: string, request: BrowserRequest): Promise<BrowserSession> {
    // Before the token is used up: nothing may fail between that and the answer.
    const installation = await orUnavailable(this.cookies.drawInstallationName());
    return this.withCookies(await this.refreshing.takeOver(refreshToken), this.scope(installation, request));
  }

  /** @throws AppError 401 without a cookie, or when its token was refused, 503 when it couldn't be judged; no cookie changes then */
  async refresh(request: BrowserRequest): Promise<BrowserSession> {
    const installation = await orUnavailable(this.cookies.installationName());
    const brought = tokenIn(request, installation);
    if (installation === null || brought === undefined) throw noWebSession();
    return this.withCookies(await this.refreshing.refresh(brought), this.scope(installation, request));
  }

  /**
   * Whether the session is still good or not. @returns the lines that take the cookies back @throws AppError 503; no cookie changes then
   */
  async signOut(request: BrowserRequest): Promise<readonly string[]> {
    const installation = await orUnavailable(this.cookies.installationName());
    if (installation === null) return [];
    const brought = tokenIn(request, installation);
    if (brought !== undefined) await orUnavailable(this.devices.signOutHolder(brought));
    return sessionCookies(this.scope(installation, request), null);
  }

  private withCookies(session: IssuedSession, scope: CookieScope): BrowserSession {
    const refreshToken = session.refreshToken.reveal();
    const picturePass = this.cookies.issuePicturePass(session.deviceId).reveal();
    return { session, cookies: sessionCookies(scope, { refreshToken, picturePass }) };
  }

  private scope(installation: string, { secure }: BrowserRequest): CookieScope {
    return { installation, basePath: this.settings.basePath, secure };
  }
}

/** The token in the cookie; undefined where there is none. */
function tokenIn({ cookies }: BrowserRequest, installation: string | null): string | undefined {
  return installation === null ? undefined : cookieValue(cookies, sessionCookieName(installation)) || undefined;
}
