import type { ClientRequest, OutgoingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { Agent, type AgentConnectOpts } from 'agent-base';
import { HttpsProxyAgent } from 'https-proxy-agent';
import type { Clock } from '../../core/time/clock.js';
import { connectionWords, NeverConnected } from '../http/http-faults.js';
import { sayHttp } from '../http/http.sentences.js';
import { Deadline } from '../http/deadline.js';
import { REUSE } from '../../core/http/network-path.js';
import type { OutboundProxy } from './outbound-proxy.js';

/** How long a proxy may take to open a tunnel. A call that ends sooner can't take its tunnel with it. */
const OPENING_MS = 10_000;

/** Tunnels every connection (CONNECT), to plain targets too: so what the proxy says is never taken for an answer of the target. */
export class TunnelAgent extends Agent {
  constructor(
    private readonly proxy: OutboundProxy,
    private readonly clock: Clock,
  ) {
    super(REUSE);
  }

  /** @throws NeverConnected when there is no tunnel: the proxy is out of reach, refuses, or takes too long */
  override async connect(request: ClientRequest, target: AgentConnectOpts): Promise<Socket> {
    const deadline = new Deadline(this.clock, OPENING_MS);
    const tunnel = new HttpsProxyAgent(this.proxy.url, { headers: () => this.headers(), signal: deadline.signal });
    let status = NaN;
    tunnel.once('proxyConnect', (answer: { readonly statusCode: number }) => (status = answer.statusCode));
    try {
      const socket = await tunnel.connect(request, target);
      if (status === 200) return socket;
      socket.destroy();
    } catch (fault) {
      const why = deadline.passed
        ? sayHttp('proxy_opened_no_tunnel_in_time', { seconds: OPENING_MS / 1_000 })
        : connectionWords(fault);
      throw new NeverConnected(sayHttp('proxy_not_connected', { why }), fault);
    } finally {
      deadline.end();
    }
    throw new NeverConnected(
      status === 407 ? sayHttp('proxy_refused_credentials') : sayHttp('proxy_answered_status', { status }),
    );
  }

  /** The credentials are revealed at the moment of sending, and are in no address that is printed. */
  private headers(): OutgoingHttpHeaders {
    const { username, password } = this.proxy;
    if (username === '' && password === null) return {};
    const pair = Buffer.from(`${username}:${password?.reveal() ?? ''}`, 'utf8').toString('base64');
    return { 'Proxy-Authorization': `Basic ${pair}` };
  }
}
