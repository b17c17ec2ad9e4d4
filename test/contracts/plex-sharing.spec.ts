import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readXml, type XmlElement } from '../../src/clients/http/xml-answer.js';
import { PlexClient, type PlexAccount } from '../../src/clients/plex/plex.client.js';
import { plexFriendsJson, plexInvites, plexShares } from '../../src/clients/plex/plex-shares.js';
import { unexpected } from '../../src/clients/plex/plex-sharing.js';
import { silentLog } from '../../src/core/logging/log.js';
import { Secret } from '../../src/core/secrets/secret.js';
import { PLEX_CALLS, PlexFake } from '../fakes/plex/plex-fake.js';
import type { PlexPerson } from '../fakes/plex/plex-person.js';
import { MovedClock } from '../harness/moved-clock.js';
import { holdReads, type Reading } from './held-readings.js';
import { exampleRecord } from './lesser-records.js';
import { missingKeys } from './schema-check.js';
import { upstreamJson, upstreamText } from './upstream-documents.js';

const MACHINE = '9f8e7d6c5b4a39281706f5e4d3c2b1a09f8e7d6c';
const LIBRARIES = [
  { id: 121_001, title: 'Movies', type: 'movie' },
  { id: 121_002, title: 'TV Shows', type: 'show' },
];
const SETTINGS = {
  allowSync: false,
  allowCameraUpload: false,
  allowChannels: false,
  filterMovies: '',
  filterTelevision: '',
  filterMusic: '',
};

/** An XML document as JSON would have it: attributes are members, elements of a name are a list. */
type Members = { readonly [name: string]: string | readonly Members[] };

const xmlOf = (text: string): Promise<XmlElement> =>
  readXml('plex', 'example', { status: 200, headers: {}, body: Buffer.from(text) });

const exampleXml = (name: string): Promise<XmlElement> => xmlOf(upstreamText(`plex/examples/${name}.xml`));

function membersOf({ attributes, children }: XmlElement): Members {
  const names = [...new Set(children.map(({ name }) => name))];
  const lists = names.map((name) => [name, children.filter((one) => one.name === name).map(membersOf)] as const);
  return { ...attributes, ...Object.fromEntries(lists) };
}

/** The way back. What is no list and no text is written as JSON writes it; null is left out. */
function elementOf(name: string, members: unknown): XmlElement {
  const entries = Object.entries((members ?? {}) as Record<string, unknown>).filter(([, value]) => value !== null);
  const texts = entries.flatMap(([key, value]) =>
    Array.isArray(value) ? [] : [[key, typeof value === 'string' ? value : JSON.stringify(value)] as const],
  );
  const children = entries.flatMap(([key, value]) =>
    Array.isArray(value) ? value.map((one: unknown) => elementOf(key, one)) : [],
  );
  return { name, attributes: Object.fromEntries(texts), children };
}

const SHARES = membersOf(await exampleXml('v1.shared_servers.list'));
const INVITES = membersOf(await exampleXml('v1.invites.requested'));

