import { enActivity, type ActivityTexts } from './en-activity.js';

/** What the page about activity says, in the reader's language. */
export const activityTexts: ActivityTexts = enActivity;
