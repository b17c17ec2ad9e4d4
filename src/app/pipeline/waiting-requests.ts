import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { NextFunction, Request, Response } from 'express';

/** Browsers and proxies send none ahead. */
const MOST_WAITING = 16;

/**
 * How many requests of one connection wait for the answers before theirs; a connection with more is destroyed. Node tells the end of a
 * connection only to the answer whose turn it is, so the others are closed here.
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

function close(response: ServerResponse): void {
  response.destroy();
  response.emit('close');
}
