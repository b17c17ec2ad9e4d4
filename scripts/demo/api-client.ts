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
  async send<T>(call: ApiCall): Promise<ApiAnswer<T>> {
    const { status, isGood, text } = await this.answerTo(call);
    if (!isGood) throw new DemoFailure(`${nameOf(call)} was answered ${status}: ${text}`);
    return { status, body: parse(nameOf(call), status, text) as T };
  }

  /**
   * Makes one call that is to be refused, and answers the refusal.
   *
   * @throws DemoFailure for 2xx, and when no answer came
   */
  async sendInVain<T>(call: ApiCall): Promise<ApiAnswer<T>> {
    const { status, isGood, text } = await this.answerTo(call);
    if (isGood) throw new DemoFailure(`${nameOf(call)} was to be refused, and was answered ${status}: ${text}`);
    return { status, body: parse(nameOf(call), status, text) as T };
  }

  private answerTo(call: ApiCall): Promise<Exchanged> {
    return this.exchange(call).catch((error: unknown) => {
      throw new DemoFailure(`${nameOf(call)} was not answered: ${reasonOf(error)}`);
    });
  }

  private async exchange({ method, path, body }: ApiCall): Promise<Exchanged> {
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

interface Exchanged {
  readonly status: number;
  readonly isGood: boolean;
  readonly text: string;
}

function nameOf({ method, path }: ApiCall): string {
  return `${method} ${path}`;
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
