import type { RemoteAccount } from './media-server.js';

/** A name as servers compare it: in Normalization Form C, without case. */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase();

/** Is this one name to a server, at its sign-in at the latest? */
export const sameName = (one: string, other: string): boolean => nameKey(one) === nameKey(other);

/** Is it the account of this id? On the hub it is called by its address too, as long as an invitation waits. */
export const isCalled = ({ id, email }: Pick<RemoteAccount, 'id' | 'email'>, asked: string): boolean =>
  id === asked || (email !== '' && email === asked.toLowerCase());
