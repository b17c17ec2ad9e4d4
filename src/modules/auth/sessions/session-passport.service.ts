import type { Request } from 'express';
import passport from 'passport';
import { Injectable } from '@nestjs/common';
import { AccessTokenService } from './access-token.service.js';
import { bearerToken } from './token-text.js';
import type { Caller } from '../../../core/access/caller.js';
import { unauthorized } from '../../../core/errors/app-error.js';

/** The name under which the strategy is known to passport. */
const SESSION_BEARER = 'session-bearer';

/** Passport's way to {@link AccessTokenService}: an access token in the Authorization header, and nowhere else. */
class SessionBearerStrategy extends passport.Strategy {
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

/** Asks passport who calls. The authenticator is this application's own, not the one that all of a process share. */
@Injectable()
export class SessionPassportService {
  private readonly authenticator = new passport.Authenticator();

  constructor(judge: AccessTokenService) {
    this.authenticator.use(new SessionBearerStrategy(judge));
  }

  /**
   * The caller of a request.
   *
   * @throws AppError 401 when there is no session token or it was refused, 503 when it couldn't be judged
   */
  callerOf(request: Request): Promise<Caller> {
    return new Promise((resolve, reject) => {
      const judged = (fault: Error | null, caller?: Caller | false | null): void => {
        if (fault) reject(fault);
        else if (caller) resolve(caller);
        else reject(unauthorized());
      };
      const authenticate = this.authenticator.authenticate(SESSION_BEARER, { session: false }, judged) as (
        request: Request,
        response: undefined,
        next: (fault: unknown) => void,
      ) => void;
      authenticate(request, undefined, reject);
    });
  }
}
