import { z } from 'zod';
import { CHANNEL_FORMAT_NAMES } from '../../../clients/message-channels/channel-formats.js';
import { Secret } from '../../../core/secrets/secret.js';
import type { ChannelChange, NewChannel } from '../channels/channels.service.js';
import { NOTIFICATION_EVENTS } from '../events/notification-event.js';

const NAME = 'name must be a text of 1 to 60 characters';
const FORMAT = `format must be one of ${CHANNEL_FORMAT_NAMES.join(', ')}`;
const URL = 'url must be a text of at most 2048 characters';
const SECRET = 'secret must be a text of at most 512 characters without control characters, or null for none';
const EVENTS = 'events must be an object of switches by event';

const name = z.string(NAME).trim().min(1, NAME).max(60, NAME);
const format = z.enum(CHANNEL_FORMAT_NAMES, FORMAT);
const url = z.string(URL).max(2_048, URL);
/** Blanks around it come from the clipboard. What its header can carry is for the channel's format to say. */
const secret = z
  .string(SECRET)
  .trim()
  .max(512, SECRET)
  .refine((text) => !/\p{Cc}/u.test(text), SECRET);
const enabled = z.boolean('enabled must be true or false');
/** What is left out stays off, or as it is. */
const events = z.object(
  Object.fromEntries(
    NOTIFICATION_EVENTS.map((event) => [event, z.boolean(`events.${event} must be true or false`).optional()]),
  ) as Record<(typeof NOTIFICATION_EVENTS)[number], z.ZodOptional<z.ZodBoolean>>,
  EVENTS,
);

/** Blank is as if it were left out. */
const secretIn = (text: string | undefined): Secret | undefined => (text?.trim() ? Secret.of(text.trim()) : undefined);
const secretOrNone = (text: string | null | undefined): Secret | null | undefined =>
  text === null ? null : secretIn(text);

/** Body of POST /api/admin/notification-channels. */
export const NEW_CHANNEL_BODY = z
  .object(
    {
      name,
      format,
      url: url.trim().min(1, 'url is required'),
      secret: secret.nullish(),
      enabled: enabled.optional(),
      events: events.optional(),
    },
    'the body must be an object with name, format and url',
  )
  .transform(({ url: address, secret: text, ...channel }): NewChannel => ({
    ...channel,
    url: Secret.of(address),
    secret: secretOrNone(text),
  }));

/** Body of PUT /api/admin/notification-channels/{id} and of its test. */
export const CHANNEL_CHANGE_BODY = z
  .object(
    {
      name: name.optional(),
      format: format.optional(),
      url: url.optional(),
      secret: secret.nullish(),
      enabled: enabled.optional(),
      events: events.optional(),
    },
    'the body must be an object',
  )
  .transform(({ url: address, secret: text, ...channel }): ChannelChange => ({
    ...channel,
    url: secretIn(address),
    secret: secretOrNone(text),
  }));
