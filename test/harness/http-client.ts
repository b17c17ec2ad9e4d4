import { InterfaceDescription } from './interface-description.js';
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

const description = InterfaceDescription.read();

/** What a host says of itself, at its root whatever the prefix. */
const isWellKnown = (path: string): boolean => path.startsWith('/.well-known/');

/**
 * Talks to the server under test as anybody could, over HTTP. Every answer is searched for planted secrets, and held
 * against the description of the interface.
 */
export class HttpClient {
  /** @param mount under which path of `url` the server is, for a client that looks beside it, too */
  constructor(
    readonly url: string,
    private readonly secrets: PlantedSecrets,
    readonly token?: string,
    private readonly mount = '',
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
    const { status, headers: answered } = response;
    description.assertDescribed({
      method,
      path: this.described(path),
      sent: sentIn(body),
      status,
      headers: answered,
      text,
    });
    return { status, headers: answered, text, body: parse(text) };
  }

  /** The path as the description has it; what lies beside the mount is nobody's. */
  private described(path: string): string {
    if (this.mount === '' || isWellKnown(path)) return path;
    const [, rest] = new RegExp(`^${this.mount}(?=$|[/?])(.*)$`).exec(path) ?? [];
    return rest === undefined ? '/beside-the-mount' : rest.replace(/^(?!\/)/, '/');
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

/** A body as the server understands it. */
function sentIn(body: unknown): unknown {
  if (body instanceof Uint8Array) return parse(new TextDecoder().decode(body));
  return typeof body === 'string' ? parse(body) : body;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
