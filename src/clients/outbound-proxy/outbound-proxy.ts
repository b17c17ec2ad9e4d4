import type { Secret } from '../../core/secrets/secret.js';
import type { NetworkPath } from '../../core/http/network-path.js';
import type { Clock } from '../../core/time/clock.js';

/** A proxy between this machine and the world. */
export interface OutboundProxy {
  /** Its own address: http or https, host and port, nothing behind them. */
  readonly url: string;
  /** Empty where it asks for none. */
  readonly username: string;
  readonly password: Secret | null;
}

/** By way of the proxy, whatever the target. What it takes is loaded where a household has one. */
export async function proxiedPath(proxy: OutboundProxy, clock: Clock): Promise<NetworkPath> {
  const { TunnelAgent } = await import('./tunnel-agent.js');
  const agent = new TunnelAgent(proxy, clock);
  return { httpAgent: agent, httpsAgent: agent };
}
