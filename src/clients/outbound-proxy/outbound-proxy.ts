import type { Secret } from '../../core/secrets/secret.js';
import type { NetworkPath } from '../../core/http/network-path.js';
import type { Clock } from '../../core/time/clock.js';
import { UpstreamError } from '../../core/errors/upstream-error.js';
import type { Log } from '../../core/logging/log.js';
import { HttpTransport } from '../http/http-transport.js';

/** A proxy between this machine and the internet. */
export interface OutboundProxy {
  /** Its own address: http or https, host and port, nothing behind them. */
  readonly url: string;
  /** Empty where it asks for none. */
  readonly username: string;
  readonly password: Secret | null;
}

/** By way of the proxy, whatever the target. Its packages are loaded only where a proxy is configured. */
export async function proxiedPath(proxy: OutboundProxy, clock: Clock): Promise<NetworkPath> {
  const { TunnelAgent } = await import('./tunnel-agent.js');
  const agent = new TunnelAgent(proxy, clock);
  return { httpAgent: agent, httpsAgent: agent };
}

interface CheckOptions {
  /** An address in the world that calls are to reach by way of the proxy. It is sent no credential. */
  readonly target: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** Resolves when the target has answered by way of the proxy, whatever it said. @throws UpstreamError when it leads nowhere */
export async function checkProxy(proxy: OutboundProxy, { target, clock, log }: CheckOptions): Promise<void> {
  const path = await proxiedPath(proxy, clock);
  const transport = new HttpTransport({
    system: 'outbound-proxy',
    url: target,
    clock,
    log,
    path: () => Promise.resolve(path),
  });
  try {
    await transport.send({ operation: 'proxy.check', method: 'GET', path: [] });
  } catch (fault) {
    if (!(fault instanceof UpstreamError) || fault.status === undefined) throw fault;
  }
}
