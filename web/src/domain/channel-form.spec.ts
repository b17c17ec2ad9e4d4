import { describe, expect, it } from 'vitest';
import { CHANNEL_FORMAT_NAMES } from '../../../src/clients/message-channels/channel-formats.js';
import { enChannels } from '../texts/en-channels.js';
import { type Channel, channelChange, newChannel, typedChannel } from './channel-form.js';

const STORED: Channel = {
  id: '4b1f9a52-7a3e-4a51-8a35-6f1f0a3c9d10',
  name: 'Phones',
  format: 'ntfy',
  has_secret: true,
  enabled: true,
  events: { ...typedChannel().events, request_pending: false },
  recent: [],
};
const OTHER_EVENTS = { ...STORED.events, request_denied: true };

describe('issue 24, channels: what the form sends', () => {
  it('offers every format of the server', () => {
    expect(Object.keys(enChannels.kinds).sort()).toEqual([...CHANNEL_FORMAT_NAMES].sort());
  });

  it('a new channel is sent whole, without blanks around it, and without a secret where none was typed', () => {
    const typed = { ...typedChannel(), name: ' Phones ', url: ' http://ntfy/films ', secret: ' ' };
    const sent = newChannel(typed, 'ntfy');
    expect(sent).toEqual({
      format: 'ntfy',
      name: 'Phones',
      url: 'http://ntfy/films',
      enabled: true,
      events: typed.events,
    });
    expect(newChannel({ ...typed, secret: ' tk_a ' }, 'ntfy')).toEqual({ ...sent, secret: 'tk_a' });
  });

  it.each<[string, Partial<ReturnType<typeof typedChannel>>, object]>([
    ['nothing where nothing was changed', {}, {}],
    ['a new name', { name: ' Handsets ' }, { name: 'Handsets' }],
    ['that it is off', { enabled: false }, { enabled: false }],
    ['a new address', { url: ' http://ntfy/other ' }, { url: 'http://ntfy/other' }],
    ['a new secret', { secret: ' tk_b ' }, { secret: 'tk_b' }],
    ['that the secret goes', { clearsSecret: true }, { secret: null }],
    ['a new secret rather than none', { clearsSecret: true, secret: 'tk_b' }, { secret: 'tk_b' }],
    ['neither address nor secret where there are blanks alone', { url: ' ', secret: ' ' }, {}],
    ['a single event', { events: OTHER_EVENTS }, { events: { request_denied: true } }],
  ])('a change has %s', (_what, change, sent) => {
    expect(channelChange({ ...typedChannel(STORED), ...change }, STORED)).toEqual({ events: {}, ...sent });
  });

  it('what is typed is a copy: what is stored stays as it was read', () => {
    const typed = typedChannel(STORED);
    typed.events.request_denied = true;
    expect([STORED.events.request_denied, typedChannel().events.request_denied]).toEqual([false, false]);
  });
});
