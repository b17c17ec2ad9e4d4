import type { MediaType } from '../../requests/requests.public.js';
import type { DeviceOwner } from '../../users/users.public.js';
import type { Frame } from '../sessions/live-sessions.service.js';

/** The receivers of a frame. */
export type Audience =
  | { readonly of: 'everyone' }
  | { readonly of: 'administrators' }
  /** These accounts, and the administrators where they are to know of it too. */
  | { readonly of: 'accounts'; readonly userIds: readonly number[]; readonly administrators: boolean }
  /** Those who may use a library. */
  | { readonly of: 'library'; readonly instanceId: string };

/** May this account be sent the frame? Of titles, kids accounts are sent less. @param holders of the library, where the audience is one */
export function maySee(audience: Audience, { userId, role }: DeviceOwner, holders: ReadonlySet<number>): boolean {
  switch (audience.of) {
    case 'everyone':
      return true;
    case 'administrators':
      return role === 'admin';
    case 'accounts':
      return audience.userIds.includes(userId) || (audience.administrators && role === 'admin');
    case 'library':
      return role === 'admin' || holders.has(userId);
  }
}

/** The title that a frame is about, by the metadata provider's id. */
export interface AnnouncedTitle {
  readonly mediaType: MediaType;
  readonly tmdbId: number;
}

/** A frame, and whom it is for. */
export interface AddressedFrame {
  readonly frame: Frame;
  readonly audience: Audience;
  /** The title that it is about; a kids account gets frames only about titles it may see. Null for none. */
  readonly title: AnnouncedTitle | null;
}

/** An update that waits in a queue. */
export interface Announcement {
  /** Of two waiting under one key one is dropped: the content is read when its turn comes. */
  readonly key: string;
  /** Returns the frame to send now, or several in their order; null for none. */
  compose(): Promise<AddressedFrame | readonly AddressedFrame[] | null>;
}
