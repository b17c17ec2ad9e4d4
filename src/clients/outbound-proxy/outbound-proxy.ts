import type { Secret } from '../../core/secrets/secret.js';

/** A proxy between this machine and the world. */
export interface OutboundProxy {
  /** Its own address: http or https, host and port, nothing behind them. */
  readonly url: string;
  /** Empty where it asks for none. */
  readonly username: string;
  readonly password: Secret | null;
}
