import { describe, expect, it } from 'vitest';
import { AppError } from '../../../core/errors/app-error.js';
import {
  judgeCandidate,
  judgeChosenId,
  judgeInstanceUpdate,
  judgeMove,
  judgeNewInstance,
  judgeServiceType,
  type InstanceInput,
} from './instance-input.js';
import type { InstanceRecord } from './instance-record.js';

const complete: InstanceInput = {
  serviceType: 'movie_manager',
  name: 'Films',
  url: 'http://films.test/',
  apiKey: 'a-key',
};

const stored: InstanceRecord = {
  id: 'films',
  serviceType: 'movie_manager',
  name: 'Films',
  url: 'http://films.test',
  isDefault: true,
  sortOrder: 4,
  autoAddUsers: false,
};

/** The text of the 400 that an input earns. */
function complaint(judge: () => unknown): string {
  try {
    judge();
    return 'accepted';
  } catch (error) {
    return error instanceof AppError && error.status === 400 ? error.safeText : String(error);
  }
}

describe('doc3 §3.1: a new instance', () => {
  it('is trimmed, and what was left out gets its default', () => {
    const { apiKey, ...rest } = judgeNewInstance(
      { ...complete, name: '  Films ', apiKey: ' a-key\n' },
      'movie_manager',
    );
    expect(rest).toEqual({
      serviceType: 'movie_manager',
      name: 'Films',
      url: 'http://films.test',
      isDefault: false,
      sortOrder: 0,
      autoAddUsers: true,
      mediaPathMappings: [],
      mediaServer: null,
    });
    expect(apiKey.equals('a-key')).toBe(true);
  });

  it('keeps an explicit auto_add_users: false', () => {
    expect(judgeNewInstance({ ...complete, autoAddUsers: false }, 'movie_manager').autoAddUsers).toBe(false);
  });

  it.each([undefined, '', 'radarr', 'plex', 'Movie_manager', 'toString', '__proto__'])(
    'of service_type %s is refused with the list of the allowed ones',
    (serviceType) => {
      expect(complaint(() => judgeServiceType(serviceType))).toBe(
        'service_type must be one of: movie_manager, tv_manager, book_manager, music_manager, sabnzbd, qbittorrent, ' +
          'nzbget, transmission, deluge, rutorrent, video_server_a, video_server_b, hub, audiobook_server',
      );
    },
  );

  it.each([
    [{ name: undefined }, 'name is required'],
    [{ name: ' ' }, 'name is required'],
    [{ name: 'a'.repeat(201) }, 'name must be at most 200 characters'],
    [{ name: 'Fil\u0000ms' }, 'name must not contain control characters'],
    [{ url: undefined }, 'url is required'],
    [{ apiKey: undefined }, 'api_key is required'],
    [{ apiKey: '  ' }, 'api_key is required'],
    [{ apiKey: 'a key' }, 'api_key must be at most 512 printable characters'],
    [{ apiKey: 'k'.repeat(513) }, 'api_key must be at most 512 printable characters'],
    [{ apiKey: 'key\r\nHost: elsewhere' }, 'api_key must be at most 512 printable characters'],
    [{ apiKey: 'clé' }, 'api_key must be at most 512 printable characters'],
  ])('with %j is refused: %s', (fault, text) => {
    expect(complaint(() => judgeNewInstance({ ...complete, ...fault }, 'movie_manager'))).toBe(text);
  });

  it.each([
    ['movie_manager', true],
    ['tv_manager', true],
    ['music_manager', true],
    ['book_manager', false],
  ] as const)(
    'doc3 §3.1: of kind %s that is to be the household default: is_default is %s',
    (serviceType, isDefault) => {
      expect(judgeNewInstance({ ...complete, isDefault: true }, serviceType).isDefault).toBe(isDefault);
      const known = { ...stored, serviceType, isDefault: false };
      expect(judgeInstanceUpdate({ name: 'A', url: stored.url, isDefault: true }, known).isDefault).toBe(isDefault);
    },
  );

  it('doc1 §2: of a library manager takes no media_server_config and no PIN, but an empty one', () => {
    const text = 'media_server_config is for media servers only';
    const judge = (mediaServerConfig: InstanceInput['mediaServerConfig']) =>
      complaint(() => judgeNewInstance({ ...complete, mediaServerConfig }, 'movie_manager'));
    const empty = {
      public_address: '',
      library_ids: [],
      machine_identifier: null,
      auto_approve: false,
      listening_apps: { ios: '', android: null },
      video_apps: {},
    };
    expect([judge(undefined), judge({}), judge(empty)]).toEqual(['accepted', 'accepted', 'accepted']);
    for (const fault of [
      { library_ids: ['7'] },
      { auto_approve: true },
      { video_apps: { ios: 'infuse' } },
      { listening_apps: { ios: false } },
      { unknown: 7 },
    ])
      expect(judge({ ...empty, ...fault })).toBe(text);
    expect(complaint(() => judgeNewInstance({ ...complete, hubLinkPin: 5 }, 'movie_manager'))).toBe(
      'hub_link_pin is for Plex only',
    );
  });
});

