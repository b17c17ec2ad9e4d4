/** What the worker says while the app can't be loaded at all, in English. A file of its own, so that it loads nothing else. */
export const enWorker = {
  heading: 'You’re offline',
  text: 'Usher can’t be reached right now. Connect to your network and open this page again.',
};
