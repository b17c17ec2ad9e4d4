import { createServer, IncomingMessage, ServerResponse, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express } from 'express';

/**
 * Requests that change the protocol when they ask for a WebSocket, and for nothing else.
 *
 * Node asks once whether anybody listens for upgrades at all, and then takes every request with an Upgrade header out of
 * HTTP, bodies included. A client that offers h2c, as some do with every first request, may be answered over HTTP/1.1
 * as if it hadn't (RFC 9110 section 7.8); so such a request says here that it asks for no upgrade.
 */
const upgradableRequests = () =>
  class UpgradableRequest extends IncomingMessage {
    declare private offered: unknown;

    /** Asked for by Node's HTTP server once the headers are read. CONNECT stays in HTTP, where it is refused. */
    get upgrade(): boolean {
      if (this.offered !== true || this.method === 'CONNECT') return false;
      return this.headers.upgrade?.toLowerCase() === 'websocket';
    }

    /** Set by Node's parser when a request offers to leave HTTP. */
    set upgrade(offered: unknown) {
      this.offered = offered;
    }
  };

/**
 * Makes what this class makes the application's own from the start.
 *
 * Express gives each message that Node made the prototype of its application. To V8 an object whose prototype changes is of a
 * new kind: no code that meets it stays optimised, and it outlives many collections. A prototype that is there already
 * changes nothing, which saves a good part of what any request costs (docs/performance.md).
 */
function joinApplication<Made extends { readonly prototype: object }>(
  application: Express,
  member: 'request' | 'response',
  made: Made,
): Made {
  Object.setPrototypeOf(made.prototype, application[member]);
  Object.assign(application, { [member]: made.prototype });
  return made;
}

/**
 * For how long an idle connection stays open. Longer than the 60 seconds for which reverse proxies and clients keep theirs, so
 * that it is they who close it: a request on a connection that the other side is closing is lost.
 */
const IDLE_MS = 75_000;

/** After how long without a byte either way Node asks whether a connection is still good for something. */
const STILL_MS = 120_000;

/**
 * Node destroys a connection on which nothing moves, unless it has a request that is being answered. That may be our own
 * doing, who wait for somebody else; or the peer's, who takes nothing of the answer. Source: security 36.
 */
function destroyStandingStill(server: Server): void {
  server.timeout = STILL_MS;
  server.on('request', (_request, response) => {
    response.on('timeout', (socket: Socket) => {
      if (socket.writableLength > 0) socket.destroy();
    });
  });
}

/** Express on a server of which only WebSocket handshakes leave HTTP. */
export class UpgradableExpress extends ExpressAdapter {
  override initHttpServer(): void {
    const application = this.getInstance<Express>();
    const UpgradableRequest = upgradableRequests();
    class ExpressResponse extends ServerResponse<InstanceType<typeof UpgradableRequest>> {}
    const options = {
      IncomingMessage: joinApplication(application, 'request', UpgradableRequest),
      ServerResponse: joinApplication(application, 'response', ExpressResponse),
      keepAliveTimeout: IDLE_MS,
    };
    this.httpServer = createServer(options, application);
    destroyStandingStill(this.httpServer);
  }
}
