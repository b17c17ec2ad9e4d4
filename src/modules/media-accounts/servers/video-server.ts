import { createHash } from 'node:crypto';
import type { EmbyClient } from '../../../clients/emby/emby.client.js';
import type { JellyfinClient } from '../../../clients/jellyfin/jellyfin.client.js';
import type { MediaPolicy, PolicyChange, RatingCap } from '../../../clients/mediabrowser/media-policy.js';
import type { MediaUser } from '../../../clients/mediabrowser/media-user.js';
import type { AccountOutcome, MediaBrowserClient } from '../../../clients/mediabrowser/mediabrowser.client.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import type { Secret } from '../../../core/secrets/secret.js';
import type { VideoServerType } from '../../instances/instances.public.js';
import { sayOfAccount } from '../media-accounts.sentences.js';
import {
  type AccessOutcome,
  type AccessToOpen,
  type AccessToWrite,
  type AccountToMake,
  type CreateOutcome,
  incompleteList,
  type MediaServer,
  type PasswordVerdict,
  refusal,
  type RemoteAccount,
  type RemoteAccounts,
  sameName,
  asOutcome,
  type WriteOutcome,
  type WritePermit,
} from './media-server.js';
import { capLimits, limitsAsText, limitsFromText, UNLIMITED, videoCap } from './video-limits.js';
import { sayServerFault } from './server-fault.sentences.js';

export interface VideoAccountMaking<C> {
  /** What an earlier try has made; `taken` where the name is somebody else's, null where nobody bears it. */
  readonly find: (client: C, name: string, secret: Secret) => Promise<MediaUser | 'taken' | null>;
  /** Makes it, or brings to its end what was found, as far as the secret is concerned. */
  readonly make: (client: C, made: MediaUser | null, name: string, secret: Secret) => Promise<MediaUser>;
  /** Gives it its name, once it sees no more than it is to see. */
  readonly finish: (client: C, made: MediaUser, name: string) => Promise<AccountOutcome>;
}

interface LimitsToWrite {
  readonly cap: RatingCap | null;
  readonly before: string | null;
}

export class VideoServer<C extends MediaBrowserClient> implements MediaServer {
  /** @param system the product's name in lower case */
  constructor(
    readonly type: VideoServerType,
    private readonly system: string,
    private readonly client: C,
    private readonly making: VideoAccountMaking<C>,
  ) {}

  nameFits(name: string): boolean {
    return this.client.nameFits(name);
  }

  async accounts(_sought?: ReadonlySet<string>, signal?: AbortSignal): Promise<RemoteAccounts> {
    const { users, isComplete } = await this.client.users(signal);
    const accounts = users.map(accountOf).filter((account) => account !== null);
    return { accounts, isComplete: isComplete && accounts.length === users.length };
  }

  async account(id: string, signal?: AbortSignal): Promise<RemoteAccount | null> {
    const user = await this.client.user(id, signal);
    return user && this.readable(user);
  }

  writeAccess(id: string, wanted: AccessToWrite, permit?: WritePermit): Promise<AccessOutcome> {
    return asOutcome(async () => {
      const cap = await this.capOf(wanted);
      if (cap === 'unknown') return UNKNOWN_LIMITS;
      return this.write(id, wanted, { cap, before: wanted.access === 'on' ? wanted.limitsBefore : null }, permit);
    });
  }

  create({ name, secret, access }: AccountToMake): Promise<CreateOutcome> {
    return asOutcome(async () => {
      const { client, making } = this;
      if (!client.nameFits(name)) return refusal('name_unfit', sayOfAccount('account_name_unfit'));
      const cap = await this.capOf(access);
      if (cap === 'unknown') return UNKNOWN_LIMITS;
      const found = await making.find(client, name, secret);
      if (found === 'taken') return NAME_TAKEN;
      const made = await this.makeAccount(found, name, secret);
      if (made === null) return NAME_TAKEN;
      const before = access.limits ? limitsAsText(UNLIMITED) : null;
      const written = await this.write(made.id, access, { cap, before });
      if (written.outcome === 'gone') throw this.goneMeanwhile();
      if (written.outcome !== 'done') return written;
      if ((await this.finishAccount(made, name)) !== 'done') return NAME_TAKEN;
      return { outcome: 'done', account: await this.present(made.id), limitsBefore: before };
    });
  }

