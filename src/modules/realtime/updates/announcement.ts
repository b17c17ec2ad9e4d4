import type { Audience } from '../audience/audience.js';
import type { AnnouncedTitle } from '../audience/kids-audience.service.js';
import type { Frame } from '../sessions/live-sessions.service.js';

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
