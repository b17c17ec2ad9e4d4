import type { ApiClient } from './api-client.js';
import type { ClientTask } from './client-protocol.js';
import type { Display } from './display.js';

/** Somebody in the story. What they do is shown beside the call that does it. */
export class Person {
  constructor(
    readonly name: string,
    readonly api: ApiClient,
    private readonly display: Display,
  ) {}

  /**
   * They do something, and it works.
   *
   * @param call method and path
   * @throws DemoFailure when it is refused
   */
  async does<T>(what: string, call: string, sent?: unknown): Promise<T> {
    const { status, body } = await this.api.send<T>(call, sent);
    this.display.step(this.name, what, withoutQuery(call), status);
    return body;
  }

  /**
   * They try something, and it is refused.
   *
   * @param call method and path
   * @throws DemoFailure when it works
   */
  async triesInVain<T>(what: string, call: string, sent?: unknown): Promise<T> {
    const { status, body } = await this.api.sendInVain<T>(call, sent);
    this.display.step(this.name, what, withoutQuery(call), status);
    return body;
  }
}

/** Somebody who was invited, and is signed in with one device. */
export interface Member {
  readonly person: Person;
  readonly userId: number;
  readonly deviceId: string;
}

/** The household as it is set up: where the stories are played, and by whom. */
export interface Scene {
  readonly display: Display;
  readonly around: ClientTask;
  /** Speaks for people who haven't signed in. */
  readonly visitor: ApiClient;
  readonly admin: Person;
  readonly member: Member;
  readonly other: Member;
  /** The instance that is the book library. */
  readonly bookLibraryId: string;
}

const withoutQuery = (call: string): string => call.replace(/\?.*/, '');
