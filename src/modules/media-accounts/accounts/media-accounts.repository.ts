import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { idToLookFor } from '../../../core/database/portable-columns.js';
import { Clock } from '../../../core/time/clock.js';
import { NOT_LEASED } from '../../../core/work/leased-rows.js';
import { MediaServerDirectoryService } from '../../instances/instances.public.js';
import { KnownIdentitiesRepository, mediaIdentity } from '../../users/users.public.js';
import { LinkSuppressionRow, MediaAccountRow } from '../rows.js';
import type { AgeLimits, LibrarySelection, RemoteAccount } from '../servers/media-server.js';

/** What a server has last confirmed of an account: what was written there and read back. */
export interface ConfirmedAccess {
  readonly access: 'on' | 'off' | null;
  /** Null where they were never written. */
  readonly libraries: LibrarySelection | null;
  readonly limits: AgeLimits | null;
}

export const NOTHING_CONFIRMED: ConfirmedAccess = { access: null, libraries: null, limits: null };

type ConfirmedColumns = Pick<MediaAccountRow, 'confirmedAccess' | 'confirmedLibraries' | 'confirmedLimits'>;

const libraries = z.union([z.literal('all'), z.array(z.string())]);

const limits = z.strictObject({
  ratingRegion: z.string(),
  maxMovieRating: z.string(),
  maxTvRating: z.string(),
  blockUnrated: z.boolean(),
});

/** It out of the columns of its row. What can't be read was never confirmed: it is written once more. */
const confirmedOf = (row: ConfirmedColumns): ConfirmedAccess => {
  const read = { libraries: readAs(libraries, row.confirmedLibraries), limits: readAs(limits, row.confirmedLimits) };
  const isReadable = read.libraries !== undefined && read.limits !== undefined;
  if (!isReadable) return NOTHING_CONFIRMED;
  return { access: row.confirmedAccess, libraries: read.libraries ?? null, limits: read.limits ?? null };
};

const confirmedColumns = ({ access, libraries, limits }: ConfirmedAccess): ConfirmedColumns => ({
  confirmedAccess: access,
  confirmedLibraries: libraries && JSON.stringify(libraries),
  confirmedLimits: limits && JSON.stringify(limits),
});

