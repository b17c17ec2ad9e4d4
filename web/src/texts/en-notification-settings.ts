import type { RecentPost } from '../api/notification-queries.js';
import type { ChatFaultName } from '../domain/chat-fault.js';
import type { ChatEvent } from '../domain/notification-events.js';
import type { RepostRefusal } from '../domain/repost-refusal.js';

const STATES: Readonly<Record<RecentPost['status'], string>> = {
  pending: 'Waiting',
  sending: 'Being sent',
  sent: 'Sent',
  failed: 'Failed',
  unconfirmed: 'Not confirmed',
  cancelled: 'Cancelled',
};

/** What the page of administrators says on notifications, in English. Other languages have the same members. */
export const enNotificationSettings = {
  heading: 'Notifications',
  chat: {
    heading: 'Discord',
    lead: 'Usher posts to a channel of your Discord server what becomes of requests.',
    problems: 'Posts to Discord need your attention.',
    lookInChannel: 'Look in the channel whether the last post is there.',
    pages: { libraries: 'Open libraries', activity: 'Open activity', settings: 'Open settings' },
    enabled: 'Post to Discord',
    webhook: 'Webhook address',
    webhookStored: 'An address is saved. Leave this empty to keep it.',
    webhookNone:
      'In Discord, open the settings of the channel, then Integrations → Webhooks. Make a webhook and choose Copy Webhook URL.',
    events: 'Post when',
    when: {
      request_pending: 'a request needs approval',
      request_auto_approved: 'a request is approved automatically',
      request_approved: 'a request is approved',
      request_denied: 'a request is declined',
      request_failed: 'a request can’t be delivered',
      request_available: 'something requested is available',
      issue_created: 'a problem is reported',
      issue_comment: 'a problem report gets a reply',
      issue_resolved: 'a reported problem is solved',
      issue_reopened: 'a problem report is opened again',
      request_stuck: 'nothing arrives for a request for long',
    } satisfies Record<ChatEvent, string>,
    poster: 'Show the poster of the title',
    stuckDays: 'After how many days without a file',
    mentions: 'Mention people and roles',
    mentionsHelp: 'Only people who choose it in their profile are mentioned, and only about what they may see.',
    role: 'Role to mention',
    roleHelp:
      'The ID of a role of your Discord server: switch on Developer Mode, then right-click the role and choose Copy Role ID. Leave this empty to mention none.',
    roleEvents: 'Mention the role when',
    noRoleEvents: 'Choose what is posted first.',
    more: 'Thread, name and picture',
    thread: 'Thread',
    threadHelp: 'The ID of a thread of that channel. Leave this empty to post to the channel itself.',
    username: 'Name of the author',
    usernameHelp: 'Leave this empty for the name of the webhook.',
    avatar: 'Picture of the author',
    avatarHelp: 'The address of a picture. Leave this empty for the picture of the webhook.',
    faults: {
      missing: 'Enter the address of a webhook first.',
      otherHost: 'This address doesn’t lead to Discord. Copy the webhook’s address from the settings of the channel.',
      noWebhook:
        'This isn’t the address of a webhook. One leads to discord.com/api/webhooks/ and ends with a long key.',
      hostGone:
        'CHAT_HOSTS in the configuration doesn’t allow the host of the saved address any more. Enter another one.',
      thread: 'Enter the ID of the thread, a number of up to 20 digits.',
      role: 'Enter the ID of the role, a number of up to 20 digits. Its name isn’t one.',
      username: 'Discord doesn’t take this name. Use 1 to 80 characters, without “Discord” or “Clyde” in it.',
      avatar: 'Enter an address that begins with https:// or http://.',
      stuckDays: 'Enter a number of days from 1 to 365.',
    } satisfies Record<ChatFaultName, string>,
    test: 'Send a test post',
    testing: 'Sending…',
    tested: 'The test post is in the channel. Nobody was mentioned, and nothing was saved.',
    notPosted: (why: string) => `The test post didn’t go through. ${why}`,
    remove: 'Remove the webhook…',
    removeHeading: 'Remove the webhook?',
    removeText: 'Usher forgets the address and posts nothing any more. What waits to be posted is cancelled.',
    removeButton: 'Remove the webhook',
    removed: 'The webhook is removed.',
  },
  recent: {
    heading: 'Latest posts',
    lead: 'The last 20 at most.',
    none: 'Nothing was posted yet.',
    events: {
      request_pending: 'A request needs approval',
      request_auto_approved: 'A request was approved automatically',
      request_approved: 'A request was approved',
      request_denied: 'A request was declined',
      request_failed: 'A request couldn’t be delivered',
      request_available: 'Something requested is available',
      issue_created: 'A problem was reported',
      issue_comment: 'A problem report got a reply',
      issue_resolved: 'A reported problem was solved',
      issue_reopened: 'A problem report was opened again',
      request_stuck: 'Nothing has arrived for a request',
    } satisfies Record<ChatEvent, string>,
    states: { post: { ...STATES, sent: 'Posted' }, message: STATES } satisfies Record<string, typeof STATES>,
    unconfirmed: {
      post: 'It isn’t sent again by itself, so that it never appears twice.',
      message: 'It isn’t sent again by itself, so that it never arrives twice.',
    },
    again: {
      button: 'Post again',
      named: (what: string) => `Post again: ${what}`,
      heading: 'Post it again?',
      twice:
        'Nobody knows whether it’s in the channel already. If it is, it will be there twice. Look in the channel first.',
      done: 'It will be posted again in a moment.',
      refusal: {
        settled: 'This post has changed meanwhile: only one that failed or isn’t confirmed can be posted again.',
        eventOff: 'What it tells isn’t posted at the moment. Switch it on above and save first.',
        gone: 'This post isn’t kept any more.',
      } satisfies Record<RepostRefusal, string>,
    },
    attempts: (count: number) => `${count} attempts`,
    next: 'Next try',
    request: (id: number) => `Open request ${id}`,
    more: (count: number) => `Show ${count} more`,
  },
  push: {
    heading: 'Push messages',
    lead: 'What Usher may send to phones. Everyone chooses in their profile what they want of it.',
    notConfigured:
      'No push gateway is set up, so nothing is sent. Set PUSH_GATEWAY_URL in the server’s environment and start it again; set PUSH_API_KEY only if the gateway has given you one.',
    enabled: 'Send push messages',
    everyone: 'For everyone',
    administrators: 'For administrators',
    testLead: 'A test message goes to your own devices. On the page of a person you can send one to theirs.',
  },
};

/** What every language has to say on the page of administrators on notifications. */
export type NotificationSettingsTexts = typeof enNotificationSettings;
