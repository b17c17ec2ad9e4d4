import { Injectable } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { InstanceDirectoryService } from '../../instances/instances.public.js';
import { AccountsRepository } from '../../users/users.public.js';
import type { RequestRow } from '../saved/request-row.entity.js';
import { RequestHistoryRepository, type HistoryFilter, type Requester } from './request-history.repository.js';
import { decisionOf, type RequestDecision } from './request-decision.js';
import { RequestersService, type Requester as Asker } from './requesters.service.js';
import { TitlePostersService } from './title-posters.service.js';

/** The most requesters that a page lists for the filter. */
const REQUESTERS_LIMIT = 500;

/** A request of the history with its decision and the names to show. */
export interface PastRequest {
  readonly request: RequestRow;
  /** The accounts that asked for it, its owner among them. */
  readonly askedBy: readonly Asker[];
  readonly decision: RequestDecision;
  /** The administrator who decided; null when the account was removed. */
  readonly decidedBy: string | null;
  readonly instanceName: string | null;
  readonly posterPath: string | null;
}

/** A page of the history. */
export interface HistoryPage {
  /** Newest first. */
  readonly requests: readonly PastRequest[];
  /** All requesters by name, at most 500, whatever the page shows. */
  readonly requesters: readonly Requester[];
  /** Where the next page begins; null on the last one. */
  readonly nextBefore: number | null;
}

/** Reads the history of all requests and decisions. Source: doc 4 section 1.4. */
@Injectable()
export class RequestHistoryService {
  constructor(
    private readonly database: Database,
    private readonly rows: RequestHistoryRepository,
    private readonly accounts: AccountsRepository,
    private readonly directory: InstanceDirectoryService,
    private readonly posters: TitlePostersService,
    private readonly askers: RequestersService,
  ) {}

  /** A page of at most `limit` requests. The number of statements doesn't depend on the size of the page. */
  async page(filter: HistoryFilter, limit: number): Promise<HistoryPage> {
    const { found, deciders, names, requesters, askers } = await this.database.read(async (tx) => {
      const found = await this.rows.page(tx, filter, limit + 1);
      const instances = await this.directory.all(tx);
      return {
        found,
        requesters: await this.rows.requesters(tx, REQUESTERS_LIMIT),
        askers: await this.askers.of(tx, found),
        deciders: await this.accounts.byIds(tx, [...new Set(found.flatMap(({ approvedBy }) => approvedBy ?? []))]),
        names: new Map(instances.map(({ id, name }) => [id, name])),
      };
    });
    const shown = found.slice(0, limit);
    const posters = await this.posters.of(shown);
    const requests = shown.map((request) => ({
      request,
      askedBy: askers(request),
      decision: decisionOf(request),
      decidedBy: deciders.get(request.approvedBy ?? 0)?.username ?? null,
      instanceName: names.get(request.instanceId ?? '') ?? null,
      posterPath: posters(request),
    }));
    return { requests, requesters, nextBefore: found.length > limit ? (shown.at(-1)?.id ?? null) : null };
  }
}
