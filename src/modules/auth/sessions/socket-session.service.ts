import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { unauthorized } from '../../../core/errors/app-error.js';
import { AccessTokenService } from './access-token.service.js';
import { subprotocolToken } from './token-text.js';

/** Who asks for a WebSocket? Judged once, before it is opened. Source: doc 3 section 6. */
@Injectable()
export class SocketSessionService {
  constructor(private readonly judge: AccessTokenService) {}

  /**
   * The caller behind a handshake.
   *
   * @param protocols the header Sec-WebSocket-Protocol
   * @throws AppError 401 when there is no session token or it was refused, 503 when it couldn't be judged
   */
  async callerOf(protocols: string | undefined): Promise<Caller> {
    const token = subprotocolToken(protocols);
    if (token === undefined) throw unauthorized('missing auth');
    const caller = token && (await this.judge.judge(token));
    if (!caller) throw unauthorized('invalid token');
    return caller;
  }
}
