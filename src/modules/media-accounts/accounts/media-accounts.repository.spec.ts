import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/harness/error-of.js';
import { MediaRowsDatabase } from '../../../../test/harness/media-rows-database.js';
import { foreignWords } from '../../../core/errors/sentence.js';
import { mediaIdentity } from '../../users/users.public.js';
import { sayOfAccount } from '../media-accounts.sentences.js';
import type { RemoteAccount } from '../servers/media-server.js';
import { type ConfirmedAccess, type MediaAccount, NOTHING_CONFIRMED } from './media-accounts.repository.js';
import { LibraryPolicyRow, MediaAccountRow } from '../rows.js';

const REMOTE: RemoteAccount = {
  id: 'remote-1',
  name: 'anna',
  email: '',
  isAdministrator: false,
  isDisabled: false,
  isPending: false,
  libraries: 'all',
  limitsNow: null,
};

const CONFIRMED: ConfirmedAccess = {
  access: 'on',
  libraries: ['a', 'b'],
  limits: { ratingRegion: 'US', maxMovieRating: 'PG', maxTvRating: 'TV-PG', blockUnrated: true },
};

const FILMS = 'video_server_a-1';

describe('the rows of links with accounts on media servers', () => {
  let rows: MediaRowsDatabase;
  let ana: number;
  let ben: number;

  beforeEach(async () => {
    rows = await MediaRowsDatabase.open();
    [ana, ben] = [await rows.person('ana'), await rows.person('ben')];
    await rows.server(FILMS);
  });

  afterEach(() => rows.close());

  const link = (userId: number, remote = REMOTE): Promise<number> =>
    rows.database.write((tx) =>
      rows.links.add(tx, {
        userId,
        instanceId: FILMS,
        remote,
        createdByUs: true,
        manageAccess: true,
        confirmed: NOTHING_CONFIRMED,
        limitsBefore: null,
      }),
    );

  it('keep why a try failed with its code; what an older version wrote keeps its words', async () => {
    const id = await link(ana);
    const lastError = sayOfAccount('account_not_changed', { reason: foreignWords('no') });
    const read = async () => (await rows.database.read((tx) => rows.links.byId(tx, id)))?.lastError;
    await rows.database.write((tx) => rows.links.change(tx, id, { lastError }));
    expect(await read()).toEqual(lastError);
    const before = "UPDATE user_media_server_accounts SET last_error = 'it went'";
    await rows.database.write((tx) => tx.query(before));
    expect(await read()).toEqual(foreignWords('it went'));
  });

  it('issue 43 A1, security 37: an account is known once it was linked, under each id that it had', async () => {
    const known = (id: string) =>
      rows.database.read((tx) => rows.known.isAnyKnown(tx, [mediaIdentity('video_server_a', id)]));
    const id = await link(ana, { ...REMOTE, id: 'first' });
    await rows.database.write((tx) => rows.links.keepSeen(tx, id, { ...REMOTE, id: 'second' }));
    await rows.database.write((tx) => rows.links.remove(tx, id));
    expect([await known('FIRST'), await known('second'), await known('third')]).toEqual([true, true, false]);
  });

  const stored = async (id: number): Promise<MediaAccount | null> =>
    rows.database.read((tx) => rows.links.byId(tx, id));

  it('are found by person, by server and by the account there', async () => {
    const id = await link(ana);
    const found = await rows.database.read(async (tx) => [
      await rows.links.of(tx, ana, FILMS),
      await rows.links.withRemote(tx, FILMS, 'remote-1'),
      ...(await rows.links.ofUser(tx, ana)),
      ...(await rows.links.onInstance(tx, FILMS)),
      ...(await rows.links.all(tx)),
    ]);
    expect(found.map((one) => one?.id)).toEqual([id, id, id, id, id]);
    expect(found[0]).toMatchObject({ remoteUsername: 'anna', managesLibraries: true, confirmed: NOTHING_CONFIRMED });
    expect(await rows.database.read((tx) => rows.links.withRemote(tx, FILMS, 'REMOTE-1'))).toBeNull();
  });

  it('security 9: are one for each person and server, and one for each account there', async () => {
    await link(ana);
    expect(await errorOf(link(ana, { ...REMOTE, id: 'remote-2' }))).toMatchObject({ name: 'UniqueViolation' });
    expect(await errorOf(link(ben))).toMatchObject({ name: 'UniqueViolation' });
  });

  it('outlive their person, without a name', async () => {
    const id = await link(ana);
    await rows.database.write((tx) => rows.people.remove(tx, ana));
    expect(await stored(id)).toMatchObject({ userId: null, remoteUserId: 'remote-1' });
  });

  it('keep what a server has confirmed, and say of what can not be read that nothing was', async () => {
    const id = await link(ana);
    await rows.database.write((tx) => rows.links.change(tx, id, { confirmed: CONFIRMED, attempts: 2 }));
    expect(await stored(id)).toMatchObject({ confirmed: CONFIRMED, attempts: 2 });
    await rows.database.write((tx) => tx.update(MediaAccountRow, { id }, { confirmedLimits: '{"maxMovieRating":5}' }));
    expect(await stored(id)).toMatchObject({ confirmed: NOTHING_CONFIRMED });
  });

  it('keep what a server says of the account now', async () => {
    const id = await link(ana);
    const seen = { ...REMOTE, id: '5', name: 'anna 2', email: 'anna@example.org', isDisabled: true };
    await rows.database.write((tx) => rows.links.keepSeen(tx, id, seen));
    expect(await stored(id)).toMatchObject({
      remoteUserId: '5',
      remoteUsername: 'anna 2',
      hubEmail: 'anna@example.org',
      isDisabled: true,
    });
  });

  it('are managed or not, those of deleted people too', async () => {
    const [one, other] = [await link(ana), await link(ben, { ...REMOTE, id: 'remote-2' })];
    await rows.database.write(async (tx) => {
      await rows.people.remove(tx, ana);
      await rows.links.change(tx, other, { manageAccess: false });
    });
    const managed = await rows.database.read((tx) => rows.links.allManaged(tx));
    expect(managed.map(({ id }) => id)).toEqual([one]);
  });

  it('go with their server', async () => {
    const id = await link(ana);
    await rows.database.write(async (tx) => {
      await rows.links.suppress(tx, ana, FILMS);
      await rows.policies.set(tx, ana, FILMS, { mode: 'all', libraryIds: [] });
      await rows.links.removeInstance(tx, FILMS);
      await rows.policies.removeInstance(tx, FILMS);
    });
    expect(await stored(id)).toBeNull();
    expect(await rows.database.read((tx) => rows.links.isSuppressed(tx, ana, FILMS))).toBe(false);
    expect(await rows.database.read((tx) => rows.policies.of(tx, ana, FILMS))).toBeNull();
  });

  it('are suppressed for one person and one server, until somebody links them by name', async () => {
    const suppressed = () => rows.database.read((tx) => rows.links.suppressedFor(tx, ana));
    await rows.database.write((tx) => rows.links.suppress(tx, ana, FILMS));
    await rows.database.write((tx) => rows.links.suppress(tx, ana, FILMS));
    expect(await suppressed()).toEqual(new Set([FILMS]));
    expect(await rows.database.read((tx) => rows.links.isSuppressed(tx, ben, FILMS))).toBe(false);
    await rows.database.write((tx) => rows.links.endSuppression(tx, ana, FILMS));
    expect(await suppressed()).toEqual(new Set());
  });
});

