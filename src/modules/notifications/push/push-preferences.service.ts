import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import {
  changedPreferences,
  type PushPolicy,
  type PushPreferences,
  type PushPreferencesInput,
} from './push-categories.js';
import { PushPolicyService } from './push-policy.service.js';
import { PushPreferencesRepository } from './push-preferences.repository.js';

/** What somebody wants to be pushed, and what the server sends of it. */
export interface ChosenPushes {
  readonly preferences: PushPreferences;
  readonly policy: PushPolicy;
}

/** What do people want to be pushed? Source: doc 3 section 9.1. */
@Injectable()
export class PushPreferencesService {
  constructor(
    private readonly database: Database,
    private readonly preferences: PushPreferencesRepository,
    private readonly policy: PushPolicyService,
  ) {}

  of({ userId }: Caller): Promise<ChosenPushes> {
    return this.database.read((tx) => this.inside(tx, userId));
  }

  /** Keeps what the caller has sent, by the rules for what it leaves out, and answers what holds then. */
  choose({ userId }: Caller, input: PushPreferencesInput): Promise<ChosenPushes> {
    return this.database.write(async (tx) => {
      const stored = await this.preferences.of(tx, userId);
      await this.preferences.set(tx, userId, changedPreferences(stored, input));
      return this.inside(tx, userId);
    });
  }

  /** As {@link of}, in a transaction. */
  async inside(tx: ReadTx, userId: number): Promise<ChosenPushes> {
    return { preferences: await this.preferences.of(tx, userId), policy: await this.policy.of(tx) };
  }
}
