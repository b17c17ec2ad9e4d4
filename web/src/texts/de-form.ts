import type { FormTexts } from './en-form.js';

/** What forms with a save bar say, in German. */
export const deForm: FormTexts = {
  region: 'Änderungen',
  changes: (count) => (count === 1 ? '1 Änderung' : `${count} Änderungen`),
  save: 'Speichern',
  saving: 'Wird gespeichert …',
  undo: 'Rückgängig',
  saved: 'Gespeichert.',
  unfit: (names) => `Bitte noch einmal ansehen: ${names}`,
  failed: (names) => `Das ließ sich nicht speichern: ${names}`,
};
