import { Injectable } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { InstanceDirectory } from '../../instances/instances.public.js';
import { Dispatches, type SavedRequest } from '../delivery/dispatches.js';
import { SavedRequests } from '../saved/saved-requests.js';
import { FilmPosters } from './film-posters.js';

/** The most requests that the queue shows at once; the next ones move up as these are decided. */
const QUEUE_LIMIT = 500;

/** A request that waits for a decision, with what an administrator decides by. */
export interface QueuedRequest extends SavedRequest {
  readonly instanceName: string | null;
  readonly posterPath: string | null;
}

/** The queue of requests that wait for a person. */
@Injectable()
export class PendingQueue {
  constructor(
    private readonly database: Database,
    private readonly directory: InstanceDirectory,
    private readonly posters: FilmPosters,
    private readonly saved: SavedRequests,
    private readonly dispatches: Dispatches,
  ) {}

  /** Requests that wait for approval, oldest first. A poster that can't be had in time is left out. */
  async list(): Promise<readonly QueuedRequest[]> {
    const { waiting, names } = await this.database.read(async (tx) => {
      const waiting = await this.dispatches.joined(tx, await this.saved.pending(tx, QUEUE_LIMIT));
      const instances = await this.directory.ofKind(tx, 'movie_manager');
      return { waiting, names: new Map(instances.map(({ id, name }) => [id, name])) };
    });
    const posters = await this.posters.of(waiting.map(({ request }) => request.tmdbId));
    return waiting.map((one) => ({
      ...one,
      instanceName: names.get(one.request.instanceId ?? '') ?? null,
      posterPath: posters.get(one.request.tmdbId) ?? null,
    }));
  }
}
