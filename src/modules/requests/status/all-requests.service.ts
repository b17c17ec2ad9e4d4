import { Injectable } from '@nestjs/common';
import { CachedReading } from '../../../core/database/cached-reading.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { InstanceDirectoryService } from '../../instances/instances.public.js';
import { AccountsRepository } from '../../users/users.public.js';
import { DispatchesRepository, type SavedRequest } from '../saved/dispatches.repository.js';
import type { DispatchState } from '../saved/job-rows.js';
import { decisionOf, type RequestDecision } from '../saved/request-decision.js';
import { RequestRow, type SubscriberRow } from '../saved/rows.js';
import { RequestsRepository } from '../saved/requests.repository.js';
import { type HistoryFilter, type Requester, RequestHistoryRepository } from './request-history.repository.js';
import { TitlePostersService } from './title-posters.service.js';

/** An account that waits for a request, with its name when it asked and the formats of a book that it wants. */
type Asker = Pick<SubscriberRow, 'userId' | 'username'> & Pick<RequestRow, 'bookFormat'>;

const REQUESTERS_LIMIT = 500;

export interface PastRequest {
  readonly request: RequestRow;
  readonly askedBy: readonly Asker[];
  readonly decision: RequestDecision;
  /** The administrator who decided; null when the account was removed. */
  readonly decidedBy: string | null;
  readonly instanceName: string | null;
  readonly posterPath: string | null;
}

export interface HistoryPage {
  readonly requests: readonly PastRequest[];
  readonly requesters: readonly Requester[];
  /** Where the next page begins; null on the last one. */
  readonly nextBefore: number | null;
}

/** The most requests that a queue shows at once; later ones follow as these are handled. */
const QUEUE_LIMIT = 500;

/** The worker handles `queued` and `processing` soon; `attention` waits for a person. */
const PARKED: readonly DispatchState[] = ['retry', 'waiting_library', 'attention'];

export interface QueuedRequest extends SavedRequest {
  readonly requesters: readonly Asker[];
  readonly instanceName: string | null;
  readonly posterPath: string | null;
}

/** What administrators read of everybody's requests: the two queues, and the history. */
@Injectable()
export class AllRequestsService {
  /** What each page of the history names besides its own requests. */
  private readonly named: CachedReading<{
    readonly requesters: readonly Requester[];
    readonly instances: ReadonlyMap<string, string>;
  }>;

  constructor(
    private readonly database: Database,
    private readonly directory: InstanceDirectoryService,
    private readonly posters: TitlePostersService,
    private readonly dispatches: DispatchesRepository,
    private readonly rows: RequestHistoryRepository,
    private readonly accounts: AccountsRepository,
    private readonly saved: RequestsRepository,
  ) {
    this.named = new CachedReading(database, () =>
      database.read(async (tx) => {
        const instances = await this.directory.all(tx);
        return {
          requesters: await this.rows.requesters(tx, REQUESTERS_LIMIT),
          instances: new Map(instances.map(({ id, name }) => [id, name])),
        };
      }),
    );
  }

  /** Requests that wait for approval, oldest first. Posters that don't load in time are left out. */
  pending(): Promise<readonly QueuedRequest[]> {
    return this.queue((tx) =>
      tx.find(RequestRow, { where: { status: 'pending' }, order: { id: 'ASC' }, take: QUEUE_LIMIT }),
    );
  }

  /** Accepted requests whose delivery waits for its time, for the library manager or for a person, oldest first. */
  parked(): Promise<readonly QueuedRequest[]> {
    return this.queue((tx) =>
      tx
        .createQueryBuilder(RequestRow, 'request')
        .where('request.status = :accepted', { accepted: 'requested' })
        .andWhere(
          `EXISTS (SELECT 1 FROM request_dispatch job WHERE job.request_id = request.id AND job.state IN (:...parked))`,
          { parked: PARKED },
        )
        .orderBy('request.id', 'ASC')
        .limit(QUEUE_LIMIT)
        .getMany(),
    );
  }

  private async queue(rows: (tx: ReadTx) => Promise<readonly RequestRow[]>): Promise<readonly QueuedRequest[]> {
    const { waiting, requesters, names } = await this.database.read(async (tx) => {
      const waiting = await this.dispatches.joined(tx, await rows(tx));
      const instances = await this.directory.all(tx);
      const requesters = await this.askersOf(
        tx,
        waiting.map(({ request }) => request),
      );
      return { waiting, requesters, names: new Map(instances.map(({ id, name }) => [id, name])) };
    });
    const posters = await this.posters.of(waiting.map(({ request }) => request));
    return waiting.map((one) => ({
      ...one,
      requesters: requesters(one.request),
      instanceName: names.get(one.request.instanceId ?? '') ?? null,
      posterPath: posters(one.request),
    }));
  }

  /** A page of at most `limit` requests. The number of statements doesn't depend on the size of the page. */
  async history(filter: HistoryFilter, limit: number): Promise<HistoryPage> {
    const { found, deciders, askers } = await this.database.read(async (tx) => {
      const found = await this.rows.page(tx, filter, limit + 1);
      return {
        found,
        askers: await this.askersOf(tx, found),
        deciders: await this.accounts.byIds(tx, [...new Set(found.flatMap(({ approvedBy }) => approvedBy ?? []))]),
      };
    });
    // After the page, so that nobody and nothing on it is missing here.
    const { requesters, instances } = await this.named.get();
    const shown = found.slice(0, limit);
    const posters = await this.posters.of(shown);
    const requests = shown.map((request) => ({
      request,
      askedBy: askers(request),
      decision: decisionOf(request),
      decidedBy: deciders.get(request.approvedBy ?? 0)?.username ?? null,
      instanceName: instances.get(request.instanceId ?? '') ?? null,
      posterPath: posters(request),
    }));
    return { requests, requesters, nextBefore: found.length > limit ? (shown.at(-1)?.id ?? null) : null };
  }

  /** The subscribers of a shared request, those first who asked first, else its owner. */
  private async askersOf(
    tx: ReadTx,
    requests: readonly RequestRow[],
  ): Promise<(request: RequestRow) => readonly Asker[]> {
    const subscribers = await this.saved.subscribersOfAll(tx, requests);
    return (request) => subscribers.get(request.id) ?? [ownerOf(request)];
  }
}

function ownerOf({ userId, requesterName, bookFormat }: RequestRow): Asker {
  return { userId, username: requesterName, bookFormat };
}
