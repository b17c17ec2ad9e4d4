import type { NetworkPath } from '../../core/http/network-path.js';
import type { Clock } from '../../core/time/clock.js';
import type { OutboundProxy } from './outbound-proxy.js';

/** By way of the proxy, whatever the target. What it takes is loaded where a household has one. */
export async function proxiedPath(proxy: OutboundProxy, clock: Clock): Promise<NetworkPath> {
  const { TunnelAgent } = await import('./tunnel-agent.js');
  const agent = new TunnelAgent(proxy, clock);
  return { httpAgent: agent, httpsAgent: agent };
}
