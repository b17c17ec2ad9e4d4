import { rfc3339, type Rfc3339 } from '../../../core/http/view-members.js';
import type { DeviceFlow, FlowStatus } from '../sign-in/device-flow.js';

/** A sign-in that has begun. Source: doc 1 section 4 Book-catalog connection. */
export interface BegunSignInView {
  readonly flow_id: string;
  readonly status: FlowStatus;
  /** What is to be typed in at `verification_uri`. */
  readonly user_code: string;
  readonly verification_uri: string;
  readonly expires_at: Rfc3339;
  /** Seconds between two checks; the provider isn't asked more often. */
  readonly interval: number;
}

/** The state of a sign-in. */
export interface SignInStatusView {
  readonly flow_id: string;
  readonly status: FlowStatus;
  /** What went wrong, or what is being tried again. */
  readonly error?: string;
  /** Once it is connected. */
  readonly connection_id?: string;
  /** Seconds until the next check makes sense; it grows where the provider asks for that. */
  readonly interval: number;
}

const secondsOf = (ms: number): number => Math.ceil(ms / 1_000);

/** The wire form of what has begun. */
export const begunSignInView = (flow: DeviceFlow): BegunSignInView => ({
  flow_id: flow.id,
  status: flow.status,
  user_code: flow.userCode,
  verification_uri: flow.verificationUri,
  expires_at: rfc3339(flow.expiresAt),
  interval: secondsOf(flow.intervalMs),
});

/** The wire form of its state. No code and no token is in it. */
export const signInStatusView = ({ id, status, error, connectionId, intervalMs }: DeviceFlow): SignInStatusView => ({
  flow_id: id,
  status,
  ...(error === null ? {} : { error }),
  ...(connectionId === null ? {} : { connection_id: connectionId }),
  interval: secondsOf(intervalMs),
});
