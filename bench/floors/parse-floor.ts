/**
 * A floor: on request it reads the JSON of an address, parses it and keeps nothing. `POST` with a JSON body of `url`
 * and `headers`.
 */
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Question {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

async function body(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function parsed({ url, headers }: Question): Promise<unknown> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (answer) => {
      body(answer).then((text) => resolve(JSON.parse(text)), reject);
    }).once('error', reject);
  });
}

const server = createServer((request, response) => {
  void body(request)
    .then((text) => parsed(JSON.parse(text) as Question))
    .then((list) => response.end(JSON.stringify({ length: (list as readonly unknown[]).length })));
});

server.listen(0, '127.0.0.1', () => {
  console.log(`The floor is listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('SIGTERM', () => process.exit(0));
