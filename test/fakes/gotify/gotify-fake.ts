import type { FakeAnswer, FakeRequest } from '../fake-exchange.js';
import { FakeServer } from '../fake-server.js';

/** What every message is called by for `fail`, `calls`, `nextCall`. */
export const GOTIFY_MESSAGE = 'POST /message';

type Members = Readonly<Record<string, unknown>>;

const refusal = (status: number, error: string, errorDescription: string): FakeAnswer => ({
  status,
  body: { error, errorCode: status, errorDescription },
});

/** An application of a Gotify server. Source: Gotify's interface, POST /message. */
export class GotifyFake extends FakeServer {
  /** The token of the application. */
  token = 'AGotifyAppToken';
  /** What has arrived, oldest first. */
  readonly messages: Members[] = [];

  constructor() {
    super();
    this.route(GOTIFY_MESSAGE, (request) => this.create(request));
  }

  override startOver(): void {
    super.startOver();
    this.messages.length = 0;
  }

  private create({ headers, query, body }: FakeRequest): FakeAnswer {
    const given = headers['x-gotify-key'] ?? query.token;
    if (given !== this.token)
      return refusal(
        401,
        'Unauthorized',
        'you need to provide a valid access token or user credentials to access this api',
      );
    const { title, message, priority, extras } = (body ?? {}) as Members;
    if (typeof message !== 'string' || message === '') return refusal(400, 'Bad Request', 'Field message is required');
    this.messages.push({ title, message, priority, extras });
    const id = this.messages.length;
    return { body: { id, appid: 1, title, message, priority, extras, date: '2026-11-20T12:00:00Z' } };
  }
}
