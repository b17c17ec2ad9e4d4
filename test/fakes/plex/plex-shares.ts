import type { PlexDeviceGiven } from './plex-devices.js';
import type { PlexPerson } from './plex-person.js';
import { plexDocument, plexXml } from './plex-xml.js';

/** What somebody may do with a share, and what of it they see. */
export interface PlexShareSettingsGiven {
  allowSync: boolean;
  allowCameraUpload: boolean;
  allowChannels: boolean;
  filterMovies: string;
  filterTelevision: string;
  filterMusic: string;
}

/** A server that is shared with somebody; an invitation that waits for an answer gives no part in it yet. */
export interface PlexStoredShare {
  readonly id: number;
  readonly machineIdentifier: string;
  /** Null for an address that no account has. */
  person: PlexPerson | null;
  /** The address that was invited. */
  readonly invitedEmail: string;
  isAccepted: boolean;
  libraries: 'all' | readonly number[];
  settings: PlexShareSettingsGiven;
}

/** What a test says of a share. */
export type PlexShareGiven = Partial<Pick<PlexStoredShare, 'libraries'>> & {
  readonly settings?: Partial<PlexShareSettingsGiven>;
};

const NOTHING_SET: PlexShareSettingsGiven = {
  allowSync: false,
  allowCameraUpload: false,
  allowChannels: false,
  filterMovies: '',
  filterTelevision: '',
  filterMusic: '',
};

const FIRST_ID = 880_011;
const INVITED_AT = 1_748_700_000;
const ACCEPTED_AT = 1_748_736_000;
const CONTAINER = { friendlyName: 'myPlex', identifier: 'com.plexapp.plugins.myplex' };

/** With whom servers are shared, who is invited, and who is whose friend. */
export class PlexShares {
  /** Are invitations that wait among the shares of a server? The documents leave it open. */
  listsPending = false;
  /** Leaves out what the documents don't promise. */
  isTerse = false;
  private all: PlexStoredShare[] = [];
  private readonly friendships = new Set<string>();
  private made = 0;

  put(
    machineIdentifier: string,
    invited: PlexPerson | string,
    isAccepted: boolean,
    { libraries = 'all', settings }: PlexShareGiven = {},
  ): PlexStoredShare {
    const person = typeof invited === 'string' ? null : invited;
    if (person) this.end(machineIdentifier, person.id);
    const share: PlexStoredShare = {
      id: FIRST_ID + this.made,
      machineIdentifier,
      person,
      invitedEmail: typeof invited === 'string' ? invited : (invited.email ?? ''),
      isAccepted,
      libraries,
      settings: { ...NOTHING_SET, ...settings },
    };
    this.made += 1;
    this.all.push(share);
    return share;
  }

  befriend(owner: PlexPerson, person: PlexPerson): void {
    this.friendships.add(`${owner.id} ${person.id}`);
  }

  isFriend(owner: PlexPerson, person: PlexPerson): boolean {
    return this.friendships.has(`${owner.id} ${person.id}`);
  }

  /** Ends what somebody has of a server. */
  end(machineIdentifier: string, personId: number): void {
    this.drop((share) => share.machineIdentifier === machineIdentifier && share.person?.id === personId);
  }

  drop(which: (share: PlexStoredShare) => boolean): number {
    const left = this.all.filter((share) => !which(share));
    const dropped = this.all.length - left.length;
    this.all = left;
    return dropped;
  }

  byId(id: string | undefined): PlexStoredShare | undefined {
    return this.all.find((share) => String(share.id) === id);
  }

  /** The shares of a server, waiting invitations included. */
  of(machineIdentifier: string): readonly PlexStoredShare[] {
    return this.all.filter((share) => share.machineIdentifier === machineIdentifier);
  }

  /** Has somebody accepted a share of this server? */
  isAccepted(machineIdentifier: string, personId: number): boolean {
    return this.of(machineIdentifier).some((share) => share.person?.id === personId && share.isAccepted);
  }

  /** Source: plex examples, v1.shared_servers.list. */
  list(device: PlexDeviceGiven): string {
    const { machineIdentifier } = device;
    const listed = this.of(machineIdentifier).filter(({ isAccepted }) => isAccepted || this.listsPending);
    const rows = listed.map((share) => this.row(share, device));
    const count = this.isTerse ? undefined : rows.length;
    return plexDocument(plexXml('MediaContainer', { ...CONTAINER, machineIdentifier, size: count }, rows));
  }

  /** The answer to an offer. */
  answer(share: PlexStoredShare, device: PlexDeviceGiven): string {
    const { machineIdentifier } = device;
    const head = { ...CONTAINER, machineIdentifier, size: 1 };
    return plexDocument(plexXml('MediaContainer', head, [this.row(share, device)]));
  }

