import {
  ChannelRow,
  ChatPreferenceRow,
  NotificationPrefsRow,
  PushTokenRow,
  WebPushSubscriptionRow,
} from './settings-rows.js';
import {
  ContentAlertClaimRow,
  StuckRequestRow,
  FollowRow,
  BaselineRow,
  ObservationRow,
  OutboxDestinationRow,
  OutboxRow,
} from './message-rows.js';

export const notificationsEntities = [
  ChannelRow,
  ChatPreferenceRow,
  BaselineRow,
  ObservationRow,
  OutboxDestinationRow,
  OutboxRow,
  NotificationPrefsRow,
  PushTokenRow,
  WebPushSubscriptionRow,
  ContentAlertClaimRow,
  FollowRow,
  StuckRequestRow,
] as const;
