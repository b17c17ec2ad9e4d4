import { badRequest } from '../../../core/errors/app-error.js';
import type { EventChoices } from '../events/event-choices.js';
import { NOTIFICATION_EVENTS, type NotificationEvent } from '../events/notification-event.js';

/** A switch for each event. An event that is left out keeps its own. Source: doc 2 section 6, chat notification event keys. */
export type EventSwitches = { readonly [event in NotificationEvent]?: boolean | null };

/**
 * The events that are switched; others and those that are null stay.
 *
 * @param name of the member, for the text of a refusal
 * @throws AppError 400 for a switch that is neither true nor false
 */
export function eventChange(name: string, switches: EventSwitches | null | undefined): Partial<EventChoices> {
  const given = NOTIFICATION_EVENTS.flatMap((event): readonly (readonly [NotificationEvent, boolean])[] => {
    const value: unknown = switches && Object.hasOwn(switches, event) ? switches[event] : null;
    if (value !== null && typeof value !== 'boolean') throw badRequest(`${name}.${event} must be true or false`);
    return value === null ? [] : [[event, value]];
  });
  return Object.fromEntries(given);
}
