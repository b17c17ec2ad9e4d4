import { describe, expect, it } from 'vitest';
import { HTTP_ADDRESS } from '../../../src/clients/message-channels/channel-format.js';
import { CHANNEL_FORMATS, channelFormat } from '../../../src/clients/message-channels/channel-formats.js';
import {
  channelNotFound,
  fieldRefused,
  secretRequired,
  tooManyChannels,
} from '../../../src/modules/notifications/channels/channel.errors.js';
import { channelFault } from './channel-fault.js';
import { MOST_CHANNELS } from './channel-form.js';
import { failureOf, noAnswer } from './failure.js';

const failure = (error: string, status = 400) => failureOf(status, new Headers(), { error });

describe('issue 24, web app: what is wrong with a channel is said at its field', () => {
  it.each([
    ['name', 'name', failure('name must be a text of 1 to 60 characters')],
    ['url', 'missing', failure('url is required')],
    ['url', 'noAddress', failure('url must be a text of at most 2048 characters')],
    ['url', 'noAddress', failure(fieldRefused('url', HTTP_ADDRESS).safeText)],
    ['url', 'rule', failure(fieldRefused('url', channelFormat('ntfy').fields.url).safeText)],
    ['secret', 'otherServer', failure(secretRequired().safeText)],
    ['secret', 'rule', failure(fieldRefused('secret', channelFormat('json').fields.secret).safeText)],
    ['secret', 'rule', failure(fieldRefused('secret', channelFormat('ntfy').fields.secret).safeText)],
    ['secret', 'unfit', failure('secret must be a text of at most 512 visible characters, or null for none')],
    ['channel', 'full', failure(tooManyChannels(MOST_CHANNELS).safeText, 409)],
    ['channel', 'gone', failure(channelNotFound().safeText, 404)],
  ])('at %s: %s', (at, name, refusal) => {
    expect(channelFault(refusal)).toEqual({ at, name });
  });

  it.each(CHANNEL_FORMATS)('every rule of $name is said at the field that it is about', ({ fields }) => {
    for (const field of ['url', 'secret'] as const)
      expect(channelFault(failure(fieldRefused(field, fields[field]).safeText))?.at).toBe(field);
  });

  it('another refusal, another status and a lost network are none of these', () => {
    for (const other of [failure('events.x must be true or false'), failure('name must', 503), noAnswer(), null])
      expect(channelFault(other)).toBeUndefined();
  });
});
