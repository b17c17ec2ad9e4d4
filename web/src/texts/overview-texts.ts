import { enOverview, type OverviewTexts } from './en-overview.js';
import { spoken } from './language.js';

/** What the overview of administrators says, in the reader's language. */
export const overviewTexts: OverviewTexts = await spoken(
  enOverview,
  async () => (await import('./de-overview.js')).deOverview,
);
