import type { ReadTx } from '../../../core/database/database.js';
import type { Sentence } from '../../../core/errors/sentence.js';
import { Port, type PortRegistry } from '../../../core/ports/port-registry.js';
import type { OutboxRow } from '../message-rows.js';

export interface OutboxSubject {
  /** The requests; several where they were collected into one message. */
  readonly requestIds?: readonly number[];
  /** A book whose delivery failed: its format. */
  readonly format?: string;
  /** A book that has become available: in which formats. */
  readonly formats?: readonly string[];
  readonly issueId?: number;
  /** Something that has happened at the hub: to whom. */
  readonly userId?: number;
  /** The server at the hub to which they were invited. */
  readonly instanceId?: string;
  /** New content of a library: what the message says of it. */
  readonly content?: Readonly<Record<string, string | number>>;
}

export interface OutboxMessage extends Pick<
  OutboxRow,
  'id' | 'event' | 'actorId' | 'deviceId' | 'attempts' | 'createdAt'
> {
  readonly subject: OutboxSubject;
  /** The only accounts that may be told in person; null for everybody concerned. */
  readonly accounts: readonly number[] | null;
}

/** It can't be judged now, and is judged again later. That is no attempt. */
export interface NotYet {
  readonly wait: Sentence;
}

/** Nobody is to be told any more; why. */
export interface Cancelled {
  readonly cancel: Sentence;
}

export interface Addressees {
  readonly accounts: readonly number[];
  /** Of these accounts the only device that it goes to; all where it is left out. */
  readonly deviceId?: string;
}

/** What a message has become, judged at the moment when it is sent. */
export type Built<Post> =
  | {
      readonly post: Post;
      /** Where one post is not for everybody: those of this post, then those of each further message. */
      readonly further?: readonly Addressees[];
    }
  | Cancelled
  | NotYet;

/** How an attempt went. Details are plain sentences for administrators, without secrets and without the other side's words. */
export type SendAnswer =
  | { readonly kind: 'sent'; readonly remoteId: string; readonly detail?: Sentence }
  /** It takes nothing for a time: everything for this destination waits. */
  | { readonly kind: 'limited'; readonly retryAfterMs: number; readonly detail: Sentence }
  /** It certainly never saw the message, or it asks for it again: everything waits, and this is tried again. */
  | { readonly kind: 'again'; readonly detail: Sentence; readonly retryAfterMs?: number }
  /** Whom the message is for is there no more. */
  | { readonly kind: 'gone'; readonly detail: Sentence }
  | { readonly kind: 'unknown'; readonly detail: Sentence }
  | { readonly kind: 'refused'; readonly detail: Sentence };

/** How an attempt of the chat or of a channel failed, as their clients say it. */
type Unsent =
  | { readonly kind: 'limited'; readonly retryAfterMs: number }
  | { readonly kind: 'not_sent' | 'unconfirmed' | 'refused' };

/** The answer after a failed attempt. @param detail why, in a sentence for administrators */
export function unsentAnswer(unsent: Unsent, detail: Sentence): SendAnswer {
  switch (unsent.kind) {
    case 'limited':
      return { kind: 'limited', retryAfterMs: unsent.retryAfterMs, detail };
    case 'not_sent':
      return { kind: 'again', detail };
    case 'unconfirmed':
      return { kind: 'unknown', detail };
    case 'refused':
      return { kind: 'refused', detail };
  }
}

/** Messages go round between the accounts that caused them, each account's oldest first; destinations don't wait for each other. */
export interface OutboxDestination<Facts = unknown, Post = unknown> {
  /** Unique and stable, up to 40 characters. */
  readonly name: string;
  /** May a message be sent again when its delivery is uncertain? */
  readonly mayRepeat: boolean;
  /** How long after its making a message may still be sent, in milliseconds. */
  readonly lifetimeMs: number;
  /**
   * How many messages are sent at a time; one where it is left out. With one, an account's messages keep their order, and all
   * wait while the destination takes nothing. With more, each waits alone.
   */
  readonly atOnce?: number;

  /** Is an event of this name told here? Asked in the write that adds the message. */
  wants(tx: ReadTx, event: string): Promise<boolean>;

  /** Asks other systems what has to be known before the message can be judged. Outside of every transaction. */
  lookUp(message: OutboxMessage): Promise<{ readonly facts: Facts } | NotYet>;

  /**
   * Judges whom the message tells at this moment, and builds it: in the write that notes the attempt, so that rights and
   * settings hold that are committed then.
   */
  build(tx: ReadTx, message: OutboxMessage, facts: Facts): Promise<Built<Post>>;

  /**
   * Makes one attempt. It ends within a minute and doesn't throw for what the other side does.
   * @param signal aborts a message that may be repeated, when the server stops
   */
  send(post: Post, message: OutboxMessage, signal: AbortSignal): Promise<SendAnswer>;
}

export const OUTBOX_DESTINATIONS = new Port<OutboxDestination>('notifications.destinations');

export interface SavedDestinations {
  all(tx: ReadTx): Promise<readonly OutboxDestination[]>;
}

export const SAVED_DESTINATIONS = new Port<SavedDestinations>('notifications.saved-destinations');

export async function allDestinations(ports: PortRegistry, tx: ReadTx): Promise<readonly OutboxDestination[]> {
  const saved: OutboxDestination[] = [];
  for (const part of ports.all(SAVED_DESTINATIONS)) saved.push(...(await part.all(tx)));
  return [...ports.all(OUTBOX_DESTINATIONS), ...saved];
}

export async function destinationsTelling(ports: PortRegistry, tx: ReadTx, event: string): Promise<readonly string[]> {
  const names: string[] = [];
  for (const destination of await allDestinations(ports, tx))
    if (await destination.wants(tx, event)) names.push(destination.name);
  return names;
}