describe('Plex contract, sharing', () => {
  let fake: PlexFake;
  let mara: PlexPerson;
  let otto: PlexPerson;
  let account: PlexAccount;

  beforeEach(async () => {
    const clock = new MovedClock();
    fake = await new PlexFake(() => clock.now()).start();
    mara = fake.given.person({ id: 3_100_451, username: 'mara', email: 'mara@example.org' });
    otto = fake.given.person({ id: 3_100_452, username: 'otto', email: 'otto@example.org' });
    fake.given.device({ machineIdentifier: MACHINE, owner: mara, libraries: LIBRARIES });
    const identity = { clientIdentifier: 'client-1', product: 'Usher', version: '1' };
    const client = new PlexClient({ url: fake.url, identity, clock, log: silentLog });
    await client.beginPin();
    account = client.as(Secret.of(fake.approve(mara)));
  });

  afterEach(() => fake.stop());

  async function ask(path: string): Promise<{ readonly type: string; readonly members: Members }> {
    const headers = {
      accept: 'application/json',
      'x-plex-client-identifier': 'client-1',
      'x-plex-token': 'planted-hub-token-1',
    };
    const answer = await fetch(`${fake.url}${path}`, { headers });
    const type = answer.headers.get('content-type') ?? '';
    return { type, members: membersOf(await xmlOf(await answer.text())) };
  }

  it('the shares of the fake are XML also where JSON is asked for, with all that the example has and no more', async () => {
    fake.given.share(MACHINE, otto, { libraries: [121_001] });
    const { type, members } = await ask(`/api/servers/${MACHINE}/shared_servers`);
    expect(type).toContain('xml');
    expect(missingKeys(SHARES, members)).toEqual([]);
    expect(missingKeys(members, SHARES)).toEqual([]);
  });

  it('the invitations of the fake have all that the example has and no more', async () => {
    fake.given.invitation(MACHINE, 'new@example.org');
    const { members } = await ask('/api/invites/requested');
    expect(missingKeys(INVITES, members)).toEqual([]);
    expect(missingKeys(members, INVITES)).toEqual([]);
  });

  it('the friends of the fake have all that the document has, as texts', async () => {
    fake.given.friend(mara, otto);
    fake.given.share(MACHINE, otto);
    const { members } = await ask('/api/users');
    const { MediaContainer } = upstreamJson<{ MediaContainer: unknown }>('plex/examples/users.json');
    expect(missingKeys(textsOf(MediaContainer), members)).toEqual([]);
  });

  it('an offer has the shape of the example', async () => {
    const example = upstreamJson('plex/examples/v1.shared_servers.create.request.json');
    const offer = { libraries: ['121001'], settings: SETTINGS };
    await account.sharing(MACHINE).share({ name: 'otto@example.org' }, offer);
    const sent = fake.calls(PLEX_CALLS.share)[0]?.body;
    expect(sent).toEqual(example);
  });

  it('an offer to somebody’s number, and to all libraries, differs in these alone', async () => {
    await account.sharing(MACHINE).share({ userId: '3100452' }, { libraries: 'all', settings: SETTINGS });
    expect(fake.calls(PLEX_CALLS.share)[0]?.body).toMatchObject({
      server_id: MACHINE,
      shared_server: { library_section_ids: [], invited_id: 3_100_452 },
    });
  });

  it('a change of settings has those of the example', async () => {
    const { settings, librarySectionIds } = upstreamJson<Record<string, unknown>>(
      'plex/examples/v2.shared_servers.create.request.json',
    );
    const { id } = fake.given.share(MACHINE, otto);
    await account.sharing(MACHINE).changeSettings(String(id), SETTINGS, ['121001']);
    expect(fake.calls(PLEX_CALLS.changeSettings)[0]?.body).toEqual({ settings, librarySectionIds });
  });

  it.each([
    ['no server', { shared_server: { library_section_ids: [], invited_email: 'a@b.c' }, sharing_settings: {} }],
    ['another server', order({ server_id: 'attic' })],
    ['no settings', order({ sharing_settings: undefined })],
    ['settings that are yes and no', order({ sharing_settings: SETTINGS })],
    ['ids that are texts', order({ shared_server: { library_section_ids: ['121001'], invited_email: 'a@b.c' } })],
    [
      'ids that the server itself counts by',
      order({ shared_server: { library_section_ids: [1], invited_email: 'a@b.c' } }),
    ],
    ['nobody who is invited', order({ shared_server: { library_section_ids: [] } })],
    ['a list', []],
  ])('the fake refuses an offer with %s', async (_, body) => {
    const answer = await fetch(`${fake.url}/api/servers/${MACHINE}/shared_servers`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-plex-client-identifier': 'client-1',
        'x-plex-token': 'planted-hub-token-1',
      },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(422);
    expect(fake.shares.of(MACHINE)).toEqual([]);
  });
});

function order(changed: Readonly<Record<string, unknown>>): unknown {
  const digits = { ...SETTINGS, allowSync: '0', allowCameraUpload: '0', allowChannels: '0' };
  const shared = { library_section_ids: [121_001], invited_email: 'a@b.c' };
  return { server_id: MACHINE, shared_server: shared, sharing_settings: digits, ...changed };
}

/** What of a JSON document its XML twin has: numbers are texts, and null is an empty text. */
function textsOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(textsOf);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, textsOf(one)]));
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const WHOSE = ['refused', 'it may be anybody’s'] as const;
const WHOLE = ['refused', 'a list that isn’t told is not an empty one'] as const;
const REFERENCE = ['refused', 'which share of which server it is would be unknown'] as const;

const read = (rows: readonly unknown[] | null): boolean => {
  if (rows === null) throw unexpected('a list');
  return rows.length === 1;
};

const reading = (
  name: string,
  body: unknown,
  reads: Reading['read'],
  rest: Pick<Reading, 'needed' | 'judged'>,
): Reading => ({
  name,
  full: exampleRecord(body),
  read: reads,
  ...rest,
});

holdReads('plex', [
  reading('v1.shared_servers.list', SHARES, (list) => read(plexShares(elementOf('MediaContainer', list), MACHINE)), {
    needed: { SharedServer: WHOLE },
    judged: { machineIdentifier: 'it may be another server', size: 'it may not be the whole list' },
  }),
  reading('v1.invites.requested', INVITES, (list) => read(plexInvites(elementOf('MediaContainer', list))), {
    needed: { Invite: WHOLE },
    judged: { size: 'it may not be the whole list' },
  }),
  reading('users', upstreamJson('plex/examples/users.json'), (list) => read(plexFriendsJson.parse(list)), {
    needed: {
      MediaContainer: WHOLE,
      'MediaContainer.User': WHOLE,
      'MediaContainer.User[].id': WHOSE,
      'MediaContainer.User[].Server': WHOLE,
      'MediaContainer.User[].Server[].id': REFERENCE,
      'MediaContainer.User[].Server[].machineIdentifier': REFERENCE,
      'MediaContainer.User[].Server[].pending': REFERENCE,
    },
  }),
]);
