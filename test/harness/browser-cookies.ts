import type { Answer } from './http-client.js';
import { rawRequest } from './raw-exchange.js';
import { E2E_BASE_PATH } from './under-prefix.js';

interface BrowserApp {
  readonly url: string;
}

/** A cookie as an answer has set it. */
export interface SetCookie {
  readonly name: string;
  readonly value: string;
  /** In lower case. */
  readonly attributes: readonly string[];
}

/** The cookies that an answer sets, in its order. */
export function setCookies(headers: Headers): readonly SetCookie[] {
  return headers.getSetCookie().map((line) => {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const at = pair.indexOf('=');
    return {
      name: pair.slice(0, at),
      value: pair.slice(at + 1),
      attributes: attributes.map((one) => one.toLowerCase()),
    };
  });
}

interface PageCall {
  readonly body?: unknown;
  /** Over those that a page of the server sends; an empty one is left out. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A client as {@link BrowserCookies} uses one. */
interface PageClient {
  request(
    method: string,
    path: string,
    options: { readonly body?: unknown; readonly headers: Readonly<Record<string, string>> },
  ): Promise<Answer>;
}

/** The cookies of one browser, whose page of the server calls routes that read them. */
export class BrowserCookies {
  private readonly kept = new Map<string, SetCookie>();

  constructor(
    private readonly app: BrowserApp,
    private readonly client: PageClient,
  ) {}

  /** Calls a route as a page of the server does, with the cookies of its path, and keeps those that are set. */
  async call(method: string, path: string, { body, headers = {} }: PageCall = {}): Promise<Answer> {
    const sent = {
      origin: new URL(this.app.url).origin,
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      cookie: this.headerFor(path),
      ...headers,
    };
    const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== ''));
    const answer = await this.client.request(method, path, { body, headers: given });
    this.keep(answer.headers);
    return answer;
  }

  /** What the browser would send to a path of the server. */
  headerFor(path: string): string {
    return [...this.kept.values()]
      .filter(({ attributes }) => attributes.some((one) => isBelow(`${E2E_BASE_PATH}${path}`, one)))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }

  /** All cookies, wherever they belong. */
  get all(): string {
    return [...this.kept.values()].map(({ name, value }) => `${name}=${value}`).join('; ');
  }

  /** The value of the cookie whose name begins so, and goes on with 8 hex digits. */
  valueOf(prefix: string): string | undefined {
    return [...this.kept.values()].find(({ name }) => new RegExp(`^${prefix}[0-9a-f]{8}$`).test(name))?.value;
  }

  /** The same browser as it is now, for a second tab whose answer is on its way. */
  copy(): BrowserCookies {
    const other = new BrowserCookies(this.app, this.client);
    for (const [name, cookie] of this.kept) other.kept.set(name, cookie);
    return other;
  }

  private keep(headers: Headers): void {
    for (const cookie of setCookies(headers)) {
      if (cookie.attributes.includes('max-age=0')) this.kept.delete(cookie.name);
      else this.kept.set(cookie.name, cookie);
    }
  }
}

const isBelow = (path: string, attribute: string): boolean =>
  attribute.startsWith('path=') && path.startsWith(attribute.slice('path='.length));

/** How a call with these headers is answered that `fetch` would tidy up: two of a name, another Host. */
export async function statusOfPageCall(
  { url }: BrowserApp,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  return (await rawRequest(url, { method, path, headers })).status;
}
