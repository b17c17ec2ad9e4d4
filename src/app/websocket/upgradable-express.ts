import { createServer, IncomingMessage } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';

/**
 * A request that changes the protocol when it asks for a WebSocket, and for nothing else.
 *
 * Node asks once whether anybody listens for upgrades at all, and then takes every request with an Upgrade header out of
 * HTTP, bodies included. A client that offers h2c, as some do with every first request, may be answered over HTTP/1.1
 * as if it hadn't (RFC 9110 section 7.8); so such a request says here that it asks for no upgrade.
 */
class UpgradableRequest extends IncomingMessage {
  declare private offered: unknown;

  /** Asked for by Node's HTTP server once the headers are read. CONNECT leaves HTTP too, to be refused. */
  get upgrade(): boolean {
    if (this.offered !== true) return false;
    return this.method === 'CONNECT' || this.headers.upgrade?.toLowerCase() === 'websocket';
  }

  /** Set by Node's parser when a request offers to leave HTTP. */
  set upgrade(offered: unknown) {
    this.offered = offered;
  }
}

/** Express on a server of which only WebSocket handshakes leave HTTP. */
export class UpgradableExpress extends ExpressAdapter {
  override initHttpServer(): void {
    this.httpServer = createServer({ IncomingMessage: UpgradableRequest }, this.getInstance());
  }
}
