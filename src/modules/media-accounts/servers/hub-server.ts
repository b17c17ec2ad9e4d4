import type { PlexAccount } from '../../../clients/plex/plex.client.js';
import type { PlexInvite, PlexShare, PlexShareSettings } from '../../../clients/plex/plex-shares.js';
import type { PlexInvited, PlexSharing } from '../../../clients/plex/plex-sharing.js';
import type { Sentence } from '../../../core/errors/sentence.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import { sayOfAccount } from '../media-accounts.sentences.js';
import {
  type HubMembers,
  type HubServerOwner,
  accountOfInvite,
  isInvited,
  mayBeAmong,
  ownerAccount,
  accountOfShare,
} from './hub-accounts.js';
import { hubFiltersOf, NO_FILTERS, type HubFilters, hubFiltersFromText, hubFiltersAsText } from './hub-limits.js';
import {
  type AccessOutcome,
  type AccessToOpen,
  type AccessToWrite,
  type AccountToMake,
  type CreateOutcome,
  isCalled,
  type LibrarySelection,
  type MediaServer,
  type PasswordVerdict,
  alwaysPermit,
  refusal,
  type RemoteAccount,
  type RemoteAccounts,
  asOutcome,
  type WriteOutcome,
  type WritePermit,
} from './media-server.js';
import { sayServerFault } from './server-fault.sentences.js';

const NEW_SHARE: PlexShareSettings = {
  allowSync: false,
  allowCameraUpload: false,
  allowChannels: false,
  filterMusic: '',
  ...NO_FILTERS,
};

interface Listed extends HubMembers {
  readonly accounts: readonly RemoteAccount[];
}

/** Its accounts are shares and invitations. Answers to writes say nothing, so it is read afterwards. */
export class HubServer implements MediaServer {
  readonly type = 'hub';
  private readonly sharing: PlexSharing;

  constructor(
    private readonly hub: PlexAccount,
    private readonly machineIdentifier: string,
    private readonly owner: HubServerOwner | null,
  ) {
    this.sharing = hub.sharing(machineIdentifier);
  }

  nameFits(name: string): boolean {
    return name.length <= 254 && /^[^\s@]+@[^\s@]+$/.test(name);
  }

  async accounts(sought?: ReadonlySet<string>, signal?: AbortSignal): Promise<RemoteAccounts> {
    const listed = await this.list(sought, signal);
    const isUnread = sought ? [...sought].some((id) => mayBeAmong(listed, id)) : mayBeAmong(listed);
    return { accounts: listed.accounts, isComplete: !isUnread };
  }

  async account(id: string, signal?: AbortSignal): Promise<RemoteAccount | null> {
    const listed = await this.list(new Set([id]), signal);
    const found = listed.accounts.find((account) => isCalled(account, id));
    if (!found) this.assertAbsent(id, listed);
    return found ?? null;
  }

  writeAccess(id: string, wanted: AccessToWrite, permit: WritePermit = alwaysPermit): Promise<AccessOutcome> {
    return asOutcome(async (): Promise<AccessOutcome> => {
      if (isCalled(await this.ownerNow(), id)) return { outcome: 'administrator' };
      if (wanted.access === 'off') return this.end(id, permit);
      const shares = await this.sharing.shares();
      const share = shares.find((one) => isCalled(accountOfShare(one), id));
      if (share) return this.change(id, share, wanted, permit);
      const invites = await this.invites();
      const invite = invites.find((one) => isInvited(one, id));
      if (!invite) this.assertAbsent(id, { shares, invites });
      const isCarried = wanted.isAsConfirmed === true || !isToBeWritten(wanted);
      if (invite && isCarried)
        return {
          outcome: 'done',
          account: accountOfInvite(invite),
          limitsBefore: wanted.limits ? wanted.limitsBefore : null,
        };
      if (invite) await this.takeBack(invite, permit);
      return this.offer(id, wanted, permit);
    });
  }

  create({ name, access }: AccountToMake): Promise<CreateOutcome> {
    return asOutcome(async (): Promise<CreateOutcome> => {
      if (!this.nameFits(name)) return refusal('name_unfit', sayOfAccount('hub_address_unfit'));
      const id = name.toLowerCase();
      const limitsBefore = access.limits ? hubFiltersAsText(NO_FILTERS) : null;
      const present = await this.account(id);
      if (present?.isAdministrator) return { outcome: 'administrator' };
      if (present) return { outcome: 'done', account: present, limitsBefore };
      const made = await this.offer(id, access, alwaysPermit);
      if (made.outcome === 'done' && made.account) return { ...made, account: made.account };
      throw this.notDone('share.create', sayServerFault('hub_invitation_not_listed'));
    });
  }

