import { z } from 'zod';
import { NOTIFICATION_EVENTS, type NotificationEvent } from './notification-event.js';

/** Something switched on or off for each event. */
export type EventChoices = Readonly<Record<NotificationEvent, boolean>>;

/** The same for each event. */
export const eachEvent = (isOn: (event: NotificationEvent) => boolean): EventChoices =>
  Object.fromEntries(NOTIFICATION_EVENTS.map((event) => [event, isOn(event)])) as EventChoices;

/** Nothing is chosen. */
export const NO_EVENTS: EventChoices = eachEvent(() => false);

/** Stored choices; an event that came later has its default, and one that is gone is passed over. */
export const eventChoices = (otherwise: EventChoices): z.ZodType<EventChoices> =>
  z.record(z.string(), z.boolean()).transform((stored) => eachEvent((event) => stored[event] ?? otherwise[event]));

/** Choices after a change. */
export const changedEvents = (
  stored: EventChoices,
  change: { readonly [event in NotificationEvent]?: boolean | undefined } = {},
): EventChoices => eachEvent((event) => change[event] ?? stored[event]);
