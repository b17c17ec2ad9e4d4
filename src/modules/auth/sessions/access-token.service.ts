import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import passport from 'passport';
import type { Caller } from '../../../core/access/caller.js';
import { Database } from '../../../core/database/database.js';
import { unauthorized, orUnavailable } from '../../../core/errors/app-error.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { Clock } from '../../../core/time/clock.js';
import { SessionsRepository } from '../../users/users.public.js';
import { LastSeenService } from './last-seen.service.js';
import { bearerToken, subprotocolToken, tokenHash } from './token-text.js';

const SESSION_BEARER = 'session-bearer';

/** Whose session is an access token? Account and device are read anew for each request, so that every change counts at once. */
@Injectable()
export class AccessTokenService {
  /** This application's own, not the one that all of a process share. */
  private readonly authenticator = new passport.Authenticator();

  constructor(
    private readonly database: Database,
    private readonly sessions: SessionsRepository,
    private readonly lastSeen: LastSeenService,
    private readonly clock: Clock,
  ) {
    this.authenticator.use(new SessionBearerStrategy(this));
  }

  /** @throws AppError 401 when there is no session token or it was refused, 503 when it couldn't be judged */
  callerOf(request: Request): Promise<Caller> {
    return new Promise((resolve, reject) => {
      const settle = (fault: Error | null, caller?: Caller | false | null): void => {
        if (fault) reject(fault);
        else if (caller) resolve(caller);
        else reject(unauthorized());
      };
      const authenticate = this.authenticator.authenticate(SESSION_BEARER, { session: false }, settle) as (
        request: Request,
        response: undefined,
        next: (fault: unknown) => void,
      ) => void;
      authenticate(request, undefined, reject);
    });
  }

  /** By the handshake of a WebSocket. @param protocols the header Sec-WebSocket-Protocol @throws AppError as {@link callerOf} */
  async callerOfSocket(protocols: string | undefined): Promise<Caller> {
    const token = subprotocolToken(protocols);
    if (token === undefined) throw unauthorized('missing_auth', 'missing auth');
    const caller = token && (await this.judge(token));
    if (!caller) throw unauthorized('invalid_token', 'invalid token');
    return caller;
  }

  /** The caller, or null when the token was judged and refused. @throws AppError 503 when it couldn't be judged */
  async judge(token: Secret): Promise<Caller | null> {
    const now = this.clock.now();
    const facts = await orUnavailable(this.database.readOne((tx) => this.sessions.accessFacts(tx, tokenHash(token))));
    if (!facts || now >= facts.expiresAt || facts.deviceRevokedAt !== null) return null;
    this.lastSeen.note(facts.deviceId, now);
    const { userId, username, role, deviceId, kids } = facts;
    return { userId, username, role, deviceId, kids };
  }
}

/** Passport's way to {@link AccessTokenService}: an access token in the Authorization header, and nowhere else. */
class SessionBearerStrategy extends passport.Strategy {
  override readonly name = SESSION_BEARER;

  constructor(private readonly tokens: AccessTokenService) {
    super();
  }

  override authenticate(request: Request): void {
    const token = bearerToken(request.headers.authorization);
    if (!token) {
      this.fail('Bearer');
      return;
    }
    this.tokens.judge(token).then(
      (caller) => (caller ? this.success(caller) : this.fail('Bearer')),
      (fault: unknown) => this.error(fault),
    );
  }
}
