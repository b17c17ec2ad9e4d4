import type { PlantedSecrets } from './planted-secrets.js';
import { targetUnder } from './under-prefix.js';

/** An answer of the server under test. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON, or undefined when it is none. */
  readonly body: unknown;
}

/** What a call may bring beside its path. */
export interface CallOptions {
  /** Sent as JSON; a string or bytes go out as they are. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Talks to the server under test as anybody could, over HTTP. Every answer is searched for planted secrets. */
export class HttpClient {
  constructor(
    readonly url: string,
    private readonly secrets: PlantedSecrets,
    readonly token?: string,
  ) {}

  async request(method: string, path: string, { body, headers = {} }: CallOptions = {}): Promise<Answer> {
    const raw = typeof body === 'string' || body instanceof Uint8Array;
    const response = await fetch(new URL(this.url).origin + targetUnder(this.url, path), {
      method,
      redirect: 'manual',
      headers: {
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : raw ? body : JSON.stringify(body),
    });
    const text = await response.text();
    const place = `${method} ${path}`;
    this.secrets.assertNotInAnswer(place, text);
    this.secrets.assertNotInAnswer(place, JSON.stringify([...response.headers]));
    return { status: response.status, headers: response.headers, text, body: parse(text) };
  }

  get(path: string, headers?: CallOptions['headers']): Promise<Answer> {
    return this.request('GET', path, { headers });
  }

  post(path: string, body?: unknown, headers?: CallOptions['headers']): Promise<Answer> {
    return this.request('POST', path, { body, headers });
  }

  put(path: string, body?: unknown): Promise<Answer> {
    return this.request('PUT', path, { body });
  }

  patch(path: string, body?: unknown): Promise<Answer> {
    return this.request('PATCH', path, { body });
  }

  delete(path: string, body?: unknown): Promise<Answer> {
    return this.request('DELETE', path, { body });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
