import type { OpeningFault } from '../domain/box-fault.js';

/** What the pages of films and series say about showing them on a TV, in English. Other languages have the same members. */
export const enTv = {
  show: 'Show on TV',
  which: 'Show on which TV?',
  cancel: 'Cancel',
  waking: (tv: string) => `Waking ${tv}…`,
  patience: 'This can take up to 40 seconds.',
  sent: (tv: string) => `Sent to ${tv}. Is it there?`,
  sentAgain: (tv: string) => `Sent to ${tv} once more.`,
  sendingAgain: (tv: string) => `Sending it to ${tv} once more…`,
  yes: 'Yes',
  no: 'No, send again',
  close: 'Close',
  left: (seconds: number) =>
    seconds === 1 ? 'You can send it again for 1 second.' : `You can send it again for ${seconds} seconds.`,
  note: 'Infuse shows what is in its own library. A title that is missing there doesn’t open.',
  faults: {
    not_available: (tv) => `You can’t use ${tv} any more.`,
    title_unavailable: () => 'None of your libraries has a file of this right now.',
    busy: (tv) => `${tv} is busy. Try again in a moment.`,
    identity_changed: (tv) => `${tv} was changed meanwhile, or another device has its address.`,
    needs_pairing: (tv) => `${tv} doesn’t know Usher any more, so it has to be paired again.`,
    launch_failed: (tv) => `${tv} didn’t open the title. Try again.`,
    player_missing: (tv) => `Infuse isn’t installed on ${tv}. Install it there and try again.`,
    unsupported: (tv) => `Usher can’t show titles on ${tv} right now.`,
    lookup_unavailable: () => 'A library can’t be asked right now, so nothing was sent. Try again in a moment.',
    unreachable: (tv) => `${tv} can’t be reached. Check that it has power and is connected to your network.`,
    timeout: (tv) => `${tv} didn’t answer in time. Look whether it shows the title before you try again.`,
    confirmation_expired: () => 'It’s too late to send it again like this. Show it on the TV anew.',
    rate_limited: () => 'That was too often. Wait a minute and try again.',
    unavailable: () => 'The server couldn’t do it right now. Try again in a moment.',
  } satisfies Record<OpeningFault, (tv: string) => string> as Record<OpeningFault, (tv: string) => string>,
  askAdministrator: 'Ask an administrator.',
  toBoxes: 'Admin → Set-top boxes',
};

/** What every language has to say about showing titles on a TV. */
export type TvTexts = typeof enTv;
