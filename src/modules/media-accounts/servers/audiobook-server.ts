import {
  type AudiobookshelfClient,
  isAudiobookshelfAdministrator,
  isAudiobookshelfNameTaken,
} from '../../../clients/audiobookshelf/audiobookshelf.client.js';
import type { AudiobookshelfChange, AudiobookshelfUser } from '../../../clients/audiobookshelf/audiobookshelf-user.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import type { Secret } from '../../../core/secrets/secret.js';
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
  type WriteFailure,
  type WriteOutcome,
  type WritePermit,
} from './media-server.js';

/** The server sets no limit to names; what can be no name of a person is refused here. */
const LONGEST_NAME = 255;

/** Of an account that may see what is marked as explicit. */
const UNLIMITED = 'true';

/** An Audiobookshelf server. It makes an account together with its password and with what it may see. */
export class AudiobookServer implements MediaServer {
  readonly type = 'audiobook_server';

  /** @param newSeeExplicit do new accounts of adults see what is marked as explicit? */
  constructor(
    private readonly client: AudiobookshelfClient,
    private readonly newSeeExplicit: boolean,
  ) {}

  nameFits(name: string): boolean {
    return name !== '' && name === name.trim() && name.length <= LONGEST_NAME && !/\p{Cc}/u.test(name);
  }

  async accounts(_sought?: ReadonlySet<string>, signal?: AbortSignal): Promise<RemoteAccounts> {
    const { users, isComplete } = await this.client.users(signal);
    return { accounts: users.map(accountOf), isComplete };
  }

  async account(id: string, signal?: AbortSignal): Promise<RemoteAccount | null> {
    const user = await this.client.user(id, signal);
    return user && accountOf(user);
  }

  writeAccess(id: string, wanted: AccessToWrite, permit?: WritePermit): Promise<AccessOutcome> {
    return this.attempt(async () => {
      const isLimited = wanted.access === 'on' && wanted.limits !== null;
      const before = isLimited ? (wanted.limitsBefore ?? (await this.limitsOf(id))) : null;
      const account = accountOf(await this.client.changeUser(id, changeOf(wanted), permit));
      return { outcome: 'done', account, limitsBefore: before };
    });
  }

  async create({ name, secret, access }: AccountToMake): Promise<CreateOutcome> {
    const outcome = await this.attempt(async (): Promise<CreateOutcome> => {
      if (!this.nameFits(name)) return refusal('name_unfit', sayOfAccount('account_name_unfit'));
      const found = await this.ownOrTaken(name, secret);
      if (found === 'taken') return NAME_TAKEN;
      const { libraries, limits } = access;
      const wanted = { isActive: true, libraries, explicitContent: limits === null && this.newSeeExplicit };
      const user = found
        ? await this.client.changeUser(found.id, wanted)
        : await this.client.createUser({ ...wanted, username: name, password: secret });
      // The server takes a name that differs from another one in case alone, and then lets only one of the two sign in.
      if ((await this.bearersOf(name)).some(({ id }) => id !== user.id)) {
        await this.client.deleteUser(user.id);
        return NAME_TAKEN;
      }
      return { outcome: 'done', account: accountOf(user), limitsBefore: limits ? String(this.newSeeExplicit) : null };
    });
    if (outcome.outcome !== 'gone') return outcome;
    throw new TypeError('an account that was just read is gone');
  }

  discard({ name, secret }: Pick<AccountToMake, 'name' | 'secret'>): Promise<WriteOutcome> {
    return this.attempt(async () => {
      const found = await this.ownOrTaken(name, secret);
      if (found !== null && found !== 'taken') await this.client.deleteUser(found.id);
      return { outcome: 'done' };
    });
  }

  setPassword(id: string, password: Secret): Promise<WriteOutcome> {
    return this.attempt(async () => {
      await this.client.setPassword(id, password);
      return { outcome: 'done' };
    });
  }

  async checkPassword(name: string, password: Secret): Promise<PasswordVerdict> {
    const verdict = await this.client.signIn(name, password);
    return verdict.outcome === 'accepted' ? { outcome: 'accepted', account: accountOf(verdict.user) } : verdict;
  }

  private async ownOrTaken(name: string, secret: Secret): Promise<AudiobookshelfUser | 'taken' | null> {
    const bearers = await this.bearersOf(name);
    if (bearers.length === 0) return null;
    if (bearers.some(({ isAdministrator }) => isAdministrator)) return 'taken';
    const verdict = await this.client.signIn(name, secret);
    return (verdict.outcome === 'accepted' && bearers.find(({ id }) => id === verdict.user.id)) || 'taken';
  }

  /** @throws UpstreamError where the list isn't complete: the name may be somebody's then */
  private async bearersOf(name: string): Promise<readonly AudiobookshelfUser[]> {
    const { users, isComplete } = await this.client.users();
    if (isComplete) return users.filter(({ username }) => sameName(username, name));
    throw incompleteList('audiobookshelf', 'user.list');
  }

  private async limitsOf(id: string): Promise<string | null> {
    const user = await this.client.user(id);
    return user && accountOf(user).limitsNow;
  }

  private async attempt<T>(write: () => Promise<T>): Promise<T | WriteFailure> {
    return asOutcome(async (): Promise<T | WriteFailure> => {
      try {
        return await write();
      } catch (error) {
        if (isAudiobookshelfAdministrator(error)) return { outcome: 'administrator' };
        if (isAudiobookshelfNameTaken(error)) return NAME_TAKEN;
        if (error instanceof UpstreamError && error.kind === 'not_found' && error.definitelyNotSent)
          return { outcome: 'gone' };
        throw error;
      }
    });
  }
}

const NAME_TAKEN = refusal('name_taken', sayOfAccount('account_name_taken'));

const accountOf = ({ id, username, isAdministrator, isActive, access }: AudiobookshelfUser): RemoteAccount => ({
  id,
  name: username,
  email: '',
  isAdministrator,
  isDisabled: !isActive,
  isPending: false,
  libraries: access && access.libraries,
  limitsNow: access && String(access.explicitContent),
});

function changeOf(wanted: AccessToWrite): AudiobookshelfChange {
  if (wanted.access === 'off') return { isActive: false };
  const { libraries, keepsLibraries } = wanted;
  return { isActive: true, ...(keepsLibraries ? {} : { libraries }), ...limitsTo(wanted) };
}

function limitsTo({ limits, limitsBefore }: AccessToOpen): AudiobookshelfChange {
  if (limits) return { explicitContent: false };
  return limitsBefore === null ? {} : { explicitContent: limitsBefore === UNLIMITED };
}
