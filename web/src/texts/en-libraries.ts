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
    againLead: 'Sign in with the Plex account that owns the server. What people may use stays as it is.',
    otherServer: 'This is another server, so people see all of its libraries until you choose again.',
    publicHelp: 'Where your household opens Plex. Leave it empty for Plex’s own page.',
    autoApprove: 'Invite people at once',
    autoApproveHelp:
      'Everyone here who tells Usher the email address of their Plex account gets access and an invitation, without asking you.',
    account: 'Plex account',
    relink: 'Link the Plex account again',
    relinkHelp: 'If Plex refuses Usher, or the server belongs to another Plex account now.',
  },
  shared: {
    libraries: 'Libraries that people see',
    lead: 'For accounts that Usher made or keeps up to date on this server.',
    defaultLead: 'For accounts that Usher made or keeps up to date, unless a person has a choice of their own.',
    all: 'All libraries, later ones too',
    some: 'Only these libraries',
    gone: (id: string) => `A library that isn’t there any more (${id})`,
    none: 'The server has no libraries yet.',
    choose: 'Choose at least one library, or all.',
  },
  folders: {
    lead: (app: string) =>
      `${app} may know its folders by other names than Usher. Say which is which, so that Usher finds the files.`,
    roots: (folders: string) => `Usher may look in: ${folders}`,
    theirs: (app: string, number: number) => `Folder ${number} in ${app}`,
    ours: (number: number) => `Folder ${number} in Usher`,
    none: 'No folder is named yet.',
    add: 'Add a folder',
    removeNumber: (number: number) => `Remove folder ${number}`,
    fault: (reason: string) => `This folder ${reason}.`,
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