  /** The invitations to servers of somebody that wait, one for each who is invited. Source: plex examples, v1.invites.requested. */
  invitations(servers: readonly PlexDeviceGiven[]): string {
    const waiting = servers.flatMap((device) =>
      this.of(device.machineIdentifier).flatMap((share) => (share.isAccepted ? [] : [{ share, device }])),
    );
    const ids = [...new Set(waiting.map(({ share }) => invitationId(share)))];
    const rows = ids.map((id) => {
      const [first, ...others] = waiting.filter(({ share }) => invitationId(share) === id);
      const names = [first, ...others].map((one) =>
        plexXml('Server', { name: one?.device.name ?? 'Basement', numLibraries: 1 }),
      );
      return plexXml(
        'Invite',
        { id, createdAt: 1_763_630_000, friend: 1, home: 0, server: 1, ...this.invited(first?.share) },
        names,
      );
    });
    return plexDocument(plexXml('MediaContainer', { ...CONTAINER, size: rows.length }, rows));
  }

  /** Takes back what waits under this id. */
  cancel(id: string, servers: readonly PlexDeviceGiven[]): boolean {
    const machines = servers.map(({ machineIdentifier }) => machineIdentifier);
    const isMeant = (share: PlexStoredShare): boolean =>
      machines.includes(share.machineIdentifier) && !share.isAccepted && invitationId(share) === id;
    return this.drop(isMeant) > 0;
  }

  /** The friends of somebody, with what they have of the servers. Source: plex document, users. */
  friends(owner: PlexPerson, people: readonly PlexPerson[], servers: readonly PlexDeviceGiven[]): string {
    const friends = people.filter((person) => this.isFriend(owner, person));
    const rows = friends.map((person) => plexXml('User', userOf(person), this.serversOf(person, servers)));
    const count = { totalSize: rows.length, size: rows.length };
    return plexDocument(plexXml('MediaContainer', { ...CONTAINER, machineIdentifier: 'e6d3c0ffee', ...count }, rows));
  }

  private serversOf(person: PlexPerson, servers: readonly PlexDeviceGiven[]): readonly string[] {
    return servers.flatMap(({ machineIdentifier, name = 'Basement', libraries = [] }) =>
      this.of(machineIdentifier).flatMap((share) => {
        if (share.person?.id !== person.id) return [];
        const isAll = share.libraries === 'all';
        const numLibraries = share.libraries === 'all' ? libraries.length : share.libraries.length;
        const what = { numLibraries, allLibraries: isAll, owned: true, pending: !share.isAccepted };
        const where = { serverId: 55_012, machineIdentifier, name, lastSeenAt: 1_763_636_400 };
        return [plexXml('Server', { id: share.id, ...where, ...what })];
      }),
    );
  }

  private row(share: PlexStoredShare, { libraries = [], name = 'Basement' }: PlexDeviceGiven): string {
    const { id, person, isAccepted, settings, invitedEmail } = share;
    const isShared = (library: number): boolean => share.libraries === 'all' || share.libraries.includes(library);
    const sections = libraries.map((library, at) =>
      plexXml('Section', { ...library, key: at + 1, shared: isShared(library.id) }),
    );
    const rest = {
      username: person?.username ?? '',
      name,
      invitedAt: INVITED_AT,
      owned: false,
      ...settings,
    };
    const attributes = {
      id,
      email: person ? (person.email ?? '') : invitedEmail,
      userID: person?.id,
      accessToken: `planted-share-token-${id}`,
      acceptedAt: isAccepted ? ACCEPTED_AT : '',
      allLibraries: share.libraries === 'all',
      ...(this.isTerse ? {} : rest),
    };
    return plexXml('SharedServer', attributes, sections);
  }

  private invited(share: PlexStoredShare | undefined) {
    const email = share?.invitedEmail ?? '';
    const username = share?.person?.username ?? '';
    return this.isTerse ? { email } : { username, email, thumb: '', friendlyName: username === '' ? email : username };
  }
}

/** The number of who has an account, else the address. */
const invitationId = ({ person, invitedEmail }: PlexStoredShare): string => (person ? String(person.id) : invitedEmail);

const userOf = ({ id, title, username, email }: PlexPerson) => ({
  id,
  title,
  username: username ?? '',
  email: email ?? '',
  recommendationsPlaylistId: '',
  thumb: `https://plex.tv/users/${id.toString(16)}/avatar?c=1`,
  protected: false,
  home: email === null,
  allowTuners: false,
  allowSync: false,
  allowCameraUpload: false,
  allowChannels: false,
  allowSubtitleAdmin: false,
  filterAll: '',
  filterMovies: '',
  filterMusic: '',
  filterPhotos: '',
  filterTelevision: '',
  restricted: email === null,
});
