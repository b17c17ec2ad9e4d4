export { IssueEventsService, type IssueEvent } from './events/issue-events.service.js';
export { NotificationsModule } from './notifications.module.js';
