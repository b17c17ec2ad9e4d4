import { enPerson, type PersonTexts } from './en-person.js';

/** What the page of one person says, in the reader's language. Only that page loads it. */
export const personTexts: PersonTexts = enPerson;
