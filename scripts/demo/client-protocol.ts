import type { SignInPlaces } from './sign-in-story.js';
import type { SeenCharge, SeenRefusal, SeenState } from './verdict.js';

/** The input of the client process: what the people in the story know. */
export interface ClientTask {
  readonly serverUrl: string;
  readonly setupCode: string;
  readonly radarrUrl: string;
  readonly radarrKey: string;
  readonly sonarrUrl: string;
  readonly sonarrKey: string;
  readonly lidarrUrl: string;
  readonly lidarrKey: string;
  readonly chaptarrUrl: string;
  readonly chaptarrKey: string;
  /** What the book catalog takes. */
  readonly bookToken: string;
  /** Where people sign in who have no password here. */
  readonly signIn: SignInPlaces;
  readonly adminName: string;
  readonly adminPassword: string;
  readonly memberName: string;
  /** Who asks for the same book, and for an album. */
  readonly otherMemberName: string;
  /** What the member types into the search to find a film. */
  readonly filmSearchText: string;
  /** And to find a series. */
  readonly seriesSearchText: string;
  /** What the other member types to find a book. */
  readonly bookSearchText: string;
  /** And to find an album. */
  readonly albumSearchText: string;
}

/**
 * What the client process reports while it works: each state that an answer reported, what was refused, what
 * was charged, and a link that signs the member in again.
 */
export type ClientReport =
  | { readonly kind: 'seen'; readonly state: SeenState }
  | { readonly kind: 'refused'; readonly refusal: SeenRefusal }
  | { readonly kind: 'charged'; readonly charge: SeenCharge }
  | { readonly kind: 'invitation'; readonly link: string };

/** The environment variable that holds the task, as JSON. */
export const TASK_VARIABLE = 'USHER_DEMO_TASK';
