import { Agent, request, type IncomingMessage } from 'node:http';
import type { RawAnswer, RawRequest } from '../../harness/raw-exchange.js';
import type { App } from '../../harness/start-app.js';
import { targetUnder } from '../../harness/under-prefix.js';

/** So many calls are under way at once. */
const AT_ONCE = 12;

type SweepRequest = Omit<RawRequest, 'chunks'> & { readonly json?: unknown };

/**
 * Makes thousands of calls over connections that are kept, at a third of what a call of HttpClient costs. The path and the
 * body go out byte for byte, and each answer is searched for planted secrets. It isn't held against the description of
 * the interface: what a sweep asks that way is refused.
 */
export class SweepClient {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  private callers = 0;

  constructor(private readonly app: App) {}

  close(): void {
    this.agent.destroy();
  }

  /** The address of a client that has never called, for routes that count the calls of one. The server has to believe it. */
  newAddress(): Readonly<Record<string, string>> {
    this.callers += 1;
    return { 'x-forwarded-for': `2001:db8:0:${this.callers.toString(16)}::1` };
  }

  /** @param request its body goes out as it is, or a value as JSON */
  async send({ method, path, headers = {}, ...sent }: SweepRequest): Promise<RawAnswer> {
    const { url, secrets } = this.app;
    const { hostname, port } = new URL(url);
    const body = sent.json === undefined ? sent.body : JSON.stringify(sent.json);
    const type = sent.json === undefined ? {} : { 'content-type': 'application/json' };
    const length = body === undefined ? {} : { ...type, 'content-length': String(Buffer.byteLength(body)) };
    const answer = await new Promise<RawAnswer>((resolve, reject) => {
      const target = { hostname, port, method, path: targetUnder(url, path), agent: this.agent };
      request({ ...target, headers: { ...length, ...headers } }, (response) => {
        read(response).then(resolve, reject);
      })
        .once('error', reject)
        .end(body);
    });
    secrets.assertNotInAnswer(`${method} ${path}`, answer.text);
    secrets.assertNotInAnswer(`${method} ${path}`, JSON.stringify(answer.headers));
    return answer;
  }

  /** Calls for each item, a few at once, and gives what came of them in order. */
  async each<T, R>(items: readonly T[], call: (item: T) => Promise<R>): Promise<R[]> {
    const ends: R[] = [];
    for (let from = 0; from < items.length; from += AT_ONCE)
      ends.push(...(await Promise.all(items.slice(from, from + AT_ONCE).map(call))));
    return ends;
  }
}

async function read(response: IncomingMessage): Promise<RawAnswer> {
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part as Buffer);
  const headers = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as const);
  return {
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(headers),
    text: Buffer.concat(parts).toString('utf8'),
  };
}
