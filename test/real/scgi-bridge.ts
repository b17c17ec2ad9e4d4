import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';

/**
 * Passes XML-RPC of `/RPC2` on to rTorrent, which speaks SCGI alone: as a web server does that stands before it.
 *
 * @param port on which rTorrent listens
 * @returns its own address, and how it is stopped
 */
export async function scgiBridge(port: number): Promise<{ readonly url: string; stop: () => Promise<void> }> {
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const head = `CONTENT_LENGTH\0${body.length}\0SCGI\x001\0REQUEST_METHOD\0POST\0REQUEST_URI\0/RPC2\0`;
      const answer: Buffer[] = [];
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(Buffer.concat([Buffer.from(`${head.length}:${head},`), body])),
      );
      socket.on('data', (chunk: Buffer) => answer.push(chunk));
      socket.on('error', () => response.writeHead(502).end());
      socket.on('end', () => {
        const all = Buffer.concat(answer);
        const end = all.indexOf('\r\n\r\n');
        response.writeHead(200, { 'content-type': 'text/xml' }).end(all.subarray(end + 4));
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: own } = server.address() as AddressInfo;
  const stop = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return { url: `http://127.0.0.1:${own}/RPC2`, stop };
}
