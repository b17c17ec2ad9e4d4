import { describe, expect, it } from 'vitest';
import type { MediaServerType } from '../../instances/instances.public.js';
import type { MediaAccount } from '../accounts/media-accounts.repository.js';
import { identitiesOf, NO_IDENTITIES } from './linked-identities.service.js';

const TYPES: Readonly<Record<string, MediaServerType>> = {
  films: 'video_server_a',
  more: 'video_server_a',
  other: 'video_server_b',
  basement: 'hub',
  books: 'audiobook_server',
};

const typeOf = (instanceId: string): MediaServerType | null => TYPES[instanceId] ?? null;

const link = (instanceId: string, given: Partial<MediaAccount> = {}): MediaAccount =>
  ({
    instanceId,
    remoteUserId: `id on ${instanceId}`,
    remoteUsername: `name on ${instanceId}`,
    isPending: false,
    ...given,
  }) as MediaAccount;

const on = (instanceId: string) => ({ id: `id on ${instanceId}`, username: `name on ${instanceId}` });

const SIGNED_IN = { hubAccountId: '7', userId: 1, email: '', username: 'seven', createdAt: 0 };

describe('doc2 compat MediaRequest: who somebody is elsewhere', () => {
  it('is nobody without links, nor by an audiobook server, nor by an instance that is no media server', () => {
    expect(identitiesOf([], typeOf, null)).toEqual(NO_IDENTITIES);
    expect(identitiesOf([link('books'), link('gone')], typeOf, null)).toEqual(NO_IDENTITIES);
  });

  it('is the account that was linked first, of each kind', () => {
    expect(identitiesOf([link('films'), link('more'), link('other'), link('basement')], typeOf, null)).toEqual({
      hub: on('basement'),
      videoServerA: on('films'),
      videoServerB: on('other'),
    });
  });

  it('is not an invitation that nobody has accepted', () => {
    expect(identitiesOf([link('basement', { isPending: true })], typeOf, null).hub).toBeNull();
  });

  it('is at the hub the account that signs them in, before any share', () => {
    expect(identitiesOf([link('basement')], typeOf, SIGNED_IN).hub).toEqual({ id: '7', username: 'seven' });
    expect(identitiesOf([], typeOf, SIGNED_IN).hub).toEqual({ id: '7', username: 'seven' });
  });
});
