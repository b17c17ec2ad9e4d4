import type { OutboxStep } from '../../src/modules/notifications/outbox/outbox-steps.service.js';
import type { OutboxStatus } from '../../src/modules/notifications/message-rows.js';
import { DESTINATIONS, type DestinationName } from './outbox-household.js';

/** What people are told here: what happens to requests, and what a library reports. */
export type ChannelEvent = keyof typeof TOLD_AT;

/** A moment of one message at which the server dies: a step of it, or while the destination is being called. */
export type SendingMoment = Exclude<OutboxStep, 'taken'> | 'last byte missing' | 'answer owed';

/** Where the server dies. */
export type DeathPlace =
  | { readonly moment: 'transition' | 'observed' | 'taken' }
  | { readonly moment: 'commit'; readonly nth: number }
  | { readonly moment: SendingMoment; readonly destination: DestinationName };

/** What becomes of the message, by the destination. */
interface Fate {
  /** How it is saved when the server is dead. */
  readonly left: OutboxStatus;
  /** How it ends. */
  readonly ends: OutboxStatus;
  /** How often the destination has had all of it, in the end. */
  readonly arrivals: number;
}

/** Which destinations tell an event. */
const TOLD_AT = {
  request_pending: DESTINATIONS,
  request_auto_approved: DESTINATIONS,
  request_approved: DESTINATIONS,
  request_denied: DESTINATIONS,
  request_available: ['chat'],
  new_movie: ['push'],
} as const satisfies Readonly<Record<string, readonly DestinationName[]>>;

/** What becomes of a message at whose moment the server dies. Source: doc 2 section 6, issue 24 (Answers, Push). */
export const FATES: Readonly<Record<SendingMoment, Readonly<Record<DestinationName, Fate>>>> = {
  looked_up: {
    chat: { left: 'pending', ends: 'sent', arrivals: 1 },
    push: { left: 'pending', ends: 'sent', arrivals: 1 },
  },
  attempt_noted: {
    chat: { left: 'sending', ends: 'unconfirmed', arrivals: 0 },
    push: { left: 'sending', ends: 'sent', arrivals: 1 },
  },
  'last byte missing': {
    chat: { left: 'sending', ends: 'unconfirmed', arrivals: 0 },
    push: { left: 'sending', ends: 'sent', arrivals: 1 },
  },
  'answer owed': {
    chat: { left: 'sending', ends: 'unconfirmed', arrivals: 1 },
    push: { left: 'sending', ends: 'sent', arrivals: 2 },
  },
  answered: {
    chat: { left: 'sending', ends: 'unconfirmed', arrivals: 1 },
    push: { left: 'sending', ends: 'sent', arrivals: 2 },
  },
  recorded: {
    chat: { left: 'sent', ends: 'sent', arrivals: 1 },
    push: { left: 'sent', ends: 'sent', arrivals: 1 },
  },
};

const SENDING = Object.keys(FATES) as readonly SendingMoment[];

/** A request, or an arrival, leads to at least so many writes until all of it is told. */
const COMMITS = 10;

/** The places after each of these writes. */
const commits = (event: ChannelEvent): readonly DeathPlace[] =>
  event === 'request_pending' || event === 'request_available'
    ? Array.from({ length: COMMITS }, (_, before) => ({ moment: 'commit', nth: before + 1 }))
    : [];

/** What comes before the messages of an event are there, and before they are looked at. */
function firstMoments(event: ChannelEvent): readonly DeathPlace[] {
  if (event === 'request_available') return [{ moment: 'observed' }];
  return event === 'new_movie' ? [] : [{ moment: 'transition' }, { moment: 'taken' }];
}

/** All places at which the server can die while an event is told. */
export const DEATH_PLACES: ReadonlyMap<ChannelEvent, readonly DeathPlace[]> = new Map(
  (Object.keys(TOLD_AT) as ChannelEvent[]).map((event) => [
    event,
    [
      ...commits(event),
      ...firstMoments(event),
      ...TOLD_AT[event].flatMap((destination) => SENDING.map((moment) => ({ moment, destination }))),
    ],
  ]),
);
