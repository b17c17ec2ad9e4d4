import {
  FEATURED_SOURCES,
  type FeaturedSource,
  type HiddenWhenUnconfigured,
} from '../preferences/discovery-choices.js';
import type { DiscoverySettings } from '../preferences/discovery-settings.service.js';

/** The answer of GET and PUT /api/admin/discovery-settings. Source: doc 4 §3.3. */
export interface DiscoverySettingsView {
  /** Where the headline row comes from at this moment. */
  readonly source: FeaturedSource;
  /** Are titles in other languages left out of lists? */
  readonly english_only: boolean;
  /** Which media types are hidden for as long as no instance that serves them is configured. */
  readonly hidden_when_unconfigured: HiddenWhenUnconfigured;
  /** What may be chosen as the source. */
  readonly sources: readonly FeaturedSource[];
  /** Can the list provider be asked? Where not, its row is the metadata provider's. */
  readonly listprov_configured: boolean;
}

export const discoverySettingsView = (settings: DiscoverySettings): DiscoverySettingsView => ({
  source: settings.source,
  english_only: settings.englishOnly,
  hidden_when_unconfigured: settings.hiddenWhenUnconfigured,
  sources: FEATURED_SOURCES,
  listprov_configured: settings.listprovConfigured,
});
