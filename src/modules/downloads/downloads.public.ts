export { type ChangedQueue, ClientQueuesService } from './clients/client-queues.service.js';
export { DownloadsScopeSet } from './downloads.events.js';
export { DownloadsModule } from './downloads.module.js';
export { clientQueueView } from './http/client-queue.view.js';
export { type UserScope, UserScopeService } from './scope/user-scope.service.js';
