import type { ApiCall, ApiClient } from './api-client.js';
import type { Display } from './display.js';

/** Somebody in the story; what they do is shown beside the call that does it. */
export interface Person {
  readonly name: string;
  readonly api: ApiClient;
}

/** Where the story is played: what people do becomes calls, and is shown. */
export class Stage {
  constructor(readonly display: Display) {}

  /**
   * Somebody does something, and it works.
   *
   * @throws DemoFailure when it is refused
   */
  async does<T>(who: Person, what: string, call: ApiCall): Promise<T> {
    const { status, body } = await who.api.send<T>(call);
    this.show(who, what, call, status);
    return body;
  }

  /**
   * Somebody tries something, and it is refused.
   *
   * @throws DemoFailure when it works
   */
  async isRefused<T>(who: Person, what: string, call: ApiCall): Promise<{ readonly status: number; readonly body: T }> {
    const refusal = await who.api.sendInVain<T>(call);
    this.show(who, what, call, refusal.status);
    return refusal;
  }

  private show(who: Person, what: string, { method, path }: ApiCall, status: number): void {
    this.display.step(who.name, what, `${method} ${path.replace(/\?.*/, '')}`, status);
  }
}
