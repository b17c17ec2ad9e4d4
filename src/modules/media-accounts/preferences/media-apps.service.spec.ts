import { describe, expect, it } from 'vitest';
import type { MediaServerRecord } from '../../instances/instances.public.js';
import { listeningAppsOf, type MediaApps, videoAppsOf } from './media-apps.service.js';

const NOTHING: MediaApps = {
  hubIos: '',
  videoServerAIos: '',
  videoServerBIos: '',
  listeningIos: '',
  listeningAndroid: '',
};

function server(
  serviceType: MediaServerRecord['serviceType'],
  apps: Partial<MediaServerRecord['config']['apps']> = {},
): MediaServerRecord {
  const rest = {
    id: 'one',
    name: 'One',
    url: 'http://one.example',
    isDefault: false,
    sortOrder: 0,
    autoAddUsers: false,
  };
  const none = { listening: { ios: '', android: '' }, video: { ios: '' } } as const;
  const config = {
    publicAddress: '',
    libraryIds: [],
    machineIdentifier: '',
    autoApprove: false,
    explicitContent: false,
  };
  return { ...rest, serviceType, config: { ...config, apps: { ...none, ...apps } } };
}

describe('doc3 §12.4: with which app a server is opened', () => {
  it.each([
    ['video_server_a', { ...NOTHING, videoServerAIos: 'infuse', hubIos: 'browser' }, 'infuse'],
    ['video_server_b', { ...NOTHING, videoServerBIos: 'browser' }, 'browser'],
    ['hub', { ...NOTHING, hubIos: 'service' }, 'service'],
    ['hub', { ...NOTHING, videoServerAIos: 'infuse' }, 'browser'],
    ['video_server_a', NOTHING, 'browser'],
  ] as const)('video on %s: the choice of the person for this kind, else the one of the instance', (kind, own, ios) => {
    expect(videoAppsOf(server(kind, { video: { ios: 'browser' } }), own)).toEqual({ ios });
  });

  it('video: the app of the server where nobody has chosen', () => {
    expect(videoAppsOf(server('video_server_b'), NOTHING)).toEqual({ ios: 'service' });
    expect(videoAppsOf(server('audiobook_server'), NOTHING)).toBeNull();
  });

  it.each([
    [{ ios: 'audiobookshelf', android: '' }, NOTHING, { ios: 'audiobookshelf', android: 'browser' }],
    [
      { ios: 'audiobookshelf', android: 'audiobookshelf' },
      { ...NOTHING, listeningIos: 'browser', listeningAndroid: 'theshelf' },
      { ios: 'browser', android: 'theshelf' },
    ],
  ] as const)('listening: the choice of the person, of the instance %j, else a browser', (listening, own, apps) => {
    expect(listeningAppsOf(server('audiobook_server', { listening }), own)).toEqual(apps);
  });

  it('listening is for audiobook servers alone', () => {
    expect(listeningAppsOf(server('hub'), NOTHING)).toBeNull();
  });
});
