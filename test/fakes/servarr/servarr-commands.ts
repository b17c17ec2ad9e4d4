import { withoutNulls, type Fields } from './servarr-fields.js';

interface StoredCommand {
  readonly id: number;
  readonly name: string;
  readonly args: Fields;
  readonly queuedAt: number;
}

/** How long a command stays queued before it has run. */
const QUEUED_MS = 1_000;

/** The command queue of the fake. A command is queued for a second and completed from then on. */
export class ServarrCommands {
  private readonly given: StoredCommand[] = [];

  /** @param more what the product writes of a command beside the usual */
  constructor(
    private readonly now: () => number,
    private readonly more: Fields,
  ) {}

  /**
   * Takes a command. An equal one that is still queued is handed back instead, and `fresh` is false.
   */
  give(name: string, args: Fields): { readonly id: number; readonly fresh: boolean } {
    const isEqual = (one: StoredCommand): boolean =>
      one.name.toLowerCase() === name.toLowerCase() && JSON.stringify(one.args) === JSON.stringify(args);
    const equal = this.given.find((one) => isEqual(one) && this.isQueued(one));
    if (equal) return { id: equal.id, fresh: false };
    const id = 311 + this.given.length;
    this.given.push({ id, name, args, queuedAt: this.now() });
    return { id, fresh: true };
  }

  resource(id: number): Fields | undefined {
    const command = this.given.find((one) => one.id === id);
    return command && this.describe(command);
  }

  resources(): readonly Fields[] {
    return this.given.map((command) => this.describe(command));
  }

  private isQueued(command: StoredCommand): boolean {
    return this.now() - command.queuedAt < QUEUED_MS;
  }

  private describe(command: StoredCommand): Fields {
    const queued = this.isQueued(command);
    const moment = new Date(command.queuedAt).toISOString();
    const end = queued ? null : new Date(command.queuedAt + QUEUED_MS).toISOString();
    return withoutNulls({
      id: command.id,
      name: command.name,
      commandName: command.name.replace(/(?<=[a-z])(?=[A-Z])/g, ' '),
      message: queued ? '' : 'Completed',
      body: {
        sendUpdatesToClient: true,
        updateScheduledTask: true,
        requiresDiskAccess: false,
        isExclusive: false,
        isLongRunning: false,
        name: command.name,
        trigger: 'manual',
        suppressMessages: false,
        ...this.more,
      },
      priority: 'normal',
      status: queued ? 'queued' : 'completed',
      result: queued ? 'unknown' : 'successful',
      queued: moment,
      started: end,
      ended: end,
      trigger: 'manual',
      stateChangeTime: end ?? moment,
      sendUpdatesToClient: true,
      updateScheduledTask: true,
    });
  }
}
