import { enPerson, type PersonTexts } from './en-person.js';
import { spoken } from './language.js';

/** What the page of one person says, in the reader's language. That page and the dialogs that invite load it. */
export const personTexts: PersonTexts = await spoken(enPerson, async () => (await import('./de-person.js')).dePerson);
