import type { Log } from '../logging/log.js';

/** The class of an event. */
export type EventType<E extends object> = abstract new (...args: never[]) => E;

type Handler = (event: object) => void | Promise<void>;

/**
 * Tells what has happened. Events are classes in the past tense with readonly ids, published after their commit, to handlers of exactly
 * their class.
 */
export class EventBus {
  private readonly handlers = new Map<unknown, Set<Handler>>();

  constructor(private readonly log: Log) {}

  /** Calls `handler` for each event of this class from now on. @returns takes the handler back */
  on<E extends object>(type: EventType<E>, handler: (event: E) => void | Promise<void>): () => void {
    // Wrapped, so that a handler added twice is two handlers and each is taken back alone.
    const entry: Handler = (event) => handler(event as E);
    const known = this.handlers.get(type) ?? new Set<Handler>();
    this.handlers.set(type, known.add(entry));
    return () => void known.delete(entry);
  }

  /** Hands an event to all handlers at once, and resolves when they have settled. A failing handler is logged; nobody else notices. */
  async publish(event: object): Promise<void> {
    const handlers = [...(this.handlers.get(event.constructor) ?? [])];
    await Promise.all(handlers.map((handler) => this.deliver(event, handler)));
  }

  private async deliver(event: object, handler: Handler): Promise<void> {
    try {
      await handler(event);
    } catch (error) {
      this.log.error('event handler failed', { event: event.constructor.name, error });
    }
  }
}
