/** What the worker says by itself, in English. A file of its own, so that it loads nothing else. */
export const enWorker = {
  heading: 'You’re offline',
  text: 'Usher can’t be reached right now. Connect to your network and open this page again.',
  pushed: { title: 'Something is new', body: 'Open Usher to see it.' },
};