  discard({ name }: Pick<AccountToMake, 'name'>): Promise<WriteOutcome> {
    return asOutcome(async (): Promise<WriteOutcome> => {
      const id = name.toLowerCase();
      if (isCalled(await this.ownerNow(), id)) return { outcome: 'administrator' };
      const ended = await this.end(id, alwaysPermit);
      return ended.outcome === 'done' ? { outcome: 'done' } : ended;
    });
  }

  setPassword(): Promise<WriteOutcome> {
    return Promise.resolve({ outcome: 'done' });
  }

  checkPassword(): Promise<PasswordVerdict> {
    return Promise.resolve({ outcome: 'bad_credentials' });
  }

  private async end(id: string, permit: WritePermit): Promise<AccessOutcome> {
    const { shares, invites } = await this.membersCalled(id);
    for (const { id: shareId } of shares) {
      await permit();
      await this.sharing.endShare(shareId);
    }
    for (const invite of invites) await this.takeBack(invite, permit);
    if (shares.length + invites.length === 0) return ENDED;
    const left = await this.membersCalled(id);
    if (left.shares.length + left.invites.length === 0) return ENDED;
    throw this.notDone('share.end', sayServerFault('hub_share_not_ended'));
  }

  /** An invitation may be for other servers too, and is taken back for all of them. */
  private async takeBack(invite: PlexInvite, permit: WritePermit): Promise<void> {
    if (invite.isHome || invite.serverNames.length !== 1)
      throw this.notDone('invite.cancel', sayServerFault('hub_invitation_for_more_servers'), true);
    await permit();
    await this.hub.cancelInvite(invite);
  }

  private async change(
    id: string,
    share: PlexShare,
    wanted: AccessToOpen,
    permit: WritePermit,
  ): Promise<AccessOutcome> {
    const settings = settingsFor(share, wanted);
    if (settings === 'unknown') return UNKNOWN_LIMITS;
    const keeps = wanted.keepsLibraries || isSame(share.libraries, wanted.libraries);
    const libraries = wanted.keepsLibraries ? share.libraries : wanted.libraries;
    const hasSettings = settings !== null && share.settings !== null && isSameSettings(settings, share.settings);
    if (settings !== null && !hasSettings) {
      if (libraries === null) return UNKNOWN_LIMITS;
      const all = libraries === 'all' ? await this.hub.libraries(this.machineIdentifier) : [];
      const named = libraries === 'all' ? all.map((library) => library.id) : libraries;
      await permit();
      await this.sharing.changeSettings(share.id, settings, named);
      if (libraries === 'all') await this.changeLibraries(share, 'all', permit);
    }
    if (!keeps) await this.changeLibraries(share, wanted.libraries, permit);
    const after = (await this.sharing.shares()).find((one) => isCalled(accountOfShare(one), id));
    const holds = after && hasLibraries(after, wanted, libraries) && hasAll(after, settings);
    if (!holds) throw this.notDone('share.change', sayServerFault('hub_share_not_changed'));
    const before = wanted.limits ? (wanted.limitsBefore ?? accountOfShare(share).limitsNow) : null;
    return { outcome: 'done', account: accountOfShare(after), limitsBefore: before };
  }

  private async changeLibraries({ id }: PlexShare, libraries: LibrarySelection, permit: WritePermit): Promise<void> {
    await permit();
    await this.sharing.changeLibraries(id, libraries);
  }

  private async offer(id: string, wanted: AccessToOpen, permit: WritePermit): Promise<AccessOutcome> {
    const { libraries, limits, limitsBefore } = wanted;
    const before = limitsBefore === null ? NO_FILTERS : hubFiltersFromText(limitsBefore);
    const filters = limits ? hubFiltersOf(limits, before) : before;
    if (filters === null) return UNKNOWN_LIMITS;
    const invited: PlexInvited = /^\d+$/.test(id) ? { userId: id } : { name: id };
    await permit();
    await this.sharing.share(invited, { libraries, settings: { ...NEW_SHARE, ...filters } });
    const account = await this.account(id);
    if (!account) throw this.notDone('share.create', sayServerFault('hub_invitation_not_listed'));
    if (!isGiven(account, libraries, limits ? hubFiltersAsText(filters) : null))
      throw this.notDone('share.create', sayServerFault('hub_shares_something_else'));
    return { outcome: 'done', account, limitsBefore: limits ? hubFiltersAsText(before) : null };
  }

