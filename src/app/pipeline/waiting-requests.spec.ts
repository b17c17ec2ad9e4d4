import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Request, Response } from 'express';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { waitingRequests } from './waiting-requests.js';

const ASKED = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

describe('security 28: requests that are sent ahead of the answers', () => {
  let server: Server;
  let peer: Socket;

  afterEach(() => {
    peer.destroy();
    server.closeAllConnections();
    server.close();
  });

  /** Sends so many requests in one packet. */
  async function sent(count: number, answer: RequestListener): Promise<void> {
    const bounded = waitingRequests();
    server = createServer((request, response) =>
      bounded(request as Request, response as Response, () => answer(request, response)),
    );
    await once(server.listen(0, '127.0.0.1'), 'listening');
    peer = connect((server.address() as AddressInfo).port, '127.0.0.1');
    peer.on('error', () => undefined).write(ASKED.repeat(count));
  }

  it('are answered in their order, up to sixteen that wait', async () => {
    let number = 0;
    await sent(17, (_request, response) => void response.end(`answer ${(number += 1)};`));
    let text = '';
    peer.on('data', (part: Buffer) => (text += part.toString()));
    await vi.waitFor(() => expect(text).toContain('answer 17;'));
    const answers = [...text.matchAll(/answer (\d+);/g)].map(([, each]) => Number(each));
    expect(answers).toEqual(Array.from({ length: 17 }, (_, place) => place + 1));
  });

  it('end the connection where there are more that are answered at once', async () => {
    const answer = vi.fn((_request, response: ServerResponse) => void response.end(Buffer.alloc(100_000)));
    const broken = vi.fn();
    process.once('uncaughtException', broken);
    await sent(500, answer);
    await once(peer.resume(), 'close');
    expect(answer).toHaveBeenCalledTimes(17);
    process.off('uncaughtException', broken);
    expect(broken).not.toHaveBeenCalled();
  });

  it('end the connection where there are more, and go no further', async () => {
    const answer = vi.fn();
    await sent(500, answer);
    await once(peer, 'close');
    expect(answer).toHaveBeenCalledTimes(17);
  });

  it('are closed with their connection, those that wait too', async () => {
    const open = new Set<ServerResponse>();
    const taken = vi.fn();
    await sent(5, (_request, response) => {
      taken();
      open.add(response.once('close', () => open.delete(response)));
    });
    await vi.waitFor(() => expect(taken).toHaveBeenCalledTimes(5));
    const [last] = [...open].slice(-1);
    peer.resetAndDestroy();
    await vi.waitFor(() => expect(open.size).toBe(0));
    expect(last?.destroyed).toBe(true);
  });
});
