export { MessageIntakeService, type IssueEvent } from './events/message-intake.service.js';
export { NOTIFICATION_SENTENCES, SENDING_FAULTS } from './notifications.sentences.js';
export { NotificationsModule } from './notifications.module.js';