  private async list(sought?: ReadonlySet<string>, signal?: AbortSignal): Promise<Listed> {
    const owner = await this.ownerNow();
    const shares = await this.sharing.shares(signal);
    const known = [owner, ...shares.map(accountOfShare)];
    const isFound = (id: string): boolean => known.some((account) => isCalled(account, id));
    const asksInvites = sought === undefined || ![...sought].every(isFound);
    const invites = asksInvites ? await this.invites(signal) : [];
    const accounts = [...known, ...invites.map(accountOfInvite).filter(({ id }) => !isFound(id))];
    return { shares, invites, accounts: accounts.filter(({ id }) => id !== '') };
  }

  private async membersCalled(id: string): Promise<HubMembers> {
    const all = { shares: await this.sharing.shares(), invites: await this.invites() };
    const shares = all.shares.filter((one) => isCalled(accountOfShare(one), id));
    const invites = all.invites.filter((one) => isInvited(one, id));
    if (shares.length + invites.length === 0) this.assertAbsent(id, all);
    return { shares, invites };
  }

  /** The invitations to this server: they say the name of a server alone, which is asked for where there are any. */
  private async invites(signal?: AbortSignal): Promise<readonly PlexInvite[]> {
    const invites = (await this.hub.invites(signal)).filter(({ isServer }) => isServer !== false);
    if (invites.length === 0) return [];
    const servers = await this.hub.servers();
    const own = servers.find(({ machineIdentifier }) => machineIdentifier === this.machineIdentifier);
    if (!own) throw this.notDone('servers.read', sayServerFault('hub_account_lacks_server'));
    return invites.filter(({ serverNames }) => serverNames.includes(own.name));
  }

  private async ownerNow(): Promise<RemoteAccount> {
    if (this.owner) return ownerAccount(this.owner);
    const { id, name, email } = await this.hub.user();
    return ownerAccount({ id, username: name, email });
  }

  /** @throws UpstreamError where one of those listed may be the one: it is unknown then, and nobody is invited twice */
  private assertAbsent(id: string, members: HubMembers): void {
    if (mayBeAmong(members, id)) throw this.notDone('shares.list', sayServerFault('hub_row_unreadable'));
  }

  private notDone(operation: string, reason: Sentence, definitelyNotSent = false): UpstreamError {
    return new UpstreamError({ system: 'plex', operation, kind: 'failed', definitelyNotSent, reason });
  }
}

const ENDED: AccessOutcome = { outcome: 'done', account: null, limitsBefore: null };
const UNKNOWN_LIMITS = refusal('limits_unknown', sayOfAccount('share_without_limits'));

const isToBeWritten = ({ keepsLibraries, limits, limitsBefore }: AccessToOpen): boolean =>
  !keepsLibraries || limits !== null || limitsBefore !== null;

/** The settings to write; null where nothing is to change about them, `unknown` where the limits can't be written. */
function settingsFor(
  { settings }: PlexShare,
  { limits, limitsBefore }: AccessToOpen,
): PlexShareSettings | null | 'unknown' {
  if (!limits && limitsBefore === null) return null;
  if (!settings) return 'unknown';
  const before: HubFilters = limitsBefore === null ? settings : hubFiltersFromText(limitsBefore);
  const filters = limits ? hubFiltersOf(limits, before) : before;
  return filters === null ? 'unknown' : { ...settings, ...filters };
}

function hasLibraries(
  { libraries }: PlexShare,
  { keepsLibraries }: AccessToOpen,
  wanted: PlexShare['libraries'],
): boolean {
  return (keepsLibraries && wanted === null) || isSame(libraries, wanted);
}

const hasAll = ({ settings }: PlexShare, wanted: PlexShareSettings | null): boolean =>
  wanted === null || (settings !== null && isSameSettings(settings, wanted));

const isSameSettings = (one: PlexShareSettings, other: PlexShareSettings): boolean =>
  one.filterMovies === other.filterMovies && one.filterTelevision === other.filterTelevision;

/** Is what was just shared what was to be? What an invitation carries that waits can't always be read. */
const isGiven = (account: RemoteAccount, wanted: LibrarySelection, limits: string | null): boolean =>
  account.isPending
    ? account.libraries === null || isSame(account.libraries, wanted)
    : isSame(account.libraries, wanted) && (limits === null || account.limitsNow === limits);

function isSame(one: PlexShare['libraries'], other: PlexShare['libraries']): boolean {
  if (one === null || other === null || one === 'all' || other === 'all') return one === other;
  return [...one].sort().join() === [...other].sort().join();
}
