import type { ConnectionState } from '../domain/connection-state.js';
import { downloadApps } from '../domain/library-kinds.js';
import type { BackupFault, HealthCheck } from '../domain/server-health.js';
import type { SetupKey } from '../domain/setup-list.js';

/** What the checklist calls an item. */
interface SetupWords {
  readonly title: string;
  readonly text: string;
  /** The button that leads there. */
  readonly go: string;
}

/** What the overview of administrators says, in English. Other languages have the same members. */
export const enOverview = {
  heading: 'Overview',
  setup: {
    heading: 'Finish setting up',
    done: (done: number, all: number) => `${done} of ${all} done`,
    goNamed: (go: string, title: string) => `${go}: ${title}`,
    skip: 'Skip',
    skipNamed: (title: string) => `Skip: ${title}`,
    skipped: (count: number) => (count === 1 ? '1 step skipped' : `${count} steps skipped`),
    back: 'Bring back',
    backNamed: (title: string) => `Bring back: ${title}`,
    optional: 'Optional',
    /** By the key of the item. */
    items: {
      movie_manager: { title: 'Connect Radarr', text: 'So that people can request films.', go: 'Connect' },
      tv_manager: { title: 'Connect Sonarr', text: 'So that people can request series.', go: 'Connect' },
      tmdb: { title: 'Add a TMDB token', text: 'Titles, posters and descriptions come from TMDB.', go: 'Add token' },
      download_client: {
        title: 'Connect a download client',
        text: `${downloadApps('or')}, which download for your libraries.`,
        go: 'Connect',
      },
      media_server: {
        title: 'Connect a media server',
        text: 'Jellyfin, Emby, Plex or Audiobookshelf, where your household watches and listens.',
        go: 'Connect',
      },
      people: { title: 'Invite your household', text: 'Everyone gets a link of their own.', go: 'Invite' },
      listprov: { title: 'Add a Trakt client ID', text: 'For Trakt’s lists under Discover.', go: 'Open settings' },
      provider_contact: {
        title: 'Set the external address',
        text: 'Links in messages need it, and music services ask for it.',
        go: 'Open settings',
      },
      discovery_prefs: {
        title: 'Choose what Discover shows',
        text: 'Until you choose, Usher picks the first row itself.',
        go: 'Open settings',
      },
      push: {
        title: 'Send push messages',
        text: 'Turn them on for a browser in Profile. Apps on phones need PUSH_GATEWAY_URL in the configuration.',
        go: 'Open notifications',
      },
      media_downloads: {
        title: 'Let people download files',
        text: 'Needs MEDIA_ROOTS in the configuration and folder names of a library.',
        go: 'Open libraries',
      },
    } satisfies Record<SetupKey, SetupWords>,
  },
  newAccounts: {
    heading: 'New accounts by sign-in',
    text: 'In the last 14 days these people signed in at your provider or at Plex, and each got an account by that alone. If one of them is a child’s, set its limits on its page.',
  },
  sharedNames: {
    heading: 'Names that are too much alike',
    text: 'These accounts have names that people take for the same. Each signs in by exactly its own name. Delete the one that isn’t needed, or invite that person by another name first.',
  },
  waiting: {
    heading: 'Waiting for you',
    none: 'No request is waiting for your approval.',
    some: (count: number, isAtLeast: boolean) =>
      count === 1
        ? '1 request is waiting for your approval.'
        : `${isAtLeast ? 'At least ' : ''}${count} requests are waiting for your approval.`,
    open: 'Open requests',
    noneStuck: 'No request is stuck on its way to a library.',
    stuck: (count: number, isAtLeast: boolean) =>
      count === 1
        ? '1 request hasn’t reached its library yet.'
        : `${isAtLeast ? 'At least ' : ''}${count} requests haven’t reached their library yet.`,
    activity: 'Open activity',
  },
  libraries: {
    heading: 'Libraries and media servers',
    none: 'Nothing is connected yet.',
    open: 'Open libraries',
    state: {
      reachable: 'Connected',
      unreachable: 'Can’t be reached right now',
      unknown: 'Can’t tell right now',
      checking: 'Checking…',
    } satisfies Record<ConnectionState, string>,
  },
  server: {
    heading: 'Server',
    ready: 'Everything is working.',
    checks: {
      database: 'The database can’t be read.',
      writes: 'Nothing can be saved right now. Check that the disk isn’t full.',
      key: 'The server’s key doesn’t open the stored secrets.',
      migrations: 'The database isn’t the one this version needs.',
    } satisfies Record<HealthCheck, string>,
    backup: 'Last tested backup',
    noBackup: 'No backup has been tested yet.',
    backedUpElsewhere:
      'Your data is on a PostgreSQL server. Usher makes no backups there: back it up with that server.',
    backupSince: 'Backups have failed since',
    backupFault: {
      no_room: 'There’s no room left on the disk for a backup.',
      folder_unusable: 'The backup folder can’t be used. Check that it exists and can be written.',
      database_unreadable: 'The database couldn’t be copied for the backup.',
      damaged: 'The backup didn’t pass its check.',
      key_mismatch: 'The server’s key doesn’t open the backup.',
      key_missing: 'The backup needs a key that isn’t there.',
      newer: 'The backup was made by a newer version.',
      failed: 'The backup couldn’t be made. The server’s log says more.',
    } satisfies Record<BackupFault, string>,
    jobsOk: 'All background jobs are working.',
    jobs: 'Open jobs',
    posts: 'Posts to Discord need your attention.',
    notifications: 'Open notifications',
    version: (version: string) => `Version ${version}`,
  },
};

/** What every language has to say on the overview of administrators. */
export type OverviewTexts = typeof enOverview;
