import { enNotifications, type NotificationTexts } from './en-notifications.js';
import { spoken } from './language.js';

/** What is said of one's own notifications and of what there can be, in the reader's language. */
export const notificationTexts: NotificationTexts = await spoken(
  enNotifications,
  async () => (await import('./de-notifications.js')).deNotifications,
);
