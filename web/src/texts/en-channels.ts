import type { ChannelFaultName } from '../domain/channel-fault.js';
import type { ChannelKind } from '../domain/channel-form.js';

/** What is said of one kind of channel. */
export interface ChannelKindTexts {
  readonly name: string;
  /** Who gets its messages. */
  readonly reaches: string;
  readonly addressHelp: string;
  /** What is wrong with an address that isn't as this kind wants it; left out where any will do. */
  readonly addressFault?: string;
  /** What its secret is called. */
  readonly secret: string;
  readonly secretHelp: string;
  /** What is wrong with a secret that isn't as this kind wants it; left out where that is so of every text. */
  readonly secretFault?: string;
  /** The box that clears the secret. */
  readonly clear: string;
}

/** What the page of administrators says on channels beside Discord, in English. Other languages have the same members. */
export const enChannels = {
  heading: 'More channels',
  lead: 'Usher sends the same messages to ntfy, Gotify, a webhook or Apprise. They mention nobody.',
  none: 'There are no more channels yet.',
  add: 'Add a channel',
  full: 'There can be at most 20 channels. Remove one first.',
  kind: 'What is it?',
  /** In the order in which they are offered. */
  kinds: {
    ntfy: {
      name: 'ntfy',
      reaches: 'Phones that follow a topic',
      addressHelp:
        'The server’s address with the topic at its end, for example http://ntfy:8080/household. A topic at ntfy.sh works, too.',
      addressFault: 'Put the topic at the end of the address: up to 64 letters, digits, underscores and dashes.',
      secret: 'Access token',
      secretHelp: 'Needed for a topic that isn’t open to everyone: a token like tk_…, or name:password.',
      clear: 'Remove the saved access token',
    },
    gotify: {
      name: 'Gotify',
      reaches: 'Phones with its app',
      addressHelp: 'The server’s address, for example http://gotify:8080.',
      secret: 'Token of the application',
      secretHelp: 'In Gotify, create an application under Apps and copy its token, for example A7xFz….',
      clear: 'Remove the saved token',
    },
    json: {
      name: 'Webhook',
      reaches: 'A program of your own',
      addressHelp: 'Where messages are sent as JSON, for example http://homeassistant:8123/api/webhook/usher.',
      secret: 'Signing key',
      secretHelp:
        'Messages are signed with it (Standard Webhooks): 24 to 64 bytes in base64, as “openssl rand -base64 32” makes them. Leave this empty to sign none.',
      secretFault: 'Enter a key of 24 to 64 bytes in base64.',
      clear: 'Remove the saved signing key',
    },
    apprise: {
      name: 'Apprise',
      reaches: 'Many other services',
      addressHelp:
        'The address of your Apprise API with the key of a saved configuration, for example http://apprise:8000/notify/household.',
      secret: 'Access token',
      secretHelp: 'Needed only if a proxy before Apprise asks for one: a token, or name:password.',
      clear: 'Remove the saved access token',
    },
  } satisfies Record<ChannelKind, ChannelKindTexts>,
  on: 'On',
  off: 'Off',
  silent: 'No event is chosen, so nothing is sent.',
  problems: 'Messages to this channel need your attention.',
  look: 'Look at the place where its messages arrive whether the last one is there.',
  check: 'Check that it runs and that its address is right.',
  latest: 'Latest messages',
  latestOf: (name: string) => `Latest messages of ${name}`,
  noMessages: 'Nothing was sent yet.',
  change: 'Change',
  changeNamed: (name: string) => `Change ${name}`,
  remove: 'Remove…',
  removeNamed: (name: string) => `Remove ${name}…`,
  removeHeading: (name: string) => `Remove ${name}?`,
  removeText: 'Usher forgets the channel and sends it nothing any more. What waits for it is dropped.',
  removeButton: 'Remove the channel',
  removed: (name: string) => `${name} is removed.`,
  name: 'Name',
  nameHelp: 'By which you know it here, for example “Phones”.',
  address: 'Address',
  addressStored: 'An address is saved. Leave this empty to keep it.',
  secretStored: 'One is saved. Leave this empty to keep it.',
  enabled: 'Send to this channel',
  events: 'Send when',
  faults: {
    name: 'Enter a name of 1 to 60 characters.',
    missing: 'Enter an address first.',
    noAddress: 'Enter an address that begins with http:// or https:// and has no name or password in it.',
    otherServer: 'The new address leads to another server, to which what is saved here isn’t sent. Enter it again.',
    unfit: 'Use at most 512 letters, digits and signs, without blanks.',
    full: 'There can be at most 20 channels. Remove one first.',
    gone: 'This channel is gone: somebody else has removed it.',
  } satisfies Record<Exclude<ChannelFaultName, 'rule'>, string>,
  test: 'Send a test message',
  testing: 'Sending…',
  tested: 'The channel has taken the test message. Nothing was saved by the test.',
  notSent: (why: string) => `The test message didn’t go through. ${why}`,
  testLater: 'Once it is saved, you can send a test message.',
  close: 'Close',
};

/** What every language has to say on channels. */
export type ChannelTexts = typeof enChannels;
