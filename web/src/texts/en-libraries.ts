/** What the dialogs about one library or media server say, in English. Other languages have the same members. */
export const enLibraries = {
  plex: {
    lead: 'Sign in with the Plex account that owns the server. You approve Usher on Plex’s own page.',
    begin: 'Connect a Plex account',
    beginning: 'Asking Plex…',
    open: 'Open Plex to approve',
    code: (code: string) => `If Plex asks for a code, enter ${code}.`,
    waiting: 'Waiting until you’ve approved it…',
    expired: 'This took too long, so the code isn’t valid any more. Start again.',
    linked: (account: string) => `Connected as ${account}.`,
    server: 'Which server?',
    noServers: 'This account doesn’t own a server. Start again with the account that does.',
    chooseServer: 'Choose a server.',
    again: 'Start again',
  },
  folders: {
    heading: (name: string) => `Folders of ${name}`,
    lead: (app: string) =>
      `${app} may know its folders by other names than Usher. Say which is which, so that Usher finds the files.`,
    roots: (folders: string) => `Usher may look in: ${folders}`,
    theirs: (app: string, number: number) => `Folder ${number} in ${app}`,
    ours: (number: number) => `Folder ${number} in Usher`,
    none: 'No folder is named yet.',
    add: 'Add a folder',
    removeNumber: (number: number) => `Remove folder ${number}`,
    fault: (reason: string) => `This folder ${reason}.`,
    save: 'Save folders',
    saving: 'Saving…',
    saved: (name: string) => `The folders of ${name} are saved.`,
  },
  holders: {
    lead: 'They can see where to watch or listen, and request from it if it’s a library.',
    filter: 'Find a person',
    all: 'Everyone',
    none: 'Nobody has this name.',
    save: 'Save',
    saving: 'Saving…',
    saved: (name: string) => `Who can use ${name} is saved.`,
    chosen: (chosen: number, all: number) => `${chosen} of ${all} people can use it.`,
  },
};

/** What every language has to say in the dialogs about a library or a media server. */
export type LibraryTexts = typeof enLibraries;
