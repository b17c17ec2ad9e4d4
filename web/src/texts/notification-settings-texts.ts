import { enNotificationSettings, type NotificationSettingsTexts } from './en-notification-settings.js';
import { spoken } from './language.js';

/** What the page of administrators says on notifications, in the reader's language. */
export const notificationSettingsTexts: NotificationSettingsTexts = await spoken(
  enNotificationSettings,
  async () => (await import('./de-notification-settings.js')).deNotificationSettings,
);
