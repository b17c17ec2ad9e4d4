import type { BrowserPushes } from '../domain/browser-pushes.js';
import type { ChatEvent, PushCategory } from '../domain/notification-events.js';
import type { OwnChatRefusal } from '../domain/own-chat.js';

/** What is said of one's own notifications and of what there can be, in English. Other languages have the same members. */
export const enNotifications = {
  heading: 'Notifications',
  setUp: 'Set up notifications',
  categories: {
    request_decision: 'Decisions on own requests',
    new_movie: 'New films',
    new_episode: 'New episodes',
    new_book: 'New books',
    new_album: 'New albums',
    issue_report_update: 'Replies to own problem reports',
    media_server_access: 'Access to media servers',
    request_pending: 'Requests that need approval',
    request_auto_approved: 'Requests approved automatically',
    content_upgraded: 'Better files for what is there',
    issue_created: 'Problem reports',
    agent_action_pending: 'Repairs that need approval',
    agent_digest: 'Weekly summary of repairs',
    hub_access_request: 'New accounts by sign-in, and people who want access to Plex',
  } satisfies Record<PushCategory, string>,
  chat: {
    heading: 'Mentions in Discord',
    off: 'This server doesn’t post to Discord.',
    noMentions: 'This server posts to Discord, but its posts mention nobody.',
    lead: 'Usher posts to your household’s Discord channel. A post that mentions you makes your phone ring.',
    enabled: 'Mention me',
    ids: 'Your Discord user ID',
    idsHelp:
      'In Discord, switch on Developer Mode under Settings → Advanced. Then open your own profile and choose Copy User ID. Separate several IDs with spaces.',
    events: 'Mention me when',
    when: {
      request_pending: 'a request needs approval',
      request_auto_approved: 'a request is approved automatically',
      request_approved: 'my request is approved',
      request_denied: 'my request is declined',
      request_failed: 'a request can’t be delivered',
      request_available: 'my request is available',
      issue_created: 'a problem is reported',
      issue_comment: 'a problem report gets a reply',
      issue_resolved: 'a reported problem is solved',
      issue_reopened: 'a problem report is opened again',
      request_stuck: 'nothing arrives for a request for long',
    } satisfies Record<ChatEvent, string>,
    saved: 'Your mentions are saved.',
    test: 'Send a test post',
    testing: 'Sending…',
    tested: 'The test post is in the channel. It mentions you.',
    notPosted: (why: string) => `The test post didn’t go through. ${why}`,
    saveFirst: 'Save your changes first. The test uses what is saved.',
    refusal: {
      ids: 'Enter at most 10 IDs, each a number of up to 20 digits. Your name in Discord isn’t an ID.',
      server_disabled: 'This server doesn’t post to Discord any more.',
      mentions_disabled: 'Posts of this server mention nobody any more.',
      disabled: 'Switch mentions on and save first.',
      no_chat_ids: 'Save your Discord user ID first.',
    } satisfies Record<OwnChatRefusal, string>,
  },
  push: {
    heading: 'Push messages',
    off: 'This server doesn’t send push messages.',
    offByServer: 'Push messages are switched off on this server.',
    lead: 'They arrive in browsers where you turn them on, and on devices where you’re signed in with an app that receives them.',
    enabled: 'Send me push messages',
    about: 'Tell me about',
    notSent: (what: string) => `This server sends nothing about: ${what}.`,
    saved: 'Your push messages are saved.',
    test: 'Send a test message',
    testing: 'Sending…',
    noDevice: {
      own: 'You have no device that receives push messages. Turn them on in a browser, or sign in with an app that receives them.',
      person: 'This person has no device that receives push messages.',
    },
    sent: (count: number) => (count === 1 ? 'Sent to 1 device.' : `Sent to ${count} devices.`),
    sentSome: (sent: number, all: number) => `Sent to ${sent} of ${all} devices.`,
    unknownDevice: 'Another device',
    gone: 'It doesn’t receive messages any more, and is forgotten.',
    failed: 'The message didn’t go through.',
    failedWhy: (why: string) => `The message didn’t go through. ${why}`,
    refusal: {
      notConfigured: 'This server can’t send push messages to your devices.',
      offByServer: 'Push messages are switched off on this server.',
      offByAccount: {
        own: 'You have switched push messages off. Switch them on and save first.',
        person: 'This person has switched push messages off.',
      },
    },
    person: 'Sends a test message to all devices of this person.',
  },
  browser: {
    heading: 'Push messages in this browser',
    state: {
      unsupported: 'This browser can’t receive push messages.',
      'needs-https':
        'Browsers receive push messages only from a secure address, one that begins with https. Open Usher there.',
      'needs-installing':
        'On an iPhone or iPad, add Usher to the home screen first: the share menu has “Add to Home Screen”. Then open it there.',
      denied: 'Notifications are blocked for this site. Allow them in the browser’s settings for this site.',
      off: 'This browser receives no push messages for you.',
      on: 'This browser receives push messages for you, also while Usher is closed.',
    } satisfies Record<BrowserPushes, string>,
    turnOn: 'Turn on in this browser',
    turnOff: 'Turn off in this browser',
    turning: 'One moment…',
    notSubscribed: 'The browser couldn’t reach the push service of its maker. Try again later.',
  },
};

/** What every language has to say on notifications. */
export type NotificationTexts = typeof enNotifications;
