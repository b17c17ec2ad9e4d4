import type { Audience } from '../audience/audience.js';
import type { AnnouncedTitle } from '../audience/kids-audience.service.js';
import type { Frame } from '../sessions/live-sessions.service.js';

/** A frame, and whom it is for. */
export interface AddressedFrame {
  readonly frame: Frame;
  readonly audience: Audience;
  /** The title that it is about; a kids account is told only of those that it may see. Null for none. */
  readonly title: AnnouncedTitle | null;
}

/** Something to be told, once it is its turn. */
export interface Announcement {
  /** Of two that wait under one key, one is enough: what is told is read when its turn comes. */
  readonly key: string;
  /** What is to be told by now; null for nothing. */
  compose(): Promise<AddressedFrame | null>;
}
