import type { FakeAnswer, FakeRequest } from '../fake-exchange.js';
import { FakeServer } from '../fake-server.js';

/** What every message is called by for `fail`, `calls`, `nextCall`. */
export const APPRISE_NOTIFY = 'POST /notify/:key';

type Members = Readonly<Record<string, unknown>>;

/** An Apprise API server. Source: its README, notify; statuses as it answers them: 204 without services, 424 when some failed. */
export class AppriseFake extends FakeServer {
  /** Keys under which services are saved. */
  readonly keys = new Set(['household']);
  /** The `Authorization` that a proxy before it wants; undefined for none. */
  authorization: string | undefined;
  /** What was passed on, oldest first. */
  readonly passed: Members[] = [];

  constructor() {
    super();
    this.route(APPRISE_NOTIFY, (request) => this.notify(request));
  }

  override startOver(): void {
    super.startOver();
    this.passed.length = 0;
  }

  private notify({ params, headers, body }: FakeRequest): FakeAnswer {
    if (this.authorization !== undefined && headers.authorization !== this.authorization) return { status: 401 };
    if (!this.keys.has(params.key ?? '')) return { status: 204 };
    const { title, body: text, type = 'info', format = 'text' } = (body ?? {}) as Members;
    if (typeof text !== 'string' || text === '')
      return { status: 400, body: { error: 'Payload lacks minimum requirements.' } };
    if (!['info', 'success', 'warning', 'failure'].includes(String(type)) || format !== 'text')
      return { status: 400, body: { error: 'An invalid notification type was specified.' } };
    this.passed.push({ title, body: text, type });
    return { headers: { 'content-type': 'text/html' }, body: '<ul class="logs"></ul>' };
  }
}
