import { enForm, type FormTexts } from './en-form.js';
import { spoken } from './language.js';

/** What forms with a save bar say, in the reader's language. */
export const formTexts: FormTexts = await spoken(enForm, async () => (await import('./de-form.js')).deForm);
