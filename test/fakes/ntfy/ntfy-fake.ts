import type { FakeAnswer, FakeRequest } from '../fake-exchange.js';
import { FakeServer } from '../fake-server.js';

/** What every message is called by for `fail`, `calls`, `nextCall`. */
export const NTFY_PUBLISH = 'POST /';

const refusal = (code: number, error: string): FakeAnswer => ({
  status: Math.floor(code / 100),
  body: { code, http: Math.floor(code / 100), error, link: 'https://ntfy.sh/docs/publish/' },
});

type Members = Readonly<Record<string, unknown>>;

/** An ntfy server that takes messages as JSON. Source: ntfy documentation, Publish as JSON and Authentication. */
export class NtfyFake extends FakeServer {
  /** The `Authorization` that is wanted; undefined for topics that are open to everybody. */
  authorization: string | undefined;
  /** What stands in the topics, oldest first. */
  readonly published: Members[] = [];

  constructor() {
    super();
    this.route(NTFY_PUBLISH, (request) => this.publish(request));
  }

  override startOver(): void {
    super.startOver();
    this.published.length = 0;
  }

  protected override unknownRoute(): FakeAnswer {
    return refusal(40401, 'page not found');
  }

  private publish({ headers, body }: FakeRequest): FakeAnswer {
    if (this.authorization !== undefined && headers.authorization !== this.authorization)
      return headers.authorization === undefined ? refusal(40301, 'forbidden') : refusal(40101, 'unauthorized');
    if (typeof body !== 'object' || body === null)
      return refusal(40024, 'invalid request: request body must be message JSON');
    const { topic, title, message, priority, click } = body as Members;
    if (typeof topic !== 'string' || !/^[-_A-Za-z0-9]{1,64}$/.test(topic))
      return refusal(40009, 'invalid request: topic invalid');
    if (priority !== undefined && ![1, 2, 3, 4, 5].includes(priority as number))
      return refusal(40007, 'invalid request: priority invalid');
    const id = `ntfy${String(this.published.length + 1).padStart(8, '0')}`;
    this.published.push({ topic, title, message, priority, click });
    const time = 1_795_176_000;
    return { body: { id, time, expires: time + 43_200, event: 'message', topic, title, message } };
  }
}
