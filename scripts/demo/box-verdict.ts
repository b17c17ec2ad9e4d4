/** What the household's box itself says. */
export interface BoxEvidence {
  /** The links that it has taken, and whether the player showed the title. */
  readonly links: readonly { readonly url: string; readonly shown: boolean }[];
  /** The link to the page of the film that was to be shown. */
  readonly film: string;
}

/**
 * Was the film shown on the box? The first link only starts the player, so it takes two, and no more.
 *
 * @returns one sentence for everything that is wrong; empty when it was
 */
export function faultsOfBox({ links, film }: BoxEvidence): readonly string[] {
  const faults: string[] = [];
  if (links.length !== 2) faults.push(`The Apple TV took ${links.length} links, not two.`);
  if (links.some(({ url }) => url !== film)) faults.push('The Apple TV took a link to something else than the film.');
  if (!links.at(-1)?.shown) faults.push('The Apple TV did not show the film in the end.');
  return faults;
}
