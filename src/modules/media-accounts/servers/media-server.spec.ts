import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PLEX_CALLS, type PlexFake } from '../../../../test/fakes/plex/plex-fake.js';
import type { PlexPerson } from '../../../../test/fakes/plex/plex-person.js';
import { BASEMENT } from '../../../../test/harness/plex-household.js';
import { REMOTE_SERVERS, type RemoteServer } from '../../../../test/harness/remote-servers.js';
import { Secret } from '../../../core/secrets/secret.js';
import type { AccessToOpen, RankedLimits } from './media-server.js';

const SECRET = Secret.of('canary-one-time-secret');
const PASSWORD = Secret.of('canary-own-password');
const NOBODY = '7d444840-9dc0-41d1-b245-5ffdce74fad2';

const LIMITS: RankedLimits = {
  ratingRegion: 'US',
  maxMovieRating: 'PG',
  maxTvRating: 'TV-PG',
  blockUnrated: true,
  movieRatings: ['G', 'PG'],
  tvRatings: ['TV-Y', 'TV-PG'],
};

const open = (given: Partial<AccessToOpen> = {}): AccessToOpen => ({
  access: 'on',
  libraries: 'all',
  keepsLibraries: false,
  limits: null,
  limitsBefore: null,
  ...given,
});

describe.each(REMOTE_SERVERS)('the accounts of a media server: $kind', ({ kind, open: start }) => {
  const isHub = kind === 'hub';
  const name = isHub ? 'nia@example.org' : 'nia';
  let there: RemoteServer;

  beforeEach(async () => {
    there = await start();
  });

  afterEach(() => there.fake.stop());

  const written = (): readonly string[] =>
    there.writes.flatMap((call) => there.fake.calls(call)).map(({ method, path }) => `${method} ${path}`);

  it('are listed, with their rights', async () => {
    const id = there.give('otto2');
    const admin = there.give('boss', { administrator: true });
    const { accounts, isComplete } = await there.server.accounts();
    expect(isComplete).toBe(true);
    expect(accounts).toContainEqual(
      expect.objectContaining({
        id,
        name: 'otto2',
        isAdministrator: false,
        isDisabled: false,
        isPending: false,
        libraries: 'all',
      }),
    );
    expect(accounts).toContainEqual(expect.objectContaining({ id: admin, isAdministrator: true }));
    expect(await there.server.account(id)).toMatchObject({ id, name: 'otto2' });
    expect(await there.server.account(NOBODY)).toBeNull();
  });

  it.each([null, 'answer-lost'] as const)(
    'doc1 §3 management rules: revoked and given back, by one write each where nothing or an answer is lost: %s',
    async (fault) => {
      const id = there.give('otto2');
      for (const access of [{ access: 'off' }, open()] as const) {
        const before = written().length;
        for (const call of fault ? there.writes : []) there.fake.fail(call, fault ?? 500);
        for (const outcome of [fault ? 'unknown' : 'done', 'done']) {
          expect(await there.server.writeAccess(id, access)).toMatchObject({ outcome });
          there.fake.recover();
        }
        expect(written()).toHaveLength(before + 1);
        expect(there.find(id)?.isDisabled ?? true).toBe(access.access === 'off');
      }
    },
  );

  it('get the libraries that they are to see, and keep their own where these are not ours to set', async () => {
    const id = there.give('otto2');
    const [one, other] = there.libraries;
    await there.server.writeAccess(id, open({ libraries: [one] }));
    expect(there.find(id)?.libraries).toEqual([one]);
    await there.server.writeAccess(id, open({ libraries: [other], keepsLibraries: true }));
    expect(there.find(id)?.libraries).toEqual([one]);
  });

  it('of administrators are never written to', async () => {
    const id = there.give('boss', { administrator: true });
    expect(await there.server.writeAccess(id, { access: 'off' })).toEqual({ outcome: 'administrator' });
    expect(await there.server.writeAccess(id, open({ libraries: [there.libraries[0]] }))).toEqual({
      outcome: 'administrator',
    });
    expect(written()).toEqual([]);
  });

  it('issue 21: carry age limits, and what stood before comes back', async () => {
    const id = there.give('otto2');
    const before = (await there.server.account(id))?.limitsNow ?? '';
    const limited = await there.server.writeAccess(id, open({ limits: LIMITS }));
    expect(limited).toMatchObject({ outcome: 'done', limitsBefore: before });
    const again = await there.server.writeAccess(id, open({ limits: LIMITS, limitsBefore: before }));
    expect(again).toMatchObject({ outcome: 'done', limitsBefore: before });
    const lifted = await there.server.writeAccess(id, open({ limitsBefore: before }));
    expect(lifted).toMatchObject({ outcome: 'done', limitsBefore: null, account: { limitsNow: before } });
  });

  it('are unknown while the server can not be read', async () => {
    const id = there.give('otto2');
    await there.fake.stop();
    expect(await there.server.writeAccess(id, { access: 'off' })).toMatchObject({
      outcome: 'unknown',
      error: { kind: 'unreachable' },
    });
    await expect(there.server.accounts()).rejects.toMatchObject({ kind: 'unreachable' });
    await expect(there.server.account(id)).rejects.toMatchObject({ kind: 'unreachable' });
  });

  it('are made with no more than they are to see', async () => {
    const [one] = there.libraries;
    const made = await there.server.create({ name, secret: SECRET, access: open({ libraries: [one] }) });
    expect(made).toMatchObject({ outcome: 'done', account: { name, isAdministrator: false, isPending: isHub } });
    const again = await there.server.create({ name, secret: SECRET, access: open({ libraries: [one] }) });
    expect(again).toMatchObject({ outcome: 'done', account: { name } });
    const { accounts } = await there.server.accounts();
    expect(accounts.filter((account) => account.name === name)).toHaveLength(1);
  });

  it('are taken away again as far as they were made by us', async () => {
    await there.server.create({ name, secret: SECRET, access: open() });
    expect(await there.server.discard({ name, secret: SECRET })).toEqual({ outcome: 'done' });
    const { accounts } = await there.server.accounts();
    expect(accounts.map((account) => account.name)).not.toContain(name);
    expect(await there.server.discard({ name, secret: SECRET })).toEqual({ outcome: 'done' });
  });
});

