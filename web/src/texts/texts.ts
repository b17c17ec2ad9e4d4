import { en, type Texts } from './en.js';

/** What the app says, in the reader's language. */
export const texts: Texts = en;

/** For dates and numbers: the reader's own form of the language that the app speaks. */
export const LANGUAGE: string = navigator.languages.find((language) => language.startsWith('en')) ?? 'en';
