import { describe, expect, it } from 'vitest';
import { AppError } from '../../../core/errors/app-error.js';
import type { MediaServerType } from '../service-kinds.js';
import {
  judgeMediaServerConfig,
  mediaServerAsJson,
  NOT_LINKED,
  type StoredMediaServer,
} from './media-server-config.js';
import { NO_APPS } from './player-apps.js';

type Sent = Readonly<Record<string, unknown>>;

const KINDS = ['video_server_a', 'video_server_b', 'hub', 'audiobook_server'] as const;
const VIDEO = ['video_server_a', 'video_server_b', 'hub'] as const;

const judge = (sent: Sent, kind: MediaServerType = 'video_server_a') => judgeMediaServerConfig(sent, kind, '');

/** The text of the 400 that a configuration earns, without the words that all of them begin with. */
function complaint(sent: Sent, kind?: MediaServerType): string {
  try {
    judge(sent, kind);
    return 'accepted';
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 400) return String(error);
    return error.safeText.replace(/^media_server_config /, '');
  }
}

describe('doc3 §3.4: media_server_config', () => {
  it.each(KINDS)('of %s is empty where nothing is said, null included', (kind) => {
    const off = { autoApprove: false, explicitContent: false };
    const empty = { publicAddress: '', libraryIds: [], machineIdentifier: '', ...off, apps: NO_APPS };
    const nulls = {
      public_address: null,
      library_ids: null,
      machine_identifier: null,
      auto_approve: null,
      explicit_content: null,
      listening_apps: null,
      video_apps: null,
    };
    expect([judge({}, kind), judge(nulls, kind)]).toEqual([empty, empty]);
  });

  describe('public_address', () => {
    it.each([
      ['https://watch.example', 'https://watch.example'],
      [' HTTP://Watch.Example:80/jelly// ', 'http://watch.example/jelly'],
      ['http://192.0.2.7:8096/', 'http://192.0.2.7:8096'],
      ['', ''],
      ['  ', ''],
    ])('%j is kept as %j', (sent, kept) => expect(judge({ public_address: sent }).publicAddress).toBe(kept));

    it('of the hub stands for its web app where it is empty', () => {
      const { publicAddress } = judgeMediaServerConfig({ public_address: ' ' }, 'hub', 'https://app.plex.tv');
      expect(publicAddress).toBe('https://app.plex.tv');
    });

    it.each([
      'watch.example',
      '/jelly',
      'ftp://watch.example',
      'javascript:alert(1)',
      'http:watch.example',
      'http:\\\\watch.example',
      'https://u:p@watch.example',
      'https://u@watch.example',
      'https://watch.example?x=1',
      'https://watch.example/?',
      'https://watch.example/#',
      'https://watch.example/#/home',
      `https://watch.example/${'a'.repeat(2_048)}`,
    ])('%j is refused', (sent) => {
      expect(complaint({ public_address: sent })).toBe(
        'public_address must be an absolute http or https address without credentials, query or fragment',
      );
    });

    it('that is no text is refused', () => {
      expect(complaint({ public_address: 7 })).toBe('public_address must be a string');
    });
  });

  describe('library_ids', () => {
    it('are trimmed, each once, and sorted', () => {
      expect(judge({ library_ids: ['b', ' a', 'b ', 'B', '10', '9'] }).libraryIds).toEqual(['10', '9', 'B', 'a', 'b']);
    });

    it.each<readonly [unknown, string]>([
      ['a', 'library_ids must be a list of at most 500 texts'],
      [{ 0: 'a' }, 'library_ids must be a list of at most 500 texts'],
      [Array(501).fill('a'), 'library_ids must be a list of at most 500 texts'],
      [['a', 7], 'library_ids must be a string'],
      [['a', ' '], 'library_ids must not hold an empty text'],
      [['a', null], 'library_ids must not hold an empty text'],
      [['a b'], 'library_ids must be at most 128 characters without white space'],
      [['a\u0000b'], 'library_ids must be at most 128 characters without white space'],
      [['a\u0085b'], 'library_ids must be at most 128 characters without white space'],
      [['a'.repeat(129)], 'library_ids must be at most 128 characters without white space'],
    ])('%j are refused', (sent, text) => expect(complaint({ library_ids: sent })).toBe(text));

    it('may be of 128 characters', () => {
      expect(judge({ library_ids: ['a'.repeat(128)] }).libraryIds).toHaveLength(1);
    });
  });

  it.each([
    ['m'.repeat(129), 'machine_identifier must be at most 128 characters without white space'],
    ['a\tb', 'machine_identifier must be at most 128 characters without white space'],
    [[], 'machine_identifier must be a string'],
  ])('machine_identifier %j is refused', (sent, text) => {
    expect(complaint({ machine_identifier: sent }, 'hub')).toBe(text);
  });

  it('doc1 §2: auto_approve is for the hub only', () => {
    expect(judge({ auto_approve: true }, 'hub').autoApprove).toBe(true);
    for (const kind of KINDS.filter((one) => one !== 'hub'))
      expect(complaint({ auto_approve: true }, kind)).toBe('auto_approve is for Plex only');
    for (const wrong of ['true', 1, 0, ''])
      expect(complaint({ auto_approve: wrong }, 'hub')).toBe('auto_approve must be true or false');
  });

  it('issue 43 E32: explicit_content is for Audiobookshelf only, and off where nothing is stored', () => {
    expect(judge({ explicit_content: true }, 'audiobook_server').explicitContent).toBe(true);
    for (const kind of KINDS.filter((one) => one !== 'audiobook_server'))
      expect(complaint({ explicit_content: true }, kind)).toBe('explicit_content is for Audiobookshelf only');
    expect(complaint({ explicit_content: 'true' }, 'audiobook_server')).toBe('explicit_content must be true or false');
    const row = { public_address: '', library_ids: [], machine_identifier: '', auto_approve: false, client_id: '' };
    expect(mediaServerAsJson.from(JSON.stringify(row))).toMatchObject({ explicitContent: false });
  });

  describe('the apps', () => {
    it.each([
      [{ ios: 'shelfplayer', android: 'theshelf' }],
      [{ ios: 'audiobookshelf', android: 'audiobookshelf' }],
      [{ ios: 'browser', android: 'browser' }],
      [{ ios: '', android: 'theshelf' }],
    ])('for audiobooks may be %j', (listening_apps) => {
      expect(judge({ listening_apps }, 'audiobook_server').apps).toEqual({ ...NO_APPS, listening: listening_apps });
    });

    it.each(VIDEO)('for films of %s may be the service’s own, Infuse or the browser', (kind) => {
      for (const ios of ['', 'service', 'infuse', 'browser'])
        expect(judge({ video_apps: { ios } }, kind).apps).toEqual({ ...NO_APPS, video: { ios } });
    });

    it.each<readonly [MediaServerType, Sent, string]>([
      [
        'audiobook_server',
        { listening_apps: { ios: 'theshelf' } },
        'listening_apps ios must be empty or one of: browser, audiobookshelf, shelfplayer',
      ],
      [
        'audiobook_server',
        { listening_apps: { android: 'shelfplayer' } },
        'listening_apps android must be empty or one of: browser, audiobookshelf, theshelf',
      ],
      [
        'audiobook_server',
        { listening_apps: { ios: 7 } },
        'listening_apps ios must be empty or one of: browser, audiobookshelf, shelfplayer',
      ],
      ['audiobook_server', { listening_apps: 'browser' }, 'listening_apps must be an object'],
      ['audiobook_server', { listening_apps: ['browser'] }, 'listening_apps must be an object'],
      ['audiobook_server', { video_apps: { ios: 'infuse' } }, 'video_apps is not for Audiobookshelf'],
      [
        'video_server_a',
        { video_apps: { ios: 'Infuse' } },
        'video_apps ios must be empty or one of: service, infuse, browser',
      ],
      ['video_server_b', { listening_apps: { ios: 'browser' } }, 'listening_apps is not for Emby'],
      ['hub', { listening_apps: { android: 'browser' } }, 'listening_apps is not for Plex'],
    ])('of %s with %j are refused: %s', (kind, sent, text) => expect(complaint(sent, kind)).toBe(text));

    it.each(KINDS)('that are empty may be sent to %s, for each kind of app', (kind) => {
      const empty = { listening_apps: { ios: '', android: null }, video_apps: {} };
      expect(judge(empty, kind).apps).toEqual(NO_APPS);
    });
  });

  describe('stored', () => {
    const config: StoredMediaServer = {
      publicAddress: 'https://books.example',
      libraryIds: ['a', 'b'],
      machineIdentifier: '',
      autoApprove: false,
      explicitContent: true,
      apps: { ...NO_APPS, listening: { ios: 'shelfplayer', android: '' } },
      ...NOT_LINKED,
    };
    const again = (server: StoredMediaServer | null) =>
      mediaServerAsJson.from(mediaServerAsJson.to(server)) as StoredMediaServer | null;

    it('is read as it was written', () => {
      const hub = { ...config, apps: { ...NO_APPS, video: { ios: 'infuse' } }, clientId: 'c' } as const;
      expect([again(config), again(hub), again(null)]).toEqual([config, hub, null]);
    });

    it('without apps, as before there were any, has none; one that is unknown is none', () => {
      const row = { public_address: '', library_ids: [], machine_identifier: '', auto_approve: false, client_id: '' };
      const read = (more: Sent) =>
        (mediaServerAsJson.from(JSON.stringify({ ...row, ...more })) as StoredMediaServer).apps;
      const later = { listening_apps: { ios: 'an app of later', android: 'theshelf' } };
      expect([read({}), read(later).listening]).toEqual([NO_APPS, { ios: '', android: 'theshelf' }]);
    });
  });
});