describe.each(REMOTE_SERVERS.filter(({ kind }) => kind !== 'hub'))(
  'the accounts of a server that has passwords: $kind',
  ({ kind, open: start }) => {
    let there: RemoteServer;

    beforeEach(async () => {
      there = await start();
    });

    afterEach(() => there.fake.stop());

    it('open by the one-time secret, and by the password of the person once that is set', async () => {
      const made = await there.server.create({ name: 'nia', secret: SECRET, access: open() });
      if (made.outcome !== 'done') throw new Error(made.outcome);
      const { id } = made.account;
      expect(await there.server.checkPassword('nia', SECRET)).toMatchObject({ outcome: 'accepted', account: { id } });
      expect(await there.server.setPassword(id, PASSWORD)).toEqual({ outcome: 'done' });
      expect(await there.server.checkPassword('nia', SECRET)).toEqual({ outcome: 'bad_credentials' });
      expect(await there.server.checkPassword('Nia', PASSWORD)).toMatchObject({ account: { id, name: 'nia' } });
    });

    it('issue 21: nothing is adopted or deleted that does not open by the secret', async () => {
      const id = there.give('Nia', { password: 'somebody-else’s' });
      const taken = await there.server.create({ name: 'nia', secret: SECRET, access: open() });
      expect(taken).toMatchObject({ outcome: 'refused', code: 'name_taken' });
      expect(await there.server.discard({ name: 'nia', secret: SECRET })).toEqual({ outcome: 'done' });
      expect(there.find(id)).toMatchObject({ isDisabled: false, libraries: 'all' });
      expect(there.writes.flatMap((call) => there.fake.calls(call))).toEqual([]);
    });

    it('issue 21: an answer that was lost doubles nothing: the next call goes on', async () => {
      for (const call of there.writes) {
        there.fake.fail(call, 'answer-lost');
        await there.server.create({ name: 'nia', secret: SECRET, access: open({ libraries: [there.libraries[0]] }) });
      }
      const made = await there.server.create({
        name: 'nia',
        secret: SECRET,
        access: open({ libraries: [there.libraries[0]] }),
      });
      expect(made).toMatchObject({ outcome: 'done' });
      const { accounts } = await there.server.accounts();
      expect(accounts.filter(({ name }) => name === 'nia')).toHaveLength(1);
      expect(accounts.map(({ name }) => name).filter((name) => name.startsWith('usher-'))).toEqual([]);
    });

    it('are gone where the server says so', async () => {
      expect(await there.server.writeAccess(NOBODY, { access: 'off' })).toEqual({ outcome: 'gone' });
      expect(await there.server.setPassword(NOBODY, PASSWORD)).toEqual({ outcome: 'gone' });
    });

    if (kind !== 'audiobook_server')
      it('issue 21: limits that the server does not know close it', async () => {
        const access = open({ limits: { ...LIMITS, maxMovieRating: 'Approved' } });
        const made = await there.server.create({ name: 'nia', secret: SECRET, access });
        const calls = there.writes.flatMap((call) => there.fake.calls(call));
        expect([made, calls]).toEqual([expect.objectContaining({ outcome: 'refused', code: 'limits_unknown' }), []]);
      });
  },
);

