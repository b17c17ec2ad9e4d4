import { createServer, IncomingMessage, ServerResponse, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express } from 'express';

/**
 * Leave HTTP when they ask for a WebSocket, and for nothing else. Node would take every request with an Upgrade header out of HTTP, bodies
 * included; one that offers h2c may be answered over HTTP/1.1 (RFC 9110 section 7.8).
 */
const upgradableRequests = () =>
  class UpgradableRequest extends IncomingMessage {
    declare private offered: unknown;

    /** Node asks once the headers are read. CONNECT stays in HTTP, where it is refused. */
    get upgrade(): boolean {
      if (this.offered !== true || this.method === 'CONNECT') return false;
      return this.headers.upgrade?.toLowerCase() === 'websocket';
    }

    set upgrade(offered: unknown) {
      this.offered = offered;
    }
  };

/**
 * Express gives each message the prototype of its application. To V8 an object whose prototype changes is of a new kind, and no code that
 * meets it stays optimised. A prototype from the start saves a good part of a request's cost (docs/performance.md).
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

/** Longer than the 60 seconds of reverse proxies and clients: a request on a connection that we are closing would be lost. */
const IDLE_MS = 75_000;

const STILL_MS = 120_000;

/** Node destroys a still connection unless a request on it is being answered. This ends those whose peer takes nothing of the answer. */
function destroyStandingStill(server: Server): void {
  server.timeout = STILL_MS;
  server.on('request', (_request, response) => {
    response.on('timeout', (socket: Socket) => {
      if (socket.writableLength > 0) socket.destroy();
    });
  });
}

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
