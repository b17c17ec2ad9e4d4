import { request } from 'node:http';
import { connect } from 'node:net';
import { targetUnder } from './under-prefix.js';

/** An answer as it came, for what `fetch` would tidy up or refuse to send. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/**
 * What a raw request brings. The path goes out byte for byte, behind the prefix that the server's address names; a list
 * of chunks as a chunked body.
 */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
  readonly chunks?: Iterable<Buffer | string>;
}

/** Sends one request over a connection of its own. What the server closes early is still read. */
export function rawRequest(url: string, { method, path, headers, body, chunks }: RawRequest): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const framing = framingOf(body, chunks);
  return new Promise((resolve, reject) => {
    const options = {
      hostname,
      port,
      method,
      path: targetUnder(url, path),
      headers: { ...framing, ...headers },
      agent: false,
    };
    const call = request(options, (response) => {
      const parts: Buffer[] = [];
      const settle = (): void =>
        resolve({
          status: response.statusCode ?? 0,
          headers: flat(response.headers),
          text: Buffer.concat(parts).toString('utf8'),
        });
      response
        .on('data', (part: Buffer) => parts.push(part))
        .once('end', settle)
        .once('error', settle);
    });
    call.once('error', reject);
    for (const chunk of chunks ?? []) call.write(chunk);
    call.end(body);
  });
}

/**
 * Sends bytes on a bare socket, a path in their first line behind the prefix that the server's address names, and answers
 * all that came back until the server closed it.
 */
export function rawBytes(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const prefixed = bytes.replace(/^([A-Z]+ )(\S+)( HTTP)/, (_, method: string, path: string, rest: string) =>
      [method, targetUnder(url, path), rest].join(''),
    );
    const socket = connect(Number(port), hostname, () => socket.write(prefixed, 'latin1'));
    socket.on('data', (part: Buffer) => parts.push(part));
    socket.once('error', reject).once('close', () => resolve(Buffer.concat(parts).toString('latin1')));
  });
}

/** Node frames a body by itself for some methods only. */
function framingOf(body: RawRequest['body'], chunks: RawRequest['chunks']): Readonly<Record<string, string>> {
  if (chunks) return { 'transfer-encoding': 'chunked' };
  return body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
}

function flat(headers: NodeJS.Dict<string | string[]>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