  discard({ name, secret }: Pick<AccountToMake, 'name' | 'secret'>): Promise<WriteOutcome> {
    return asOutcome(async () => {
      const found = await this.making.find(this.client, name, secret);
      if (found === null || found === 'taken') return { outcome: 'done' };
      const outcome = await this.client.deleteUser(found.id);
      return outcome === 'administrator' ? { outcome } : { outcome: 'done' };
    });
  }

  setPassword(id: string, password: Secret): Promise<WriteOutcome> {
    return asOutcome(async () => {
      const outcome = await this.client.setPassword(id, password);
      return outcome === 'absent' ? { outcome: 'gone' } : { outcome };
    });
  }

  async checkPassword(name: string, password: Secret): Promise<PasswordVerdict> {
    const verdict = await this.client.checkPassword(name, password);
    if (verdict.outcome !== 'accepted') return verdict;
    return { outcome: 'accepted', account: this.readable(verdict.user) };
  }

  private async makeAccount(found: MediaUser | null, name: string, secret: Secret): Promise<MediaUser | null> {
    try {
      return await this.making.make(this.client, found, name, secret);
    } catch (error) {
      // Names are judged before, so what is refused is a name that somebody has taken meanwhile.
      if (error instanceof UpstreamError && error.kind === 'rejected' && found === null) return null;
      throw error;
    }
  }

  private async finishAccount(made: MediaUser, name: string): Promise<AccountOutcome> {
    try {
      return await this.making.finish(this.client, made, name);
    } catch (error) {
      if (error instanceof UpstreamError && error.kind === 'rejected') return 'absent';
      throw error;
    }
  }

  private async write(
    id: string,
    wanted: AccessToWrite,
    limits: LimitsToWrite,
    permit?: WritePermit,
  ): Promise<AccessOutcome> {
    const written = await this.client.changePolicy(id, (policy) => changeOf(policy, wanted, limits), permit);
    if (!('before' in written)) return written.outcome === 'absent' ? { outcome: 'gone' } : ADMINISTRATOR;
    const isLimited = wanted.access === 'on' && wanted.limits !== null;
    const replaced = limits.before ?? limitsAsText(written.before.limits);
    return { outcome: 'done', account: this.readable(written.user), limitsBefore: isLimited ? replaced : null };
  }

  private async capOf(wanted: AccessToWrite): Promise<RatingCap | null | 'unknown'> {
    if (wanted.access === 'off' || !wanted.limits) return null;
    return videoCap(await this.client.parentalRatings(), wanted.limits) ?? 'unknown';
  }

  private async present(id: string): Promise<RemoteAccount> {
    const account = await this.account(id);
    if (account) return account;
    throw this.goneMeanwhile();
  }

  private readable(user: MediaUser): RemoteAccount {
    const account = accountOf(user);
    if (account) return account;
    throw incompleteList(this.system, 'user.read');
  }

  private goneMeanwhile(): UpstreamError {
    const details = {
      system: this.system,
      operation: 'user.read',
      kind: 'malformed',
      definitelyNotSent: false,
    } as const;
    return new UpstreamError({ ...details, reason: sayServerFault('remote_account_gone_while_written') });
  }
}

const ADMINISTRATOR = { outcome: 'administrator' } as const;
const NAME_TAKEN = refusal('name_taken', sayOfAccount('account_name_taken'));
const UNKNOWN_LIMITS = refusal('limits_unknown', sayOfAccount('account_limits_unknown'));

