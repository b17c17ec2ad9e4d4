/**
 * A floor: on request it asks the hub what has become of a PIN, over connections that it keeps, and answers that it is pending.
 * `POST` with a JSON body of `url`.
 */
import { Agent, createServer, get, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const agent = new Agent({ keepAlive: true });
const HEADERS = { accept: 'application/json', 'x-plex-client-identifier': 'floor', 'x-plex-product': 'Floor' };

async function whole(stream: AsyncIterable<Buffer>): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

function check(url: string, response: ServerResponse): void {
  get(url, { agent, headers: HEADERS }, (answer) => {
    void whole(answer).then(() => {
      const bytes = Buffer.from(JSON.stringify({ status: 'pending', interval: 3 }));
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.length });
      response.end(bytes);
    });
  }).once('error', () => response.destroy());
}

const server = createServer((request, response) => {
  void whole(request).then((question) => check((question as { readonly url: string }).url, response));
});

server.listen(0, '127.0.0.1', () => {
  console.log(`The floor is listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('SIGTERM', () => process.exit(0));
