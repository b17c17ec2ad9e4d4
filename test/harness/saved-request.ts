import { Database } from '../../src/core/database/database.js';
import { DispatchesRepository } from '../../src/modules/requests/saved/dispatches.repository.js';
import { type NewRequest, RequestsRepository } from '../../src/modules/requests/saved/requests.repository.js';
import type { App, Session } from './start-app.js';

/** What has to be said of a saved request. */
export type SavedRequestGiven = Partial<NewRequest> & Pick<NewRequest, 'mediaType' | 'key' | 'instanceId'>;

/** A request of somebody's, as its delivery left it. */
export function saveRequest(app: App, { userId, username }: Session, given: SavedRequestGiven): Promise<void> {
  const now = app.clock.now();
  const [saved, jobs] = [app.get(RequestsRepository), app.get(DispatchesRepository)];
  return app.get(Database).write(async (tx) => {
    const id = await saved.insert(tx, {
      ...{ userId, requesterName: username, title: 'Earlier', status: 'requested', qualityProfileId: 0 },
      ...{ requestedAt: now, ...given },
    });
    const { bookFormat = '' } = given;
    const job = { requestId: id, format: bookFormat === 'both' ? 'ebook' : bookFormat } as const;
    if (bookFormat !== '') await saved.subscribe(tx, { requestId: id, userId, username, bookFormat, joinedAt: now });
    await jobs.insert(tx, job, 'queued', now);
    await jobs.change(tx, job, { state: 'complete', nextAttemptAt: null });
  });
}
