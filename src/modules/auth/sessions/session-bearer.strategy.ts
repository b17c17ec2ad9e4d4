import type { Request } from 'express';
import passport from 'passport';
import type { AccessTokenService } from './access-token.service.js';
import { bearerToken } from './token-text.js';

/** The name under which the strategy is known to passport. */
export const SESSION_BEARER = 'session-bearer';

/** Passport's way to {@link AccessTokenService}: an access token in the Authorization header, and nowhere else. */
export class SessionBearerStrategy extends passport.Strategy {
  override readonly name = SESSION_BEARER;

  constructor(private readonly sessions: AccessTokenService) {
    super();
  }

  override authenticate(request: Request): void {
    const token = bearerToken(request.headers.authorization);
    if (!token) {
      this.fail('Bearer');
      return;
    }
    this.sessions.judge(token).then(
      (caller) => (caller ? this.success(caller) : this.fail('Bearer')),
      (fault: unknown) => this.error(fault),
    );
  }
}
