/**
 * A floor: on request it reads the whole of an address and passes the bytes on as they came. `POST` with a JSON body of
 * `url` and `headers`.
 */
import { createServer, get, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Question {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

async function whole(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function copy({ url, headers }: Question, response: ServerResponse): void {
  get(url, { headers }, (answer) => {
    void whole(answer).then((bytes) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length });
      response.end(bytes);
    });
  }).once('error', () => response.destroy());
}

const server = createServer((request, response) => {
  void whole(request).then((text) => copy(JSON.parse(text.toString('utf8')) as Question, response));
});

server.listen(0, '127.0.0.1', () => {
  console.log(`The floor is listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('SIGTERM', () => process.exit(0));
