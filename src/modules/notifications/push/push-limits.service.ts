import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { InjectLog } from '../../../core/core.module.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { StorageError } from '../../../core/database/storage-error.js';
import { AppError } from '../../../core/errors/app-error.js';
import type { Log } from '../../../core/logging/log.js';
import { SYSTEM_SHARE } from '../../../core/shares/fair-line.js';
import { ContentLimitsService } from '../../content-policy/content-policy.public.js';
import { ContentPoliciesRepository, type ContentPolicy } from '../../users/users.public.js';
import type { PushedPerson } from './push-audience.js';
import type { PushedEvent } from './pushed-events.service.js';

/** What was judged of a title for each kids account, and by which policy. Who can't be judged is not in it. */
export type JudgedTitles = ReadonlyMap<number, { readonly policy: ContentPolicy; readonly isShown: boolean }>;

/**
 * May children be told of a title? Ratings are looked up before the message is judged, the policies by which they were judged
 * are held against those of the moment in which it is. Source: doc 2 section 6 (at delivery), security 19.
 */
@Injectable()
export class PushLimitsService {
  constructor(
    private readonly database: Database,
    private readonly policies: ContentPoliciesRepository,
    private readonly limits: ContentLimitsService,
    @InjectLog() private readonly log: Log,
  ) {}

  /** Judges a title for those of these accounts that are kids accounts. Not inside a transaction. */
  async judge(title: PushedEvent['ratedTitle'], userIds: readonly number[]): Promise<JudgedTitles> {
    const judged = new Map<number, { readonly policy: ContentPolicy; readonly isShown: boolean }>();
    if (!title || title.tmdbId === null || userIds.length === 0) return judged;
    const { mediaType, tmdbId } = title;
    const kids = await this.database.read((tx) => this.policiesOf(tx, userIds));
    for (const userId of kids.keys()) {
      try {
        const judge = await this.limits.of(userId);
        if (!judge) continue;
        const { shown } = await this.limits.judge(judge, mediaType, tmdbId, SYSTEM_SHARE);
        judged.set(userId, { policy: judge.policy, isShown: shown });
      } catch (fault) {
        if (!(fault instanceof AppError)) throw fault;
        this.log.warn('a title can not be judged for a kids account', { user_id: userId, error: fault });
      }
    }
    return judged;
  }

  /**
   * What each of these accounts may see of the title at this moment: null for those without limits, `unknown` for a child of
   * whom nothing was judged by the limits that hold now.
   */
  async verdicts(
    tx: ReadTx,
    title: PushedEvent['ratedTitle'],
    userIds: readonly number[],
    judged: JudgedTitles,
  ): Promise<(userId: number) => PushedPerson['title']> {
    const policies = title ? await this.policiesOf(tx, userIds) : new Map<number, ContentPolicy | 'unreadable'>();
    return (userId) => {
      const policy = policies.get(userId);
      if (policy === undefined) return null;
      const known = judged.get(userId);
      if (!known || !isDeepStrictEqual(known.policy, policy)) return 'unknown';
      return known.isShown ? 'shown' : 'hidden';
    };
  }

  /** One that can't be read silences its own account, and nobody else's. */
  private async policiesOf(
    tx: ReadTx,
    userIds: readonly number[],
  ): Promise<ReadonlyMap<number, ContentPolicy | 'unreadable'>> {
    const policies = new Map<number, ContentPolicy | 'unreadable'>();
    for (const userId of userIds) {
      if (!(await this.policies.isKids(tx, userId))) continue;
      policies.set(userId, (await this.policies.of(tx, userId).catch(unreadable)) ?? 'unreadable');
    }
    return policies;
  }
}

/** What is stored is damaged; any other fault of the storage is one of the whole transaction. */
function unreadable(fault: unknown): 'unreadable' {
  if (fault instanceof StorageError && fault.kind === 'corrupt') return 'unreadable';
  throw fault;
}
