export { type ChangedQueue, ClientQueuesService } from './clients/client-queues.service.js';
export { DOWNLOAD_CLIENT_SENTENCES } from './downloads.errors.js';
export { DownloadsScopeSet } from './downloads.events.js';
export { DownloadsModule } from './downloads.module.js';
export { DOWNLOAD_SOURCE_SENTENCES } from './http/activity.view.js';
export { clientQueueView, PAST_DOWNLOAD_SENTENCES } from './http/client-queue.view.js';
export { type UserScope, UserScopeService } from './scope/user-scope.service.js';
