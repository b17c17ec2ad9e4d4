import type { NotificationTraits } from '../servarr/servarr-notifications.js';

export const RADARR_NOTIFICATIONS: NotificationTraits = {
  appName: 'Radarr',
  flags: {
    onGrab: false,
    onDownload: false,
    onUpgrade: false,
    onRename: false,
    onMovieAdded: false,
    onMovieDelete: false,
    onMovieFileDelete: false,
    onMovieFileDeleteForUpgrade: true,
    onHealthIssue: false,
    onHealthRestored: false,
    onApplicationUpdate: false,
    onManualInteractionRequired: false,
  },
  sentUnder: {
    Grab: 'onGrab',
    Download: 'onDownload',
    Rename: 'onRename',
    MovieAdded: 'onMovieAdded',
    MovieDelete: 'onMovieDelete',
    MovieFileDelete: 'onMovieFileDelete',
    Health: 'onHealthIssue',
  },
  headers: true,
  masksPassword: true,
  applicationUrl: '',
  testEvent: {
    movie: {
      id: 1,
      title: 'Test Title',
      year: 1970,
      releaseDate: '1970-01-01',
      folderPath: 'C:\\testpath',
      tmdbId: 0,
      tags: ['test-tag'],
    },
    remoteMovie: { tmdbId: 1234, imdbId: '5678', title: 'Test title', year: 1970 },
    eventType: 'Test',
  },
};
