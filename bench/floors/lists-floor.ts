/**
 * A floor: on request it reads lists, all at once and over connections that it keeps, parses each as JSON or XML and keeps
 * nothing. `POST` with a JSON body of `lists`: `url`, `headers` and `isXml` of each.
 */
import { Agent, createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SaxesParser } from 'saxes';
import type { AccountList } from '../stage/media-accounts.js';

const agent = new Agent({ keepAlive: true });

async function text(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function read({ url, headers }: AccountList): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (answer) => void text(answer).then(resolve, reject)).once('error', reject);
  });
}

function elementsIn(xml: string): number {
  let elements = 0;
  const parser = new SaxesParser();
  parser.on('opentag', () => void (elements += 1));
  parser.write(xml).close();
  return elements;
}

async function parsed(list: AccountList): Promise<number> {
  const answer = await read(list);
  return list.isXml ? elementsIn(answer) : Object.keys(JSON.parse(answer) as object).length;
}

const server = createServer((request, response) => {
  void text(request)
    .then((body) => Promise.all((JSON.parse(body) as { lists: readonly AccountList[] }).lists.map(parsed)))
    .then(
      (lengths) => {
        response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
        response.end(JSON.stringify({ lengths }));
      },
      () => response.destroy(),
    );
});

server.listen(0, '127.0.0.1', () => {
  console.log(`The floor is listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('SIGTERM', () => process.exit(0));
