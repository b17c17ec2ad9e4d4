import { Injectable } from '@nestjs/common';
import type { IdentifiedSubject } from '../../../clients/oidc/oidc.client.js';
import { IssuerMismatch } from '../../../clients/oidc/provider-document.js';
import type { Privileged } from '../../../core/access/privileged-write.js';
import { Database } from '../../../core/database/database.js';
import { AppError } from '../../../core/errors/app-error.js';
import type { Sentence } from '../../../core/errors/sentence.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import { AccountsRepository, KnownIdentitiesRepository, OidcIdentitiesRepository } from '../../users/users.public.js';
import { attemptEnded } from '../auth.errors.js';
import type { OidcAttempt } from './oidc-attempt.js';
import { isAllowed, isConfigured, isSameSetup } from './oidc-config.js';
import { OidcConfigRepository } from './oidc-config.repository.js';
import { OidcProvidersService } from './oidc-providers.service.js';
import { groupsMissing, initiatorEnded, nothingConfigured, providerUnavailable, sayOidc } from './oidc.errors.js';

const LONGEST_ISSUER = 300;
const MOST_GROUPS = 50;
const LONGEST_TEXT = 100;

/** Tries the saved settings for an administrator, without a change to any account. */
@Injectable()
export class OidcTrialsService {
  constructor(
    private readonly database: Database,
    private readonly configs: OidcConfigRepository,
    private readonly providers: OidcProvidersService,
    private readonly identities: OidcIdentitiesRepository,
    private readonly known: KnownIdentitiesRepository,
    private readonly accounts: AccountsRepository,
  ) {}

  /** @throws AppError 400 where nothing is saved, or the provider has another name; 503 naming the failed step */
  async validate(): Promise<Sentence> {
    const { config, hasSecret } = await this.database.read(async (tx) => ({
      config: await this.configs.config(tx),
      hasSecret: await this.configs.hasSecret(tx),
    }));
    if (!isConfigured(config)) throw nothingConfigured();
    const client = this.providers.client(config);
    const document = await runStep('oidc_document_failed', client.discover(config.issuer));
    await runStep('oidc_keys_failed', client.keys(document));
    if (hasSecret && document.clientProof === null) throw providerUnavailable(sayOidc('oidc_secret_not_taken'));
    const { issuer } = document;
    const algorithms = document.algorithms.join(', ');
    return issuer === config.issuer
      ? sayOidc('oidc_answers', { algorithms })
      : sayOidc('oidc_answers_as', { issuer, algorithms });
  }

  /** Says as whom this person would have signed in. @throws AppError 403 for wrong groups, or when the administrator's session has ended */
  finish(person: IdentifiedSubject, { progress }: OidcAttempt, administrator: Privileged): Promise<Sentence> {
    const { config } = progress.setup;
    const groups = describeGroups(person.groups);
    if (!isAllowed(config, person.groups)) throw groupsMissing(groups);
    return this.database.write(async (tx) => {
      await requireRight(administrator.confirm(tx));
      // What is noted as tested is what is stored: it must be what was tried, the secret too.
      const now = await this.configs.setup(tx, await this.configs.config(tx));
      if (!isSameSetup(now, progress.setup)) throw attemptEnded();
      const linked = await this.identities.find(tx, person);
      const account = linked && (await this.accounts.byId(tx, linked.userId));
      const isMade = config.autoCreate && !(await this.known.isAnyKnown(tx, [person]));
      await this.configs.noteTested(tx);
      return describeOutcome(person, account?.username, isMade, groups);
    });
  }
}

async function runStep<T>(failed: 'oidc_document_failed' | 'oidc_keys_failed', work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (fault) {
    if (fault instanceof IssuerMismatch) throw issuerMismatch(fault);
    if (fault instanceof UpstreamError) throw providerUnavailable(sayOidc(failed, { reason: fault.sentence }), fault);
    throw fault;
  }
}

function issuerMismatch(fault: IssuerMismatch): AppError {
  const { configured } = fault;
  const documented = fault.documented.slice(0, LONGEST_ISSUER).toWellFormed();
  const text = `the issuer is set to ${configured}, but the provider calls itself ${documented}`;
  return new AppError('issuer_mismatch', 400, text, { params: { configured, documented } });
}

/** A refused right is 403 here: 401 would end the client's session. */
async function requireRight(right: Promise<void>): Promise<void> {
  try {
    await right;
  } catch (fault) {
    throw fault instanceof AppError && fault.status < 500 ? initiatorEnded() : fault;
  }
}

function describeOutcome(
  person: IdentifiedSubject,
  username: string | undefined,
  isMade: boolean,
  groups: Sentence,
): Sentence {
  if (username !== undefined) return sayOidc('oidc_signs_in', { username, groups });
  if (person.name === null)
    return sayOidc(isMade ? 'oidc_new_account_unnamed' : 'oidc_needs_invitation_unnamed', { groups });
  return sayOidc(isMade ? 'oidc_new_account' : 'oidc_needs_invitation', { name: short(person.name), groups });
}

function describeGroups(seen: readonly string[]): Sentence {
  if (seen.length === 0) return sayOidc('oidc_no_groups');
  const groups = seen.slice(0, MOST_GROUPS).map(short).join(', ');
  const more = seen.length - MOST_GROUPS;
  return more > 0 ? sayOidc('oidc_many_groups', { groups, more }) : sayOidc('oidc_groups', { groups });
}

const short = (text: string): string =>
  text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT).toWellFormed()}…` : text;
