/** A box as a search finds it. */
export interface FoundBox {
  readonly name: string;
  readonly address: string;
  readonly identifier: string;
  readonly model?: string;
}

/** A box that was found, and what it is called here where it is paired already. */
export interface FoundEntry {
  readonly box: FoundBox;
  readonly pairedAs: string | undefined;
}

/** What was found, the boxes that aren't paired yet first, each part in the order of the search. */
export function foundBoxes(
  found: readonly FoundBox[],
  paired: readonly { readonly identifier?: string; readonly name: string }[],
): readonly FoundEntry[] {
  const entries = found.map((box) => ({
    box,
    pairedAs: paired.find(({ identifier }) => identifier === box.identifier)?.name,
  }));
  const isPaired = ({ pairedAs }: FoundEntry): boolean => pairedAs !== undefined;
  return [...entries.filter((entry) => !isPaired(entry)), ...entries.filter(isPaired)];
}

/** Is this what a box shows? It is text, so that a zero in front stays. */
export const isPin = (typed: string): boolean => /^[0-9]{4}$/.test(typed);
