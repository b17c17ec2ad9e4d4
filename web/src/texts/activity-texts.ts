import { enActivity, type ActivityTexts } from './en-activity.js';
import { spoken } from './language.js';

/** What the page about activity says, in the reader's language. */
export const activityTexts: ActivityTexts = await spoken(
  enActivity,
  async () => (await import('./de-activity.js')).deActivity,
);
