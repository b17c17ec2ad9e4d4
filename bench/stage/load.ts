import autocannon from 'autocannon';
import { BenchFailure } from '../bench.js';

/** A request to be made again and again. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  /** Of a session; left out where there is none. */
  readonly token?: string;
  /** The key of a tool; left out where there is none. */
  readonly key?: string;
  /** Sent as JSON. */
  readonly body?: unknown;
}

const CONNECTIONS = 10;

/**
 * Makes so many requests over ten connections, the calls one after the other and from the start again where there are
 * fewer.
 *
 * @returns how long a request takes that is slower than 95 of 100, in milliseconds on the clock
 * @throws BenchFailure when one of them is not answered with 2xx: a refusal costs less than the work
 */
export async function shoot(url: string, calls: readonly Call[], amount: number): Promise<number> {
  let next = 0;
  const times: number[] = [];
  const options = {
    url,
    amount,
    connections: Math.min(CONNECTIONS, amount),
    requests: [
      {
        setupRequest: (request: autocannon.Request) => {
          const call = calls[next % calls.length];
          next += 1;
          return call === undefined ? request : { ...request, ...written(call) };
        },
      },
    ],
  };
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const load = autocannon(options, (error: Error | null, ended) => (error ? reject(error) : resolve(ended)));
    load.on('response', (_client, _status, _bytes, ms) => times.push(ms));
  });
  const bad = result.non2xx + result.errors;
  if (bad > 0)
    throw new BenchFailure(`${bad} of ${amount} requests failed, as of ${calls[0]?.method} ${calls[0]?.path}`);
  // The load tool itself tells 97.5 of 100 and no 95.
  return times.sort((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? 0;
}

/** Makes one request and answers the body. @throws BenchFailure when it is not answered with 2xx */
export async function ask(url: string, call: Call): Promise<string> {
  const { path, ...request } = written(call);
  const answer = await fetch(url + path, request);
  const text = await answer.text();
  if (!answer.ok) throw new BenchFailure(`${call.method} ${path} was answered ${answer.status}: ${text}`);
  return text;
}

/** How long one request takes to be answered, whatever the answer is, in seconds. */
export async function secondsOf(url: string, call: Call): Promise<number> {
  const { path, ...request } = written(call);
  const since = performance.now();
  const answer = await fetch(url + path, request);
  await answer.text();
  return (performance.now() - since) / 1_000;
}

function written({ method, path, token, key, body }: Call) {
  const headers = {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(key !== undefined && { 'x-api-key': key }),
  };
  if (body === undefined) return { method, path, headers };
  return { method, path, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
