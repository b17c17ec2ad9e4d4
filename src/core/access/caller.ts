import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Role } from './permissions.js';

/** The signed-in account and device behind a request, as judged for this very request. */
export interface Caller {
  readonly userId: number;
  readonly username: string;
  readonly role: Role;
  /** The device whose session this is (UUID v4). */
  readonly deviceId: string;
  /** True for a kids account. */
  readonly kids: boolean;
}

/** A request that the session guard has looked at. */
export interface JudgedRequest {
  caller?: Caller;
}

/** A kind of access that is proved without a session, by a secret of its own. */
export type OwnProof = 'metrics-token' | 'webhook-basic';

/** A request that the guards of such secrets have looked at. */
export interface ProvedRequest {
  /** For which kind of access it brought the secret; undefined where its route asks for none. */
  proved?: OwnProof;
}

/** The caller of a route that needs a session. A public handler that asks for it is a programming error. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.switchToHttp().getRequest<JudgedRequest>();
  if (!caller) throw new Error('a public handler asks for its caller');
  return caller;
});
