import { enPeople, type PeopleTexts } from './en-people.js';
import { spoken } from './language.js';

/** What the list of people says of several at once, and of people from elsewhere, in the reader's language. */
export const peopleTexts: PeopleTexts = await spoken(enPeople, async () => (await import('./de-people.js')).dePeople);
