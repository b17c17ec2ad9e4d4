/** A name as servers compare it: in Normalization Form C, without case. */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase();

/** Is this one name to a server, at its sign-in at the latest? */
export const sameName = (one: string, other: string): boolean => nameKey(one) === nameKey(other);
