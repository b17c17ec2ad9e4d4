import { getMetadataArgsStorage } from 'typeorm';
import { describe, expect, it } from 'vitest';
import { audiobookshelfUser } from '../../src/clients/audiobookshelf/audiobookshelf-user.js';
import type { XmlElement } from '../../src/clients/http/xml-answer.js';
import { embyIdOf, guidOf } from '../../src/clients/mediabrowser/server-answers.js';
import { readUser } from '../../src/clients/mediabrowser/media-user.js';
import { plexUser } from '../../src/clients/plex/plex-schemas.js';
import { plexInvites, plexShares } from '../../src/clients/plex/plex-shares.js';
import { entities } from '../../src/app/entities.js';
import { accountOfInvite, accountOfShare } from '../../src/modules/media-accounts/servers/hub-accounts.js';

/** How many characters a column holds. */
const widthOf = (table: string, column: string): number => {
  const storage = getMetadataArgsStorage();
  const entity = storage.tables.find(({ name, target }) => name === table && entities.includes(target as never));
  const found = storage.columns.find(
    ({ target, propertyName, options }) => target === entity?.target && (options.name ?? propertyName) === column,
  );
  return Number(found?.options.length);
};

const row = (name: string, attributes: Readonly<Record<string, string>>): XmlElement => ({
  name: 'MediaContainer',
  attributes: {},
  children: [{ name, attributes, children: [] }],
});

const shareWith = (attributes: Readonly<Record<string, string>>) =>
  plexShares(row('SharedServer', { id: '1', acceptedAt: '5', ...attributes }), 'm')?.map(accountOfShare)[0];

const inviteWith = (attributes: Readonly<Record<string, string>>) =>
  plexInvites(row('Invite', { id: '7', friend: '1', home: '0', server: '1', ...attributes }))?.map(accountOfInvite)[0];

const owner = (members: object) => plexUser.safeParse({ id: 1, ...members }).data;

const jellyfinUser = (members: object) =>
  readUser({ Id: '1'.repeat(32), Name: 'a', ...members }, { user: guidOf, library: { read: guidOf, write: String } })
    ?.user;

const listener = (members: object) =>
  audiobookshelfUser.safeParse({ id: 'a', username: 'a', type: 'user', isActive: true, ...members }).data?.user;

const LINKS = 'user_media_server_accounts';
const IDENTITIES = 'hub_identities';

/** What a client keeps of a text: undefined, null or '' where it keeps nothing. */
type Kept = (text: string) => string | null | undefined;

const COLUMNS: readonly (readonly [table: string, column: string, of: string, kept: Kept])[] = [
  [LINKS, 'remote_user_id', 'a share', (text) => shareWith({ email: text })?.id],
  [LINKS, 'remote_user_id', 'an invitation', (text) => inviteWith({ id: `a@${text.slice(2)}` })?.id],
  [LINKS, 'remote_user_id', 'an invitation, by its address', (text) => inviteWith({ email: text })?.id],
  [LINKS, 'remote_user_id', 'an account of Audiobookshelf', (text) => listener({ id: text })?.id],
  [LINKS, 'remote_user_id', 'an account of Jellyfin', (text) => jellyfinUser({ Id: text })?.id],
  [LINKS, 'remote_user_id', 'an account of Emby', (text) => embyIdOf(text)],
  [LINKS, 'remote_username', 'a share', (text) => shareWith({ userID: '5', username: text })?.name],
  [LINKS, 'remote_username', 'an invitation', (text) => inviteWith({ username: text })?.name],
  [LINKS, 'remote_username', 'an account of Audiobookshelf', (text) => listener({ username: text })?.username],
  [LINKS, 'remote_username', 'an account of Jellyfin and Emby', (text) => jellyfinUser({ Name: text })?.name],
  [LINKS, 'remote_username', 'the owner at the hub', (text) => owner({ username: text })?.username],
  [LINKS, 'hub_email', 'a share', (text) => shareWith({ userID: '5', email: text })?.email],
  [LINKS, 'hub_email', 'an invitation', (text) => inviteWith({ email: text })?.email],
  [LINKS, 'hub_email', 'the owner at the hub', (text) => owner({ email: text })?.email],
  ['users', 'hub_email', 'a PIN', (text) => owner({ email: text })?.email],
  [IDENTITIES, 'email', 'a sign-in', (text) => owner({ email: text })?.email],
];

describe('a text that a server says', () => {
  it.each(COLUMNS)('security 34: fits into %s.%s, or is not kept: of %s', (table, column, _of, kept) => {
    const width = widthOf(table, column);
    expect(width).toBeGreaterThan(0);
    for (const length of [width, width + 1, 2 * width]) {
      expect((kept('a'.repeat(length)) ?? '').length).toBeLessThanOrEqual(width);
    }
  });

  it('security 34: fits in small letters too, where one becomes two', () => {
    expect(shareWith({ userID: '5', email: 'İ'.repeat(160) })?.email).toHaveLength(320);
    expect(shareWith({ userID: '5', email: 'İ'.repeat(161) })?.email).toBe('');
  });

  it('is kept where it just fits', () => {
    const address = `${'a'.repeat(64)}@${'b'.repeat(255)}`;
    expect(shareWith({ email: address })).toMatchObject({ id: address, email: address });
    expect(shareWith({ userID: '5', email: `${address}b` })).toMatchObject({ id: '5', email: '' });
    expect(inviteWith({ email: `${address}b` })).toMatchObject({ id: '7', email: '' });
    expect(shareWith({ email: `${address}b` })).toMatchObject({ id: '', email: '' });
  });
});
