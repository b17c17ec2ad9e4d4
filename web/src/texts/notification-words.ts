import { spoken } from './language.js';

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** What the server gives as the rest of a sentence, as a sentence of its own. */
const sentence = (text: string): string => capital(text.endsWith('.') ? text : `${text}.`);

/** What the server says of notifications, as a sentence in the reader's language; in its own English where nobody has translated it. */
export const notificationWords: (said: string) => string = await spoken(sentence, async () => {
  const [{ fromNotifications }, { germanReason }] = await Promise.all([
    import('./de-notification-words.js'),
    import('./de-reasons.js'),
  ]);
  return (said: string) => fromNotifications(sentence(said), germanReason);
});
