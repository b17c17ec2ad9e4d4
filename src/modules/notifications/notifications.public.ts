export { MessageIntakeService, type IssueEvent } from './events/message-intake.service.js';
export { NotificationsModule } from './notifications.module.js';
