import { Injectable } from '@nestjs/common';
import type { IdentifiedSubject } from '../../../clients/oidc/oidc.client.js';
import type { Privileged } from '../../../core/access/privileged-write.js';
import { Database } from '../../../core/database/database.js';
import { AppError } from '../../../core/errors/app-error.js';
import { AccountsRepository, KnownIdentitiesRepository, OidcIdentitiesRepository } from '../../users/users.public.js';
import { attemptEnded } from '../auth.errors.js';
import type { OidcAttempt } from './oidc-attempt.js';
import { isAllowed, isSameSetup } from './oidc-config.js';
import { OidcConfigRepository } from './oidc-config.repository.js';
import { groupsMissing, initiatorEnded } from './oidc.errors.js';

const MOST_GROUPS = 50;
const LONGEST_TEXT = 100;

/** Tries the sign-in for an administrator, without a change to any account. Source: doc 1 section 4, admin test. */
@Injectable()
export class OidcTestsService {
  constructor(
    private readonly database: Database,
    private readonly configs: OidcConfigRepository,
    private readonly identities: OidcIdentitiesRepository,
    private readonly known: KnownIdentitiesRepository,
    private readonly accounts: AccountsRepository,
  ) {}

  /**
   * Notes that the settings have passed, and says as whom this person would have signed in and which groups were seen.
   *
   * @throws AppError 403 where the person is in none of the groups, or the administrator's session has ended
   */
  passed(person: IdentifiedSubject, { progress }: OidcAttempt, administrator: Privileged): Promise<string> {
    const { config } = progress.setup;
    const groups = groupsSeen(person.groups);
    if (!isAllowed(config, person.groups)) throw groupsMissing(groups);
    return this.database.write(async (tx) => {
      await confirmed(administrator.confirm(tx));
      // What is noted as tested is what is stored: it must be what was tried, the secret too.
      const now = await this.configs.setup(tx, await this.configs.config(tx));
      if (!isSameSetup(now, progress.setup)) throw attemptEnded();
      const linked = await this.identities.find(tx, person);
      const account = linked && (await this.accounts.byId(tx, linked.userId));
      const isMade = config.autoCreate && !(await this.known.isAnyKnown(tx, [person]));
      await this.configs.noteTested(tx);
      return `${whoWouldCome(person, account?.username, isMade)}; ${groups}`;
    });
  }
}

/** A refused right is 403 here: 401 would end the client's session. */
async function confirmed(right: Promise<void>): Promise<void> {
  try {
    await right;
  } catch (fault) {
    throw fault instanceof AppError && fault.status < 500 ? initiatorEnded() : fault;
  }
}

function whoWouldCome({ name }: IdentifiedSubject, username: string | undefined, isMade: boolean): string {
  if (username !== undefined) return `this person signs in as ${username}`;
  const called = name === null ? 'this person, who has no name there,' : `this person, ${short(name)} there,`;
  return isMade ? `${called} would get a new account` : `${called} has no account here and would need an invitation`;
}

function groupsSeen(groups: readonly string[]): string {
  if (groups.length === 0) return 'no groups were seen';
  const shown = groups.slice(0, MOST_GROUPS).map(short).join(', ');
  return `groups seen: ${shown}${groups.length > MOST_GROUPS ? ` and ${groups.length - MOST_GROUPS} more` : ''}`;
}

const short = (text: string): string => (text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text);
