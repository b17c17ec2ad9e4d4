import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { z } from 'zod';
import type { Caller } from '../../../core/access/caller.js';
import { type Privileged, privilegedWrite } from '../../../core/access/privileged-write.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { defineSetting, SettingsRepository } from '../../settings/settings.public.js';
import { NotificationPrefsRow } from '../settings-rows.js';
import {
  changedPolicy,
  changedPreferences,
  DEFAULT_PREFERENCES,
  OPEN_POLICY,
  PUSH_CATEGORIES,
  type PushFlag,
  type PushPolicy,
  type PushPolicyInput,
  type PushPreferences,
  type PushPreferencesInput,
} from './push-categories.js';

export interface ChosenPushes {
  readonly preferences: PushPreferences;
  readonly policy: PushPolicy;
}

/** Categories that were unknown when it was stored are open. */
const POLICY = defineSetting({
  key: 'push_policy',
  schema: z.object({ enabled: z.boolean(), categories: z.partialRecord(z.enum(PUSH_CATEGORIES), z.boolean()) }),
  fallback: { enabled: true, categories: {} },
});

const FLAGS = Object.keys(DEFAULT_PREFERENCES) as PushFlag[];
type FlagColumn = Exclude<keyof NotificationPrefsRow, 'userId'>;
const columnOf = (flag: PushFlag): FlagColumn =>
  flag.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()) as FlagColumn;

/** What do people want to be pushed, and what does the server send at all? */
@Injectable()
export class PushPreferencesService {
  constructor(
    private readonly database: Database,
    private readonly settings: SettingsRepository,
  ) {}

  of({ userId }: Caller): Promise<ChosenPushes> {
    return this.database.read((tx) => this.chosenBy(tx, userId));
  }

  /** Keeps what the caller has sent, by the rules for what it leaves out, and answers what holds then. */
  choose({ userId }: Caller, input: PushPreferencesInput): Promise<ChosenPushes> {
    return this.database.write(async (tx) => {
      const chosen = changedPreferences(await this.preferencesOf(tx, userId), input);
      const columns = Object.fromEntries(FLAGS.map((flag) => [columnOf(flag), chosen[flag]]));
      await tx.upsert(NotificationPrefsRow, { userId, ...columns }, ['userId']);
      return this.chosenBy(tx, userId);
    });
  }

  async chosenBy(tx: ReadTx, userId: number): Promise<ChosenPushes> {
    return { preferences: await this.preferencesOf(tx, userId), policy: await this.policy(tx) };
  }

  async ofAll(tx: ReadTx, userIds: readonly number[]): Promise<ReadonlyMap<number, PushPreferences>> {
    const rows = await tx.findBy(NotificationPrefsRow, { userId: In([...userIds]) });
    const chosen = new Map(rows.map((row) => [row.userId, preferencesIn(row)]));
    return new Map(userIds.map((userId) => [userId, chosen.get(userId) ?? DEFAULT_PREFERENCES]));
  }

  currentPolicy(): Promise<PushPolicy> {
    return this.database.read((tx) => this.policy(tx));
  }

  /** Which pushes does the server send at all? @throws AppError 503 when what is stored can't be read */
  async policy(tx: ReadTx): Promise<PushPolicy> {
    return changedPolicy(OPEN_POLICY, await this.settings.get(tx, POLICY));
  }

  /** Changes what is named of the policy, and answers the whole. @throws AppError 401 and 403 when they may not any more */
  changePolicy(admin: Privileged, input: PushPolicyInput): Promise<PushPolicy> {
    return privilegedWrite(this.database, admin, async (tx) => {
      const policy = changedPolicy(await this.policy(tx), input);
      await this.settings.set(tx, POLICY, policy);
      return policy;
    });
  }

  private async preferencesOf(tx: ReadTx, userId: number): Promise<PushPreferences> {
    const row = await tx.findOneBy(NotificationPrefsRow, { userId });
    return row ? preferencesIn(row) : DEFAULT_PREFERENCES;
  }
}

const preferencesIn = (row: NotificationPrefsRow): PushPreferences =>
  Object.fromEntries(FLAGS.map((flag) => [flag, row[columnOf(flag)]])) as PushPreferences;
