import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { NextFunction, Request, Response } from 'express';

/** So many requests of a connection may wait for the answers to those before them. Browsers and proxies send none ahead. */
const MOST_WAITING = 16;

/**
 * Bounds what one connection has under way. Requests that are sent ahead of the answers are parsed at once, a thousand of them in one
 * packet, and each is held until its turn comes; a connection with more than a few is destroyed. What waited goes with its
 * connection: Node tells the end of a connection to the answer alone whose turn it is, and whatever is held for the others
 * would stay.
 */
export function waitingRequests() {
  const waiting = new WeakMap<Socket, Set<ServerResponse>>();
  return ({ socket }: Request, response: Response, next: NextFunction): void => {
    if (response.socket) {
      next();
      return;
    }
    const others = waiting.get(socket) ?? new Set();
    if (socket.destroyed || others.size >= MOST_WAITING) {
      socket.destroy();
      close(response);
      return;
    }
    if (!waiting.has(socket)) {
      waiting.set(socket, others);
      socket.once('close', () => others.forEach(close));
    }
    others.add(response);
    response.once('socket', () => others.delete(response));
    next();
  };
}

/** Closes an answer that Node will never send. */
function close(response: ServerResponse): void {
  response.destroy();
  response.emit('close');
}
