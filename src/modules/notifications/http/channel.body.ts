import { z } from 'zod';
import { CHANNEL_FORMAT_NAMES } from '../../../clients/message-channels/channel-formats.js';
import { refusedValue } from '../../../core/http/strict-body.pipe.js';
import { Secret } from '../../../core/secrets/secret.js';
import type { ChannelChange, NewChannel } from '../channels/channels.service.js';
import { NOTIFICATION_EVENTS } from '../events/notification-event.js';

const NAME_RULE = 'name must be a text of 1 to 60 characters';
const NO_NAME = refusedValue('not_a_text', NAME_RULE, { name: 'name', least: 1, most: 60 });
const EMPTY_NAME = refusedValue('required', NAME_RULE, { name: 'name', least: 1, most: 60 });
const LONG_NAME = refusedValue('too_long', NAME_RULE, { name: 'name', least: 1, most: 60 });
const NAMES_OF_FORMATS = CHANNEL_FORMAT_NAMES.join(', ');
const FORMAT = refusedValue('not_one_of', `format must be one of ${NAMES_OF_FORMATS}`, {
  name: 'format',
  values: NAMES_OF_FORMATS,
});
const URL_RULE = 'url must be a text of at most 2048 characters';
const NO_URL = refusedValue('not_a_text', URL_RULE, { name: 'url', most: 2_048 });
const LONG_URL = refusedValue('too_long', URL_RULE, { name: 'url', most: 2_048 });
const SECRET_RULE = 'secret must be a text of at most 512 characters without control characters, or null for none';
const NO_SECRET = refusedValue('not_a_text', SECRET_RULE, { name: 'secret', most: 512 });
const LONG_SECRET = refusedValue('too_long', SECRET_RULE, { name: 'secret', most: 512 });
const UNPRINTABLE_SECRET = refusedValue('unprintable', SECRET_RULE, { name: 'secret', most: 512 });
const EVENTS = refusedValue('not_an_object', 'events must be an object of switches by event', { name: 'events' });
const flag = (of: string) => z.boolean(refusedValue('not_a_flag', `${of} must be true or false`, { name: of }));

const name = z.string(NO_NAME).trim().min(1, EMPTY_NAME).max(60, LONG_NAME);
const format = z.enum(CHANNEL_FORMAT_NAMES, FORMAT);
const url = z.string(NO_URL).max(2_048, LONG_URL);
/** Blanks around it come from the clipboard. What its header can carry is for the channel's format to say. */
const secret = z
  .string(NO_SECRET)
  .trim()
  .max(512, LONG_SECRET)
  .refine((text) => !/\p{Cc}/u.test(text), UNPRINTABLE_SECRET);
const enabled = flag('enabled');
/** What is left out stays off, or as it is. */
const events = z.object(
  Object.fromEntries(NOTIFICATION_EVENTS.map((event) => [event, flag(`events.${event}`).optional()])) as Record<
    (typeof NOTIFICATION_EVENTS)[number],
    z.ZodOptional<z.ZodBoolean>
  >,
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
      url: url.trim().min(1, refusedValue('required', 'url is required', { name: 'url' })),
      secret: secret.nullish(),
      enabled: enabled.optional(),
      events: events.optional(),
    },
    refusedValue('invalid_body', 'the body must be an object with name, format and url'),
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
    refusedValue('invalid_body', 'the body must be an object'),
  )
  .transform(({ url: address, secret: text, ...channel }): ChannelChange => ({
    ...channel,
    url: secretIn(address),
    secret: secretOrNone(text),
  }));