/** Null stays null; undefined for what can't be read. */
function readAs<T>(schema: z.ZodType<T>, text: string | null): T | null | undefined {
  if (text === null) return null;
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

export interface MediaAccount extends Omit<
  MediaAccountRow,
  'confirmedAccess' | 'confirmedLibraries' | 'confirmedLimits'
> {
  readonly confirmed: ConfirmedAccess;
}

export interface NewMediaAccount {
  /** Null for an account that was made for somebody who is deleted by now. */
  readonly userId: number | null;
  readonly instanceId: string;
  readonly remote: RemoteAccount;
  readonly createdByUs: boolean;
  readonly manageAccess: boolean;
  /** What the server has confirmed by now; `NOTHING_CONFIRMED` for an account that is only linked. */
  readonly confirmed: ConfirmedAccess;
  readonly limitsBefore: string | null;
}

export type MediaAccountChange = Partial<
  Pick<
    MediaAccount,
    | 'userId'
    | 'manageAccess'
    | 'managesLibraries'
    | 'isAdministrator'
    | 'isDisabled'
    | 'limitsBefore'
    | 'attempts'
    | 'nextAttemptAt'
    | 'lastError'
    | 'leaseToken'
    | 'leaseUntil'
    | 'confirmed'
  >
>;

export const LINKED_ONLY = {
  createdByUs: false,
  manageAccess: false,
  confirmed: NOTHING_CONFIRMED,
  limitsBefore: null,
} as const;

/** Nothing is left to do, and what is under way is not kept. */
export const NO_WORK = {
  attempts: 0,
  nextAttemptAt: null,
  lastError: null,
  ...NOT_LEASED,
} as const;

/** The rows of links with accounts on media servers. Ids of instances and accounts there are compared exactly. */
@Injectable()
export class MediaAccountsRepository {
  constructor(
    private readonly clock: Clock,
    private readonly servers: MediaServerDirectoryService,
    private readonly known: KnownIdentitiesRepository,
  ) {}

  async byId(tx: ReadTx, id: number): Promise<MediaAccount | null> {
    return accountOf(await tx.findOneBy(MediaAccountRow, { id }));
  }

  async of(tx: ReadTx, userId: number, instanceId: string): Promise<MediaAccount | null> {
    return accountOf(await tx.findOneBy(MediaAccountRow, { userId: idToLookFor(userId), instanceId }));
  }

  /** With whom the account of this id on a server is linked, or null. A deleted person's is linked until it is off. */
  async withRemote(tx: ReadTx, instanceId: string, remoteUserId: string): Promise<MediaAccount | null> {
    return accountOf(await tx.findOneBy(MediaAccountRow, { instanceId, remoteUserId }));
  }

  async ofUser(tx: ReadTx, userId: number): Promise<readonly MediaAccount[]> {
    return accountsOf(await tx.findBy(MediaAccountRow, { userId: idToLookFor(userId) }));
  }

  /** The links with a server, those of deleted people too, in the order in which they were made. */
  async onInstance(tx: ReadTx, instanceId: string): Promise<readonly MediaAccount[]> {
    return accountsOf(await tx.find(MediaAccountRow, { where: { instanceId }, order: { id: 'ASC' } }));
  }

  async all(tx: ReadTx): Promise<readonly MediaAccount[]> {
    return accountsOf(await tx.find(MediaAccountRow, { order: { id: 'ASC' } }));
  }

  async allManaged(tx: ReadTx): Promise<readonly MediaAccount[]> {
    return accountsOf(await tx.find(MediaAccountRow, { where: { manageAccess: true }, order: { id: 'ASC' } }));
  }

  /** The account is known from then on. @throws UniqueViolation, out of the whole write, where either is linked already */
  async add(tx: WriteTx, link: NewMediaAccount): Promise<number> {
    const { userId, instanceId, remote, createdByUs, manageAccess, confirmed, limitsBefore } = link;
    const row = tx.create(MediaAccountRow, {
      userId,
      instanceId,
      ...seenColumns(remote),
      createdByUs,
      manageAccess,
      managesLibraries: createdByUs,
      ...confirmedColumns(confirmed),
      limitsBefore,
      ...NO_WORK,
      createdAt: this.clock.now(),
    });
    await tx.save(row);
    await this.remember(tx, instanceId, remote.id);
    return row.id;
  }

  /** Keeps what the server says of the account now; on the hub its id changes once an invitation is accepted. */
  async keepSeen(tx: WriteTx, id: number, remote: RemoteAccount): Promise<void> {
    const before = await tx.findOneBy(MediaAccountRow, { id });
    await tx.update(MediaAccountRow, { id }, seenColumns(remote));
    if (before && before.remoteUserId !== remote.id) await this.remember(tx, before.instanceId, remote.id);
  }

  async change(tx: WriteTx, id: number, { confirmed, ...rest }: MediaAccountChange): Promise<void> {
    await tx.update(MediaAccountRow, { id }, { ...rest, ...(confirmed ? confirmedColumns(confirmed) : {}) });
  }

  /** The link goes, and the account there stays. */
  async remove(tx: WriteTx, id: number): Promise<void> {
    await tx.delete(MediaAccountRow, { id });
  }

  async removeInstance(tx: WriteTx, instanceId: string): Promise<void> {
    await tx.delete(MediaAccountRow, { instanceId });
    await tx.delete(LinkSuppressionRow, { instanceId });
  }

  async suppressedFor(tx: ReadTx, userId: number): Promise<ReadonlySet<string>> {
    const rows = await tx.findBy(LinkSuppressionRow, { userId });
    return new Set(rows.map(({ instanceId }) => instanceId));
  }

  isSuppressed(tx: ReadTx, userId: number, instanceId: string): Promise<boolean> {
    return tx.existsBy(LinkSuppressionRow, { userId, instanceId });
  }

  async suppress(tx: WriteTx, userId: number, instanceId: string): Promise<void> {
    await tx.upsert(LinkSuppressionRow, { userId, instanceId }, ['userId', 'instanceId']);
  }

  /** Somebody links or invites them by name: from now on it is as if nothing had been suppressed. */
  async endSuppression(tx: WriteTx, userId: number, instanceId: string): Promise<void> {
    await tx.delete(LinkSuppressionRow, { userId, instanceId });
  }

  /** However the link ends, its account is made into no other one of ours by itself. */
  private async remember(tx: WriteTx, instanceId: string, remoteUserId: string): Promise<void> {
    const server = await this.servers.byId(tx, instanceId);
    if (server) await this.known.remember(tx, mediaIdentity(server.serviceType, remoteUserId));
  }
}

const seenColumns = ({ id, name, email, isAdministrator, isDisabled, isPending }: RemoteAccount) => ({
  remoteUserId: id,
  remoteUsername: name,
  hubEmail: email,
  isAdministrator,
  isDisabled,
  isPending,
});

function accountOf(row: MediaAccountRow | null): MediaAccount | null {
  if (!row) return null;
  const { confirmedAccess: _access, confirmedLibraries: _libraries, confirmedLimits: _limits, ...rest } = row;
  return { ...rest, confirmed: confirmedOf(row) };
}

const accountsOf = (rows: readonly MediaAccountRow[]): readonly MediaAccount[] =>
  rows.map(accountOf).filter((account) => account !== null);
