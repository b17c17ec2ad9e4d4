import type { DeviceOwner } from '../../users/users.public.js';
import type { AnnouncedTitle } from './kids-audience.service.js';
import type { Frame } from '../sessions/live-sessions.service.js';

/**
 * The receivers of a frame. Source: doc 3 section 6 (Audience), doc 4 sections 1.19 and 5.2 and its decision on title
 * events.
 */
export type Audience =
  | { readonly of: 'everyone' }
  | { readonly of: 'administrators' }
  /** One account, and the administrators where they are to know of it too. */
  | { readonly of: 'account'; readonly userId: number; readonly administrators: boolean }
  /** Several accounts, and the administrators where they are to know of it too. */
  | { readonly of: 'accounts'; readonly userIds: readonly number[]; readonly administrators: boolean }
  /** Those who may use a library. */
  | { readonly of: 'library'; readonly instanceId: string };

/**
 * May this account, as it is at this moment, be sent the frame? What a kids account is sent of titles is narrowed
 * further.
 *
 * @param holders the accounts that hold the library, where the audience is one
 */
export function maySee(audience: Audience, { userId, role }: DeviceOwner, holders: ReadonlySet<number>): boolean {
  switch (audience.of) {
    case 'everyone':
      return true;
    case 'administrators':
      return role === 'admin';
    case 'account':
      return userId === audience.userId || (audience.administrators && role === 'admin');
    case 'accounts':
      return audience.userIds.includes(userId) || (audience.administrators && role === 'admin');
    case 'library':
      return role === 'admin' || holders.has(userId);
  }
}

/** A frame, and whom it is for. */
export interface AddressedFrame {
  readonly frame: Frame;
  readonly audience: Audience;
  /** The title that it is about; a kids account gets frames only about titles it may see. Null for none. */
  readonly title: AnnouncedTitle | null;
}

/** A notification that waits in a queue. */
export interface Announcement {
  /** Of two waiting under one key one is dropped: the content is read when its turn comes. */
  readonly key: string;
  /** Returns the frame to send now, or several in their order; null for none. */
  compose(): Promise<AddressedFrame | readonly AddressedFrame[] | null>;
}
