import { expect, it } from 'vitest';
import { manualPromise } from '../../../../test/harness/manual-promise.js';
import type { DownloadQueue } from '../../../clients/downloads/download-client.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { silentLog } from '../../../core/logging/log.js';
import type { DownloadClientsService } from '../../instances/instances.public.js';
import { ClientQueuesService } from './client-queues.service.js';

it('issue 23 §2: who asks for a queue that is being read waits for that read; an action ends it', async () => {
  const reads: ReturnType<typeof manualPromise<DownloadQueue>>[] = [];
  const client = {
    queue: () => {
      const read = manualPromise<DownloadQueue>();
      reads.push(read);
      return read.promise;
    },
    pauseAll: () => Promise.resolve(),
  };
  const clients = { connect: () => Promise.resolve({ client }) } as unknown as DownloadClientsService;
  const none = undefined as never;
  const queues = new ClientQueuesService(none, none, clients, new EventBus(silentLog), silentLog);
  const both = Promise.all([queues.queue('one'), queues.queue('one')]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(reads).toHaveLength(1);
  await queues.act({ userId: 1 }, 'one', 'pause');
  const afterwards = queues.queue('one');
  await new Promise((resolve) => setImmediate(resolve));
  expect(reads).toHaveLength(2);
  const [before, after] = [{ items: [] }, { items: [{}] }] as unknown as [DownloadQueue, DownloadQueue];
  reads[0]?.resolve(before);
  reads[1]?.resolve(after);
  expect([...(await both), await afterwards]).toEqual([before, before, after]);
});