describe('issue 21: an invitation that waits at the hub', () => {
  const [hub] = REMOTE_SERVERS.filter(({ kind }) => kind === 'hub');
  const name = 'nia@example.org';
  let there: RemoteServer;

  beforeEach(async () => {
    if (!hub) throw new Error('there is no hub');
    there = await hub.open();
    expect(await there.server.create({ name, secret: SECRET, access: open() })).toMatchObject({ outcome: 'done' });
  });

  afterEach(() => there.fake.stop());

  const sent = (): number => there.fake.calls(PLEX_CALLS.share).length;

  it('is sent once, however often the same access is written', async () => {
    for (const given of [open(), open({ libraries: [...there.libraries] })]) {
      const written = await there.server.writeAccess(name, { ...given, isAsConfirmed: true });
      expect(written).toMatchObject({ outcome: 'done', account: { id: name, isPending: true } });
    }
    expect(sent()).toBe(1);
    expect(there.fake.calls(PLEX_CALLS.cancelInvite)).toEqual([]);
  });

  it('issue 43 C14: an odd person among the shares leaves the others as they are, and may be who isn’t found', async () => {
    const row = '<SharedServer id="7" username="o\u0001d" email="od\xff@example.org" acceptedAt="1" allLibraries="1"/>';
    const body = Buffer.from(`<MediaContainer>${row}</MediaContainer>`, 'latin1');
    there.fake.fail(PLEX_CALLS.shares, { body, headers: { 'content-type': 'application/xml' } }, Infinity);
    const { accounts, isComplete } = await there.server.accounts();
    expect(accounts.map(({ id }) => id)).toEqual(expect.arrayContaining([name, 'od\ufffd@example.org']));
    expect(isComplete).toBe(false);
    expect(await there.server.account(name)).toMatchObject({ id: name });
    expect(await there.server.writeAccess(name, { ...open(), isAsConfirmed: true })).toMatchObject({ outcome: 'done' });
    await expect(there.server.account('zoe@example.org')).rejects.toMatchObject({ kind: 'failed' });
    const written = await there.server.writeAccess('zoe@example.org', open());
    expect(written.outcome).not.toBe('done');
    expect(sent()).toBe(1);
  });

  describe('issue 43 C14, security 39: an odd row among the invitations', () => {
    const own = `<Invite id="${name}" email="${name}" friend="1" home="0" server="1"><Server name="Bäsement"/></Invite>`;
    const answered = (odd: string): void => {
      const body = `<MediaContainer><Invite ${odd}><Server name="Bäsement"/></Invite>${own}</MediaContainer>`;
      there.fake.fail(PLEX_CALLS.invites, { body, headers: { 'content-type': 'application/xml' } }, Infinity);
    };

    it.each([
      ['a stranger’s, without flags', 'id="a@b.c" email="a@b.c"', [name, 'zoe@example.org', '3100460'], []],
      [
        'a stranger’s, without an id',
        'email="a@b.c" friend="1" home="0" server="1"',
        [name, 'zoe@example.org'],
        ['3100460'],
      ],
      ['that names no person', 'friend="1" home="0" server="1"', [name], ['zoe@example.org', '3100460']],
    ])('%s, leaves other people as they are known', async (_what, odd, known, unknown) => {
      answered(odd);
      for (const id of known) {
        expect((await there.server.account(id))?.id).toBe(id === name ? name : undefined);
        expect((await there.server.accounts(new Set([id]))).isComplete || id === name).toBe(true);
      }
      for (const id of unknown) {
        await expect(there.server.account(id)).rejects.toMatchObject({ kind: 'failed' });
        expect((await there.server.accounts(new Set([id]))).isComplete).toBe(false);
        expect((await there.server.writeAccess(id, open())).outcome).not.toBe('done');
      }
      expect((await there.server.accounts()).accounts.map(({ id }) => id)).not.toContain('');
      expect(sent()).toBe(1);
    });
  });

  it('issue 43 E29: a share that is something else than was asked for is not done', async () => {
    const { fake, libraries } = there;
    const plex = fake as PlexFake;
    const [mara] = [...plex.devices.serversOf({ id: 3_100_451 } as PlexPerson)].map(({ owner }) => owner);
    const friend = plex.given.person({ id: 3_100_460, username: 'pia', email: 'pia@example.org' });
    if (mara) plex.given.friend(mara, friend);
    const share = (): void => {
      const [made] = plex.shares.of(BASEMENT).filter(({ person }) => person?.id === friend.id);
      if (made) made.libraries = [Number(libraries[1])];
    };
    plex.meanwhile(PLEX_CALLS.share, () => {
      plex.meanwhile(PLEX_CALLS.shares, () => Promise.resolve(share()));
      return Promise.resolve();
    });
    const shareOne = () => there.server.writeAccess(String(friend.id), open({ libraries: [libraries[0]] }));
    expect(await shareOne()).toMatchObject({ outcome: 'unknown', error: { operation: 'share.create' } });
    expect(await shareOne()).toMatchObject({ outcome: 'done', account: { libraries: [libraries[0]] } });
  });

  it('is taken back and sent anew where it carries something else than it is to', async () => {
    const [one] = there.libraries;
    const written = await there.server.writeAccess(name, open({ libraries: [one], isAsConfirmed: false }));
    expect(written).toMatchObject({ outcome: 'done', account: { isPending: true } });
    expect(sent()).toBe(2);
    expect((await there.server.accounts()).accounts.filter(({ id }) => id === name)).toHaveLength(1);
  });
});
