import type { enWorker } from './en-worker.js';

/** What the worker says by itself, in German. A file of its own, so that it loads nothing else. */
export const deWorker: typeof enWorker = {
  heading: 'Du bist offline',
  text: 'Usher ist gerade nicht erreichbar. Verbinde dich mit deinem Netzwerk und öffne diese Seite noch einmal.',
  pushed: { title: 'Es gibt Neues', body: 'Öffne Usher, um es zu sehen.' },
};