describe('doc1 §2: the media path mappings of an instance', () => {
  const mappings = [{ arrPath: 'D:\\Films', servicePath: '/media/films' }];

  it('keep their order and spelling; left out they are none in a new instance, and stay in a stored one', () => {
    const more = [...mappings, { arrPath: '/films/', servicePath: '/media/films/' }];
    expect(judgeNewInstance({ ...complete, mediaPathMappings: more }, 'movie_manager').mediaPathMappings).toEqual(more);
    expect(judgeInstanceUpdate({ ...complete, mediaPathMappings: more }, stored).mediaPathMappings).toEqual(more);
    expect(judgeNewInstance(complete, 'movie_manager').mediaPathMappings).toEqual([]);
    expect(judgeInstanceUpdate(complete, stored).mediaPathMappings).toBeUndefined();
  });
});

describe('the chosen id of a new instance', () => {
  it('is generated later when it is missing or blank', () => {
    expect(judgeChosenId(undefined)).toBeUndefined();
    expect(judgeChosenId('')).toBeUndefined();
  });

  it.each(['films', 'movie_manager-1a2b3c4d', 'A', 'a'.repeat(64)])('may be %s', (id) => {
    expect(judgeChosenId(id)).toBe(id);
  });

  it.each(['films/..', '..', 'a b', 'a%2e', 'é', 'a'.repeat(65), ' films'])('security 7: may not be %s', (id) => {
    expect(complaint(() => judgeChosenId(id))).toBe('id must be 1 to 64 letters, digits, "_" or "-"');
  });

  it.each(['test', 'hub', 'media-roots', 'media-server'])('may not be %s, a word of a route', (id) => {
    expect(complaint(() => judgeChosenId(id))).toBe('id is a reserved word');
  });
});

describe('doc3 §3.1: a change of a stored instance', () => {
  it('leaves out what was left out, a blank credential too', () => {
    expect(judgeInstanceUpdate({ name: 'Cinema', url: stored.url, apiKey: '' }, stored)).toEqual({
      name: 'Cinema',
      url: stored.url,
      apiKey: undefined,
      isDefault: undefined,
      sortOrder: undefined,
      autoAddUsers: undefined,
      mediaPathMappings: undefined,
    });
  });

  it('may name the stored service_type again', () => {
    expect(complaint(() => judgeInstanceUpdate(complete, stored))).toBe('accepted');
  });

  it.each(['book_manager', 'radarr', ''])('to service_type "%s" is refused', (serviceType) => {
    expect(complaint(() => judgeInstanceUpdate({ ...complete, serviceType }, stored))).toBe(
      'service_type cannot be changed',
    );
  });
});

describe('security 33: the origin that a stored credential was stored for', () => {
  const at = (one: string, url: string, apiKey = '') => {
    const record = { ...stored, url: one };
    const change = complaint(() => judgeInstanceUpdate({ ...complete, url, apiKey }, record));
    expect(complaint(() => judgeMove({ ...complete, url, apiKey }, record))).toBe(change);
    return change;
  };

  it.each([
    ['http://films.test', 'http://films.test:80/base'],
    ['https://films.test', 'HTTPS://FILMS.test:443'],
    ['http://films.test:7878/base', 'http://films.test:7878'],
    ['http://xn--bcher-kva.test', 'http://b\u00fccher.test/films'],
    ['http://127.0.0.1', 'http://127.1'],
    ['http://[::1]:7878', 'http://[0:0::1]:7878'],
  ])('%s is that of %s', (one, other) => expect(at(one, other)).toBe('accepted'));

  it.each([
    ['http://films.test', 'https://films.test'],
    ['http://films.test', 'http://films.test:443'],
    ['https://films.test', 'http://films.test:443'],
    ['http://films.test', 'http://films.test.'],
    ['http://films.test', 'http://films.test.evil.test'],
    ['http://films.test', 'http://films'],
    ['http://127.0.0.1', 'http://localhost'],
  ])('%s is not that of %s, so that the credential is asked for', (one, other) => {
    expect(at(one, other)).toBe('api_key is required when the address changes');
    expect(at(one, other, 'another-key')).toBe('accepted');
  });

  it('is no part of an address with a user: that is refused', () => {
    expect(at('http://films.test', 'http://films.test@evil.test')).toBe('url must not contain a user name or password');
  });
});

describe('doc3 §3.2: the candidate of a connection test', () => {
  it('needs neither name nor id', () => {
    expect(complaint(() => judgeCandidate({ ...complete, name: undefined }, 'movie_manager'))).toBe('accepted');
  });

  it('needs a credential while nothing is stored', () => {
    expect(complaint(() => judgeCandidate({ ...complete, apiKey: '' }, 'movie_manager'))).toBe('api_key is required');
  });
});
