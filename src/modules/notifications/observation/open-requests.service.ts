import { Injectable } from '@nestjs/common';
import { groupBy } from '../../../core/collections/group-by.js';
import { Database } from '../../../core/database/database.js';
import { nextTurn } from '../../../core/time/waiting.js';
import { AcceptedRequestsRepository } from '../../requests/requests.public.js';
import type { ObservedFormat } from './observation-row.entity.js';
import { observationOf, ObservationsRepository } from './observations.repository.js';
import type { Observation } from './observe.js';
import { isComplete, isVerifiable, wantsSame, type OpenRequest } from './open-request.js';

/** So many changes are read at once. Between two parts other calls are served. */
const PART = 1_000;

/**
 * The accepted requests whose titles are waited for, by library, in memory: only what has changed is read again. It is never a
 * second truth: every sweep catches up first.
 */
@Injectable()
export class OpenRequestsService {
  private readonly byLibrary = new Map<string, Map<number, OpenRequest>>();
  private readonly libraryOf = new Map<number, string>();
  private revision = 0;

  constructor(
    private readonly database: Database,
    private readonly accepted: AcceptedRequestsRepository,
    private readonly observations: ObservationsRepository,
  ) {}

  /** Everything that was committed before this call is in {@link libraries} when it resolves. @throws StorageError */
  async catchUp(signal: AbortSignal): Promise<void> {
    let more = true;
    while (more && !signal.aborted) {
      const { revision } = this;
      const changes = await this.database.readOne((tx) => this.accepted.changesSince(tx, revision, PART));
      const ids = changes.flatMap(({ id, request }) => (request ? [id] : []));
      const known = ids.length === 0 ? [] : await this.database.read((tx) => this.observations.of(tx, ids));
      const observed = groupBy(known, ({ requestId }) => requestId);
      for (const { id, request } of changes) {
        const before = this.drop(id);
        const observations = new Map((observed.get(id) ?? []).map((row) => [row.format, observationOf(row)]));
        if (!request) continue;
        const isSame = before !== undefined && wantsSame(before.request, request);
        this.keep({ request, observations, fullReading: isSame ? before.fullReading : undefined });
      }
      this.revision = changes.at(-1)?.revision ?? revision;
      more = changes.length === PART;
      if (more) await nextTurn();
    }
  }

  /** The open requests of each library, by id. */
  get libraries(): ReadonlyMap<string, ReadonlyMap<number, OpenRequest>> {
    return this.byLibrary;
  }

  /** Notes what was stored of a request; one that is complete is not waited for any more. */
  observed(requestId: number, format: ObservedFormat, observation: Observation): void {
    const open = this.byLibrary.get(this.libraryOf.get(requestId) ?? '')?.get(requestId);
    if (!open) return;
    open.observations.set(format, observation);
    if (isComplete(open)) this.drop(requestId);
  }

  /** Forgets everything: the next call of {@link catchUp} reads it anew. */
  forget(): void {
    this.byLibrary.clear();
    this.libraryOf.clear();
    this.revision = 0;
  }

  private keep(open: OpenRequest): void {
    if (!isVerifiable(open.request) || isComplete(open)) return;
    const { id, instanceId } = open.request;
    const library = this.byLibrary.get(instanceId) ?? new Map<number, OpenRequest>();
    library.set(id, open);
    this.byLibrary.set(instanceId, library);
    this.libraryOf.set(id, instanceId);
  }

  private drop(id: number): OpenRequest | undefined {
    const instanceId = this.libraryOf.get(id);
    const library = instanceId === undefined ? undefined : this.byLibrary.get(instanceId);
    if (instanceId === undefined || !library) return undefined;
    const dropped = library.get(id);
    library.delete(id);
    if (library.size === 0) this.byLibrary.delete(instanceId);
    this.libraryOf.delete(id);
    return dropped;
  }
}
