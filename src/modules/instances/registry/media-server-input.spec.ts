import { describe, expect, it } from 'vitest';
import { AppError } from '../../../core/errors/app-error.js';
import { type InstanceInput, judgeMediaServerUpdate, judgeNewMediaServer } from './instance-input.js';
import { NO_APPS } from './player-apps.js';

const stored = {
  id: 'den',
  name: 'Den',
  url: 'http://den.test',
  isDefault: false,
  sortOrder: 0,
  autoAddUsers: false,
} as const;

/** The text of the 400 that an input earns. */
function complaint(judge: () => unknown): string {
  try {
    judge();
    return 'accepted';
  } catch (error) {
    return error instanceof AppError && error.status === 400 ? error.safeText : String(error);
  }
}

describe.each(['video_server_a', 'video_server_b', 'audiobook_server'] as const)(
  'doc3 §3.1: a new %s',
  (serviceType) => {
    const server = { serviceType, name: 'Den', url: 'http://den.test/base/', apiKey: 'a-key' };
    const fresh = (fields: InstanceInput = {}) => judgeNewMediaServer({ ...server, ...fields }, serviceType);

    it('shares all libraries, has no public address and adds nobody where nothing is said', () => {
      const { apiKey, ...rest } = fresh();
      expect(rest).toEqual({
        serviceType,
        name: 'Den',
        url: 'http://den.test/base',
        isDefault: false,
        sortOrder: 0,
        autoAddUsers: false,
        mediaPathMappings: [],
        mediaServer: {
          publicAddress: '',
          libraryIds: [],
          machineIdentifier: '',
          autoApprove: false,
          explicitContent: false,
          apps: NO_APPS,
          clientId: '',
          owner: null,
        },
      });
      expect(apiKey.equals('a-key')).toBe(true);
    });

    it('is never the household default, even where that is sent', () => {
      expect(fresh({ isDefault: true }).isDefault).toBe(false);
      const known = { ...stored, serviceType, isDefault: false };
      expect(judgeMediaServerUpdate({ ...server, url: known.url, isDefault: true }, known).isDefault).toBe(false);
    });

    it.each<readonly [InstanceInput, string]>([
      [{ apiKey: '' }, 'api_key is required'],
      [{ url: '' }, 'url is required'],
      [{ name: '' }, 'name is required'],
      [{ autoAddUsers: true }, 'auto_add_users is for library managers only'],
      [{ hubLinkPin: 5 }, 'hub_link_pin is for Plex only'],
      [
        { mediaPathMappings: [{ arrPath: '/a', servicePath: '/b' }] },
        'media_path_mappings are for library managers only',
      ],
      [{ mediaServerConfig: { auto_approve: true } }, 'media_server_config auto_approve is for Plex only'],
    ])('with %j is refused: %s', (fault, text) => {
      expect(complaint(() => fresh(fault))).toBe(text);
      const known = { ...stored, serviceType };
      if (!('apiKey' in fault)) {
        const change = { ...server, url: known.url, ...fault };
        expect(complaint(() => judgeMediaServerUpdate(change, known))).toBe(text);
      }
    });

    it('may send the false and the empty lists that it was served', () => {
      const served = { autoAddUsers: false, mediaPathMappings: [], mediaServerConfig: { auto_approve: false } };
      expect(complaint(() => fresh(served))).toBe('accepted');
    });

    it('doc1 §2: keeps its configuration when a change leaves that out', () => {
      const known = { ...stored, serviceType };
      const keeping = judgeMediaServerUpdate({ name: 'Den', url: known.url }, known);
      const changing = judgeMediaServerUpdate({ name: 'Den', url: known.url, mediaServerConfig: {} }, known);
      expect([keeping.mediaServerConfig, changing.mediaServerConfig?.libraryIds]).toEqual([undefined, []]);
    });

    it('security 33: is asked for its key again at another origin', () => {
      const known = { ...stored, serviceType };
      expect(complaint(() => judgeMediaServerUpdate({ name: 'Den', url: 'http://elsewhere.test' }, known))).toBe(
        'api_key is required when the address changes',
      );
    });
  },
);
