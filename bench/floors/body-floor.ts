/** A floor: it reads a JSON body into memory, parses it and keeps nothing. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request
    .on('data', (chunk: Buffer) => chunks.push(chunk))
    .on('end', () => {
      JSON.parse(Buffer.concat(chunks).toString('utf8'));
      response.end('{}');
    });
});

server.listen(0, '127.0.0.1', () => {
  console.log(`The floor is listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('SIGTERM', () => process.exit(0));
