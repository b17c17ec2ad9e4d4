/** The checklist's order. What it doesn't name comes last, as it was registered. Source: doc 3 section 2.3. */
const ORDER = [
  'movie_manager',
  'tv_manager',
  'tmdb',
  'push',
  'hub_invites',
  'listprov',
  'provider_contact',
  'discovery_prefs',
  'download_client',
  'media_downloads',
  'monitor',
  'books',
  'ai',
  'remediation',
];

const placeOf = (key: string): number => (ORDER.includes(key) ? ORDER.indexOf(key) : ORDER.length);

/** The steps in the order of the checklist. */
export const inSetupOrder = <T extends { readonly key: string }>(steps: readonly T[]): readonly T[] =>
  [...steps].sort((one, other) => placeOf(one.key) - placeOf(other.key));
