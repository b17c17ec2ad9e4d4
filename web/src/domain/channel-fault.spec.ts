import { describe, expect, it } from 'vitest';
import { type AppError, badRequest, refusalBody } from '../../../src/core/errors/app-error.js';
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

const failure = (error: AppError) => failureOf(error.status, new Headers(), refusalBody(error));

const refusedBody = (code: string, name: string) => badRequest(code, 'x', { name });

describe('issue 24, web app: what is wrong with a channel is said at its field', () => {
  it.each([
    ['name', 'name', refusedBody('required', 'name')],
    ['name', 'name', refusedBody('too_long', 'name')],
    ['url', 'missing', refusedBody('required', 'url')],
    ['url', 'noAddress', refusedBody('too_long', 'url')],
    ['url', 'noAddress', fieldRefused('url', HTTP_ADDRESS)],
    ['url', 'rule', fieldRefused('url', channelFormat('ntfy').fields.url)],
    ['secret', 'otherServer', secretRequired()],
    ['secret', 'rule', fieldRefused('secret', channelFormat('json').fields.secret)],
    ['secret', 'rule', fieldRefused('secret', channelFormat('ntfy').fields.secret)],
    ['secret', 'unfit', refusedBody('unprintable', 'secret')],
    ['channel', 'full', tooManyChannels(MOST_CHANNELS)],
    ['channel', 'gone', channelNotFound()],
  ])('at %s: %s', (at, name, refusal) => {
    expect(channelFault(failure(refusal))).toEqual({ at, name });
  });

  it.each(CHANNEL_FORMATS)('every rule of $name is said at the field that it is about', ({ fields }) => {
    for (const field of ['url', 'secret'] as const)
      expect(channelFault(failure(fieldRefused(field, fields[field])))?.at).toBe(field);
  });

  it('another refusal, another status and a lost network are none of these', () => {
    const busy = failureOf(503, new Headers(), { error: 'x', code: 'required', params: { name: 'url' } });
    for (const other of [failure(refusedBody('not_a_flag', 'enabled')), busy, noAnswer(), null])
      expect(channelFault(other)).toBeUndefined();
  });
});
