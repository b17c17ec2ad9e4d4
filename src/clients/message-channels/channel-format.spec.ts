import { describe, expect, it } from 'vitest';
import type { ChannelAddress } from './channel-format.js';
import { CHANNEL_FORMATS, channelFormat, type ChannelFormatName, readChannelAddress } from './channel-formats.js';

describe('issue 24, channels: addresses', () => {
  it.each<[ChannelFormatName, string, Partial<ChannelAddress>]>([
    ['json', 'https://hooks.example/usher/', { base: 'https://hooks.example/usher', isFolder: true }],
    ['json', ' https://hooks.example/a?key=b&key=c ', { query: { key: ['b', 'c'] }, isFolder: false }],
    ['ntfy', 'https://ntfy.sh/films', { base: 'https://ntfy.sh', recipient: 'films', isFolder: true }],
    [
      'ntfy',
      'http://nas:8080/ntfy/films/',
      { base: 'http://nas:8080/ntfy', recipient: 'films', origin: 'http://nas:8080' },
    ],
    ['gotify', 'https://gotify.example', { base: 'https://gotify.example' }],
    ['gotify', 'https://gotify.example/push/message', { base: 'https://gotify.example/push' }],
    ['apprise', 'http://apprise:8000/notify/home/', { base: 'http://apprise:8000/notify/home', isFolder: false }],
  ])('%s takes %s', (name, typed, expected) => {
    expect(readChannelAddress(channelFormat(name), typed)).toMatchObject(expected);
  });

  const HOSTILE = [
    '',
    'films',
    '//host/x',
    'ftp://host/x',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'http://ana:pass@host/x',
    'http://host/x#part',
    'http://',
    'http://host:99999/x',
  ];
  it.each(HOSTILE)('security 8: no format takes %j', (typed) => {
    for (const format of CHANNEL_FORMATS)
      expect(readChannelAddress(format, typed)).toMatchObject({
        refused: { words: 'must be an http or https address without a user' },
      });
  });

  it.each([
    'https://ntfy.sh',
    'https://ntfy.sh/',
    'https://ntfy.sh/a%2fb',
    'https://ntfy.sh/ä',
    `https://ntfy.sh/${'a'.repeat(65)}`,
  ])('ntfy: %s has no topic', (typed) => {
    const words = 'must end with the topic: up to 64 letters, digits, underscores and dashes';
    expect(readChannelAddress(channelFormat('ntfy'), typed)).toMatchObject({ refused: { words } });
  });
});
