/** A floor: a bare WebSocket server that sends one frame to every open socket for each request that it is asked. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

const FRAME = Buffer.from('{"type":"config_changed","data":{}}');

const server = createServer((request, response) => {
  request.resume().once('end', () => {
    response.end('{}');
    for (const socket of sockets.clients) socket.send(FRAME, { binary: false });
  });
});
const sockets = new WebSocketServer({
  server,
  perMessageDeflate: false,
  handleProtocols: () => 'Bearer',
});

server.listen(0, '127.0.0.1', () => {
  console.log(`The floor is listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('SIGTERM', () => process.exit(0));
