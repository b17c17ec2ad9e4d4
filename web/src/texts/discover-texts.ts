import { enDiscover, type DiscoverTexts } from './en-discover.js';
import { spoken } from './language.js';

/** What the pages say on which titles are found and requested, in the reader's language. Only those pages load it. */
export const discoverTexts: DiscoverTexts = await spoken(
  enDiscover,
  async () => (await import('./de-discover.js')).deDiscover,
);
