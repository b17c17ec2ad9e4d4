import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Role } from './permissions.js';
import type { Privileged } from './privileged-write.js';

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

/** An administrator who acts by a session. */
export interface ActingAdministrator extends Caller, Privileged {}

/** A request that the session guard has looked at. */
export interface JudgedRequest {
  caller?: Caller;
  /** The caller again, who is an administrator. */
  administrator?: ActingAdministrator | undefined;
}

/** A kind of access that is proved without a session, by a secret of its own. */
export type OwnProof = 'metrics-token' | 'webhook-basic' | 'compat-key' | 'ticket';

/** A request that the guards of such secrets have looked at. */
export interface ProvedRequest {
  /** For which kind of access it brought the secret; undefined where its route asks for none. */
  proved?: OwnProof;
  /** For whom it acts, where the secret is somebody's. */
  issuer?: KeyIssuer;
}

/** The administrator for whom the holder of a key acts, as judged for this very request. No device is involved. */
export interface KeyIssuer extends Privileged {
  readonly userId: number;
  readonly username: string;
  readonly role: 'admin';
}

/** What the guards have found out about a request. A handler whose access doesn't give it is a programming error. */
const found = <Member extends 'caller' | 'administrator' | 'issuer'>(member: Member, otherwise: string) =>
  createParamDecorator((_: unknown, context: ExecutionContext) => {
    const value = context.switchToHttp().getRequest<JudgedRequest & ProvedRequest>()[member];
    if (!value) throw new Error(otherwise);
    return value;
  });

/** The caller of a route that needs a session. */
export const CurrentCaller = found('caller', 'a public handler asks for its caller');

/** The caller of a route for administrators. */
export const CurrentAdministrator = found('administrator', 'a handler for others asks for its administrator');

/** For whom a request with a key acts. */
export const CurrentIssuer = found('issuer', 'a handler without a key asks for its issuer');
