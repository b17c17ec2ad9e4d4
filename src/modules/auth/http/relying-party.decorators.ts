import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { relyingParty, type RelyingParty } from '../passkeys/relying-party.js';

/** For whom a passkey of this request is good. What a proxy says of it counts where the proxy is trusted. */
export const CurrentRelyingParty = createParamDecorator((_: unknown, context: ExecutionContext): RelyingParty => {
  const request = context.switchToHttp().getRequest<Request>();
  // A client of HTTP/1.0 need not name a host, though the types of Express say that it does.
  const host = (request.host as string | undefined) ?? '';
  return relyingParty({ secure: request.secure, host });
});
