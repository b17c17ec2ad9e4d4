import { Injectable, type OnModuleInit } from '@nestjs/common';
import { In } from 'typeorm';
import { groupBy } from '../../../core/collections/group-by.js';
import { Database, type WriteTx } from '../../../core/database/database.js';
import { JobRunner } from '../../../core/jobs/job-runner.js';
import { Clock } from '../../../core/time/clock.js';
import { InstanceMissing } from '../../instances/instances.public.js';
import { AcceptedRequestsRepository, type AcceptedRequest } from '../../requests/requests.public.js';
import { ChatSettingsRepository } from '../chat/chat-settings.repository.js';
import { MessageIntakeService } from '../events/message-intake.service.js';
import { AwaitedTitlesService, type AwaitedState } from './awaited-titles.service.js';
import { StuckRequestRow } from '../message-rows.js';

export const STUCK_JOB = 'notifications.stuck';

const STUCK = 'request_stuck';
const EVERY_MS = 6 * 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

const REQUESTS_PER_WRITE = 200;

interface Judged {
  readonly id: number;
  readonly state: AwaitedState;
}

/**
 * Tells administrators of accepted requests that could be there and have had nothing on disk for as many days as the
 * settings say, once each. The days count from when that was first seen, while somebody is told of it.
 */
@Injectable()
export class StuckRequestsJob implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly jobs: JobRunner,
    private readonly clock: Clock,
    private readonly accepted: AcceptedRequestsRepository,
    private readonly titles: AwaitedTitlesService,
    private readonly settings: ChatSettingsRepository,
    private readonly intake: MessageIntakeService,
  ) {}

  onModuleInit(): void {
    this.jobs.register({
      name: STUCK_JOB,
      title: 'Look for requests that get nowhere',
      purpose: 'Looks for requests of which nothing has arrived for a long time, so that administrators can be told.',
      everyMs: EVERY_MS,
      run: (signal) => this.run(signal),
    });
  }

  private async run(signal: AbortSignal): Promise<void> {
    const isTold = await this.database.read(async (tx) => (await this.intake.destinationsFor(tx, STUCK)).length > 0);
    if (!isTold) return;
    for (const requests of (await this.openByLibrary(signal)).values()) {
      const judged = await this.judge(requests);
      for (let start = 0; start < judged.length && !signal.aborted; start += REQUESTS_PER_WRITE)
        await this.note(judged.slice(start, start + REQUESTS_PER_WRITE));
    }
    this.intake.wake();
  }

  private async openByLibrary(signal: AbortSignal): Promise<ReadonlyMap<string, readonly AcceptedRequest[]>> {
    const all: AcceptedRequest[] = [];
    for (let after = 0, isMore = true; isMore && !signal.aborted;) {
      const last = after;
      const requests = await this.database.read((tx) => this.accepted.after(tx, last, REQUESTS_PER_WRITE));
      all.push(...requests);
      after = requests.at(-1)?.id ?? after;
      isMore = requests.length === REQUESTS_PER_WRITE;
    }
    return groupBy(all, ({ instanceId }) => instanceId);
  }

  private async judge(requests: readonly AcceptedRequest[]): Promise<readonly Judged[]> {
    const [first] = requests;
    if (!first) return [];
    try {
      const stateOf = await this.titles.statesIn(first.instanceId, first.mediaType, requests);
      const judged = requests.map((request) => ({ id: request.id, state: stateOf(request) }));
      return judged.filter(({ state }) => state !== 'unknown');
    } catch (fault) {
      if (fault instanceof InstanceMissing) return [];
      throw fault;
    }
  }

  private note(judged: readonly Judged[]): Promise<void> {
    return this.database.write(async (tx) => {
      const now = this.clock.now();
      const rows = await tx.find(StuckRequestRow, { where: { requestId: In(judged.map(({ id }) => id)) } });
      const known = new Map(rows.map((row) => [row.requestId, row]));
      const { stuckDays } = await this.settings.options(tx);
      const before = now - stuckDays * DAY_MS;
      for (const one of judged) await this.noteOne(tx, one, { row: known.get(one.id), before, now });
    });
  }

  /** What has been awaited since `before` is told. What was told once isn't told again, even when its file is lost. */
  private async noteOne(
    tx: WriteTx,
    { id: requestId, state }: Judged,
    { row, before, now }: { readonly row: StuckRequestRow | undefined; readonly before: number; readonly now: number },
  ): Promise<void> {
    if (state === 'settled') {
      if (row?.toldAt === null) await tx.delete(StuckRequestRow, { requestId });
      return;
    }
    if (!row) await tx.insert(StuckRequestRow, { requestId, since: now, toldAt: null });
    else if (row.toldAt === null && row.since <= before) {
      await tx.update(StuckRequestRow, { requestId }, { toldAt: now });
      await this.intake.add(tx, { event: STUCK, actorId: null, subject: { requestIds: [requestId] } });
    }
  }
}
