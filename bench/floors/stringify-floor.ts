/** A floor: it is handed a JSON body with `PUT`, and writes it as JSON anew for every other request, sending none of it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

let kept: unknown = {};

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    if (request.method === 'PUT') kept = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    response.end(JSON.stringify({ length: JSON.stringify(kept).length }));
  });
});

server.listen(0, '127.0.0.1', () => {
  console.log(`The floor is listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('SIGTERM', () => process.exit(0));
