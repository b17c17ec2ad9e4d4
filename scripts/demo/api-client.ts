import { DemoFailure } from './demo-failure.js';

const TIMEOUT_MS = 20_000;

/** One call of the server's HTTP interface. */
export interface ApiCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/** An answer of the server. */
export interface ApiAnswer<T> {
  readonly status: number;
  readonly body: T;
}

/** Talks to the server as any app would. */
export class ApiClient {
  constructor(
    private readonly serverUrl: string,
    private readonly accessToken?: string,
  ) {}

  /** The same server, spoken to by somebody who has signed in. */
  as(accessToken: string): ApiClient {
    return new ApiClient(this.serverUrl, accessToken);
  }

  /**
   * Makes one call. The body is taken at its word: its fields are those of the interface.
   *
   * @throws DemoFailure with status and body for everything but 2xx, and when no answer came
   */
  async send<T>({ method, path, body }: ApiCall): Promise<ApiAnswer<T>> {
    const call = `${method} ${path}`;
    const { status, isGood, text } = await this.exchange(method, path, body).catch((error: unknown) => {
      throw new DemoFailure(`${call} was not answered: ${reasonOf(error)}`);
    });
    if (!isGood) throw new DemoFailure(`${call} was answered ${status}: ${text}`);
    return { status, body: parse(call, status, text) as T };
  }

  private async exchange(
    method: string,
    path: string,
    body: unknown,
  ): Promise<{ readonly status: number; readonly isGood: boolean; readonly text: string }> {
    const response = await fetch(this.serverUrl + path, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        ...(this.accessToken ? { authorization: `Bearer ${this.accessToken}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return { status: response.status, isGood: response.ok, text: await response.text() };
  }
}

function parse(call: string, status: number, text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new DemoFailure(`${call} was answered ${status}, but not with JSON: ${text}`);
  }
}

/** What fetch says is only that it failed; its cause says why. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
