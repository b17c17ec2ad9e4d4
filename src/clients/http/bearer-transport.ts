import type { PathNow } from '../../core/http/network-path.js';
import type { Log } from '../../core/logging/log.js';
import type { Meter } from '../../core/metrics/meter.js';
import { Secret } from '../../core/secrets/secret.js';
import type { Clock } from '../../core/time/clock.js';
import { HttpTransport, type HttpTransportOptions } from './http-transport.js';

/** What a client of a system that takes a bearer token needs to reach it. */
export interface BearerAccess {
  readonly url: string;
  /** Without the word Bearer. */
  readonly token: Secret;
  readonly clock: Clock;
  readonly log: Log;
  readonly meter?: Meter;
  readonly path?: PathNow;
}

type SystemBounds = Required<Pick<HttpTransportOptions, 'system' | 'deadlineMs' | 'maxBytes'>>;

/** A transport that brings the token with every call. @throws UnsafeAddress when `url` is no plain http(s) address */
export const bearerTransport = ({ token, ...access }: BearerAccess, bounds: SystemBounds): HttpTransport =>
  new HttpTransport({
    ...access,
    ...bounds,
    headers: { Authorization: Secret.of(`Bearer ${token.reveal()}`) },
  });
