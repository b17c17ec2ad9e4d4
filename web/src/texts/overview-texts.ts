import { enOverview, type OverviewTexts } from './en-overview.js';

/** What the overview of administrators says, in the reader's language. */
export const overviewTexts: OverviewTexts = enOverview;
