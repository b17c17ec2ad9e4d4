import type { ReadTx } from '../../src/core/database/database.js';
import { silentLog } from '../../src/core/logging/log.js';
import { SystemRandom } from '../../src/core/time/random.js';
import { DestinationSendingService } from '../../src/modules/notifications/outbox/destination-sending.service.js';
import type {
  Built,
  NotYet,
  OutboxDestination,
  OutboxMessage,
  SendAnswer,
} from '../../src/modules/notifications/outbox/outbox-destination.js';
import {
  type DestinationState,
  OutboxRepository,
  type NewMessage,
} from '../../src/modules/notifications/outbox/outbox.repository.js';
import { OutboxRow } from '../../src/modules/notifications/message-rows.js';
import { OutboxStepsService } from '../../src/modules/notifications/outbox/outbox-steps.service.js';
import { LedgerFixture } from './ledger-fixture.js';
import { MovedClock } from './moved-clock.js';

/** A destination that does what a test says. */
export class ScriptedDestination implements OutboxDestination<null, string> {
  readonly lifetimeMs = 24 * 60 * 60_000;
  /** What was sent, in order. */
  readonly posts: string[] = [];
  /** Answers to the next attempts; after them everything arrives. */
  answers: SendAnswer[] = [];
  /** Runs while a message is being sent. */
  during: () => Promise<void> = () => Promise.resolve();
  /** What other systems say of a message, by its number; nothing where it can be judged. */
  readonly notYet = new Map<number, NotYet>();
  /** What a message becomes, by its number; a post of its own number where nothing is said. */
  readonly built = new Map<number, Built<string>>();

  constructor(
    readonly name: string,
    readonly mayRepeat = false,
    readonly atOnce?: number,
  ) {}

  wants(): Promise<boolean> {
    return Promise.resolve(true);
  }

  lookUp({ id }: OutboxMessage): Promise<{ facts: null } | NotYet> {
    return Promise.resolve(this.notYet.get(id) ?? { facts: null });
  }

  build(_tx: ReadTx, { id, accounts }: OutboxMessage): Promise<Built<string>> {
    const post = accounts === null ? `${id}` : `${id} for ${accounts.join()}`;
    return Promise.resolve((accounts === null ? this.built.get(id) : undefined) ?? { post });
  }

  async send(post: string): Promise<SendAnswer> {
    this.posts.push(post);
    await this.during();
    return this.answers.shift() ?? { kind: 'sent', remoteId: `remote ${post}` };
  }
}

/** Messages in a real database, and workers that send them. */
export class OutboxFixture {
  readonly messages = new OutboxRepository();

  private constructor(
    private readonly ledger: LedgerFixture,
    readonly clock: MovedClock,
  ) {}

  static async open(): Promise<OutboxFixture> {
    return new OutboxFixture(await LedgerFixture.open(), new MovedClock());
  }

  get database(): LedgerFixture['database'] {
    return this.ledger.database;
  }

  close(): Promise<void> {
    return this.ledger.close();
  }

  async add(...messages: readonly (Partial<NewMessage> & Pick<NewMessage, 'destination'>)[]): Promise<void> {
    for (const message of messages)
      await this.database.write((tx) =>
        this.messages.add(
          tx,
          { event: 'request_pending', actorId: null, subject: { requestIds: [1] }, ...message },
          this.clock.now(),
        ),
      );
  }

  /** One worker sends what is due. */
  send(destination: OutboxDestination, signal = new AbortController().signal): Promise<void> {
    return this.worker().send(destination, signal);
  }

  worker(): DestinationSendingService {
    return new DestinationSendingService(
      this.database,
      this.clock,
      new SystemRandom(),
      this.messages,
      new OutboxStepsService(silentLog),
    );
  }

  /** The messages of a destination, oldest first. */
  async rows(destination: string): Promise<readonly OutboxRow[]> {
    return this.database.read((tx) => tx.find(OutboxRow, { where: { destination }, order: { id: 'ASC' } }));
  }

  /** Number, status and attempts of the messages of a destination, oldest first. */
  async statuses(destination: string): Promise<readonly (readonly [number, string, number])[]> {
    return (await this.rows(destination)).map(({ id, status, attempts }) => [id, status, attempts] as const);
  }

  state(destination: string): Promise<DestinationState> {
    return this.database.read((tx) => this.messages.stateOf(tx, destination));
  }
}
