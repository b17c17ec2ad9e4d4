import type { Sentence } from '../../../core/errors/sentence.js';
import { type Place, sayDelivery } from '../saved/delivery-sentences.js';

export interface DestinationChoices {
  readonly profiles: readonly { readonly id: number }[];
  readonly roots: readonly { readonly path: string; readonly accessible: boolean }[];
  readonly chosenProfileId: number;
  readonly defaultProfileId: number;
}

export type TitleDestination =
  | { readonly qualityProfileId: number; readonly rootFolderPath: string }
  | { readonly problem: Sentence };

/** The requester's profile if the manager still has it, else the policy's default, else the manager's first. */
export function chooseDestination({ profiles, roots, ...wanted }: DestinationChoices): TitleDestination {
  const profile = firstById(profiles, wanted.chosenProfileId, wanted.defaultProfileId) ?? profiles[0];
  if (!profile) return notConfigured('place_quality_profile');
  const root = chooseRoot(roots);
  if (!root) return notConfigured('place_root_folder');
  return { qualityProfileId: profile.id, rootFolderPath: root.path };
}

export function chooseRoot<Root extends { readonly accessible: boolean }>(roots: readonly Root[]): Root | undefined {
  return roots.find(({ accessible }) => accessible) ?? roots[0];
}

export function firstById<T extends { readonly id: number }>(
  all: readonly T[],
  ...ids: readonly (number | null | undefined)[]
): T | undefined {
  return ids.map((wanted) => all.find(({ id }) => id === wanted)).find((found) => found !== undefined);
}

export const notConfigured = (what: Place): { readonly problem: Sentence } => ({
  problem: sayDelivery('delivery_place_missing', { what: sayDelivery(what) }),
});
