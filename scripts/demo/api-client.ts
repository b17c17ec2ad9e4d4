import { DemoFailure } from './demo-failure.js';

const TIMEOUT_MS = 20_000;

/** An answer of the server. */
export interface ApiAnswer<T> {
  readonly status: number;
  readonly body: T;
}

/** Talks to the server as any app would. A call is a method and a path: `GET /api/requests`. */
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
   * Makes one call. The answer is taken at its word: its fields are those of the interface.
   *
   * @param body sent as JSON
   * @throws DemoFailure with status and body for everything but 2xx, and when no answer came
   */
  async send<T>(call: string, body?: unknown): Promise<ApiAnswer<T>> {
    const { status, isGood, text } = await this.answerTo(call, body);
    if (!isGood) throw new DemoFailure(`${call} was answered ${status}: ${text}`);
    return { status, body: parse(call, status, text) as T };
  }

  /**
   * Makes one call that is to be refused, and answers the refusal.
   *
   * @throws DemoFailure for 2xx, and when no answer came
   */
  async sendInVain<T>(call: string, body?: unknown): Promise<ApiAnswer<T>> {
    const { status, isGood, text } = await this.answerTo(call, body);
    if (isGood) throw new DemoFailure(`${call} was to be refused, and was answered ${status}: ${text}`);
    return { status, body: parse(call, status, text) as T };
  }

  private async answerTo(call: string, body: unknown) {
    const [method, path = ''] = call.split(' ');
    const headers = new Headers();
    if (this.accessToken !== undefined) headers.set('authorization', `Bearer ${this.accessToken}`);
    if (body !== undefined) headers.set('content-type', 'application/json');
    try {
      const response = await fetch(this.serverUrl + path, {
        method,
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers,
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      return { status: response.status, isGood: response.ok, text: await response.text() };
    } catch (error) {
      throw new DemoFailure(`${call} was not answered: ${reasonOf(error)}`, { cause: error });
    }
  }
}

function parse(call: string, status: number, text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new DemoFailure(`${call} was answered ${status}, but not with JSON: ${text}`, { cause: error });
  }
}

/** What fetch says is only that it failed; its cause says why. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
