import { Injectable } from '@nestjs/common';
import type { Role } from '../../../core/access/permissions.js';
import type { ReadTx } from '../../../core/database/database.js';
import { InstanceAccessService, InstanceDirectoryService } from '../../instances/instances.public.js';
import { AccountsRepository } from '../../users/users.public.js';
import type { BookFormat, JobFormat } from '../jobs/dispatch-row.entity.js';
import { formatsIn } from '../jobs/format-choice.js';
import type { RequestRow } from '../saved/request-row.entity.js';
import { SubscribersRepository } from '../saved/subscribers.repository.js';

/** Somebody who waits for a request, and may use its library now. */
export interface Listener {
  readonly userId: number;
  readonly role: Role;
  /** What this account waits for; empty for titles without formats. */
  readonly formats: readonly BookFormat[];
}

/** Who waits for a request. */
export interface Audience {
  /** The accounts that may use the library now, those that asked first first. */
  readonly allowed: readonly Listener[];
  /** The accounts that exist and may not use it any more. */
  readonly refused: readonly number[];
}

/** A request, or one job of it. */
export interface AwaitedRequest {
  readonly requestId: number;
  /** Its owner. */
  readonly userId: number;
  /** Null once the library has been removed: then nobody may use it. */
  readonly instanceId: string | null;
  /** Restricts it to those who wait for this format; undefined for all. */
  readonly format?: JobFormat;
  /** Empty for a title that isn't shared: then nobody waits for it but its owner. */
  readonly bookFormat?: RequestRow['bookFormat'];
}

/** Who waits for a request: its owner and its subscribers. */
@Injectable()
export class AudienceService {
  constructor(
    private readonly subscribers: SubscribersRepository,
    private readonly accounts: AccountsRepository,
    private readonly access: InstanceAccessService,
    private readonly directory: InstanceDirectoryService,
  ) {}

  /**
   * Judges who may use the library at this moment, by the same rule as a submission. Accounts that were removed are left
   * out. Source: doc 1 routing rule 6; doc 4 section 1.19.
   */
  async of(tx: ReadTx, { requestId, userId, instanceId, format = '', bookFormat }: AwaitedRequest): Promise<Audience> {
    const shared = bookFormat === '' ? [] : await this.subscribers.ofRequest(tx, requestId);
    const waiting = (shared.length > 0 ? shared : [{ userId, bookFormat: '' as const }])
      .map((one) => ({ userId: one.userId, formats: formatsIn(one.bookFormat) }))
      .filter(({ formats }) => format === '' || formats.includes(format));
    const accounts = await this.accounts.byIds(
      tx,
      waiting.map((one) => one.userId),
    );
    const exists = instanceId !== null && (await this.directory.byId(tx, instanceId)) !== null;
    const holders = exists ? await this.access.holdersOf(tx, instanceId) : new Set<number>();
    const known = waiting.flatMap((one) => {
      const account = accounts.get(one.userId);
      return account ? [{ ...one, role: account.role }] : [];
    });
    const mayUse = (one: Listener): boolean => exists && (one.role === 'admin' || holders.has(one.userId));
    const refused = known.filter((one) => !mayUse(one)).map((one) => one.userId);
    return { allowed: known.filter(mayUse), refused };
  }
}
