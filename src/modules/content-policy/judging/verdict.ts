/** Why a title is shown to a kids account. */
type ShownReason =
  /** Its rating is not above the cap. */
  | 'within_cap'
  /** It has no rating that counts, and the policy shows such titles. */
  | 'unrated_shown';

/** Why a title is hidden from a kids account. */
type HiddenReason =
  /** It is flagged as being for adults. */
  | 'adult'
  /** One of its genres is hidden. */
  | 'blocked_genre'
  /** Its rating is above the cap, or the cap is no rating of the scheme. */
  | 'above_cap'
  /** It has no rating that counts, and the policy hides such titles. */
  | 'unrated'
  /** The metadata provider knows no such title, or it is neither a film nor a series. */
  | 'unknown_title';

/** May a kids account see this title, and why? Source: doc 3 section 5.3. */
export type Verdict =
  { readonly shown: true; readonly reason: ShownReason } | { readonly shown: false; readonly reason: HiddenReason };

/** The title is hidden, for this reason. */
export const hidden = (reason: HiddenReason): Verdict => ({ shown: false, reason });

/** The title is shown, for this reason. */
export const shown = (reason: ShownReason): Verdict => ({ shown: true, reason });
