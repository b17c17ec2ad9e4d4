/** What forms with a save bar say, in English. Other languages have the same members. */
export const enForm = {
  region: 'Changes',
  changes: (count: number) => (count === 1 ? '1 change' : `${count} changes`),
  save: 'Save',
  saving: 'Saving…',
  undo: 'Undo',
  saved: 'Saved.',
  unfit: (names: string) => `Please look at this again: ${names}`,
  failed: (names: string) => `This couldn’t be saved: ${names}`,
};

/** The texts of forms with a save bar in one language. */
export type FormTexts = typeof enForm;