/** Null where its policy can't be read: then nobody knows what it may do. */
function accountOf({ id, name, policy }: MediaUser): RemoteAccount | null {
  if (!policy) return null;
  const { administrator, disabled, allLibraries, libraryIds, limits } = policy;
  return {
    id,
    name,
    email: '',
    isAdministrator: administrator,
    isDisabled: disabled,
    isPending: false,
    libraries: allLibraries ? 'all' : libraryIds,
    limitsNow: limitsAsText(limits),
  };
}

function changeOf(policy: MediaPolicy, wanted: AccessToWrite, limits: LimitsToWrite): PolicyChange {
  if (wanted.access === 'off') return { disabled: true };
  return { disabled: false, ...librariesTo(wanted), ...limitsTo(policy, wanted, limits) };
}

const librariesTo = ({ libraries, keepsLibraries }: AccessToOpen): PolicyChange =>
  keepsLibraries ? {} : { libraries };

function limitsTo(
  policy: MediaPolicy,
  { limits }: AccessToOpen,
  { cap, before: replaced }: LimitsToWrite,
): PolicyChange {
  const before = replaced === null ? null : limitsFromText(replaced);
  if (limits && cap) return { limits: capLimits(cap, limits, before ?? policy.limits) };
  return before ? { limits: before } : {};
}

/** Jellyfin makes an account together with its password: from the first moment on it opens by the secret alone. */
export const jellyfinMaking: VideoAccountMaking<JellyfinClient> = {
  find: async (client, name, secret) => ownOrTaken(client, await everybody(client, 'jellyfin'), name, secret),
  make: async (client, made, name, secret) => made ?? client.createUser(name, secret),
  finish: () => Promise.resolve('done'),
};

/** Emby makes an account open to anybody who knows its name. So it is made under a name that only the secret gives. */
export const embyMaking: VideoAccountMaking<EmbyClient> = {
  async find(client, name, secret) {
    const users = await everybody(client, 'emby');
    // It is ours also where somebody has taken the name that it was to get.
    const unnamed = users.find((user) => sameName(user.name, provisionalName(secret)));
    return unnamed ?? ownOrTaken(client, users, name, secret);
  },

  async make(client, made, _name, secret) {
    const user = made ?? (await client.createUser(provisionalName(secret)));
    if (!sameName(user.name, provisionalName(secret))) return user;
    if ((await client.setPassword(user.id, secret)) === 'done') return user;
    const details = { system: 'emby', operation: 'user.password', kind: 'failed', definitelyNotSent: false } as const;
    throw new UpstreamError({ ...details, reason: sayServerFault('remote_account_not_made') });
  },

  finish: (client, { id, name }, wanted) =>
    sameName(name, wanted) ? Promise.resolve('done' as const) : client.renameUser(id, wanted),
};

/** A name that nobody can know or guess without the secret, and that doesn't give it away. */
const provisionalName = (secret: Secret): string =>
  `usher-${createHash('sha256').update(secret.reveal()).digest('hex').slice(0, 32)}`;

/** @throws UpstreamError where the list isn't complete: the name may be somebody's then */
async function everybody(client: MediaBrowserClient, system: string): Promise<readonly MediaUser[]> {
  const { users, isComplete } = await client.users();
  if (isComplete) return users;
  throw incompleteList(system, 'user.list');
}

async function ownOrTaken(
  client: MediaBrowserClient,
  users: readonly MediaUser[],
  name: string,
  secret: Secret,
): Promise<MediaUser | 'taken' | null> {
  const bearer = users.find((user) => sameName(user.name, name));
  if (!bearer) return null;
  if (bearer.policy?.administrator !== false) return 'taken';
  const verdict = await client.checkPassword(bearer.name, secret);
  return verdict.outcome === 'accepted' && verdict.user.id === bearer.id ? bearer : 'taken';
}