describe('the rows of library policies', () => {
  let rows: MediaRowsDatabase;
  let ana: number;

  beforeEach(async () => {
    rows = await MediaRowsDatabase.open();
    ana = await rows.person('ana');
    await rows.server(FILMS);
  });

  afterEach(() => rows.close());

  it('doc1 §2: are kept for each person and server, and replaced', async () => {
    const of = () => rows.database.read((tx) => rows.policies.of(tx, ana, FILMS));
    expect(await of()).toBeNull();
    await rows.database.write((tx) => rows.policies.set(tx, ana, FILMS, { mode: 'selected', libraryIds: ['a'] }));
    await rows.database.write((tx) => rows.policies.set(tx, ana, FILMS, { mode: 'all', libraryIds: [] }));
    expect(await of()).toEqual({ mode: 'all', libraryIds: [] });
    const all = await rows.database.read((tx) => rows.policies.onInstance(tx, FILMS));
    expect([...all]).toEqual([[ana, { mode: 'all', libraryIds: [] }]]);
  });

  it('never pass for no choice where they can not be read', async () => {
    const broken = { userId: ana, instanceId: FILMS, mode: 'selected', libraryIds: '{' } as const;
    await rows.database.write((tx) => tx.insert(LibraryPolicyRow, broken));
    const read = () => rows.database.read((tx) => rows.policies.of(tx, ana, FILMS));
    expect(await errorOf(read())).toMatchObject({ kind: 'corrupt' });
  });
});
