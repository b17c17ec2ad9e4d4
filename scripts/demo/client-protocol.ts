import type { SignInPlaces } from './sign-in-story.js';
import type { SeenRefusal, SeenState } from './verdict.js';

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
  /** What the member types into the search to find a film. */
  readonly filmSearchText: string;
  /** And to find a series. */
  readonly seriesSearchText: string;
}

/**
 * What the client process reports while it works: each state that an answer reported, what was refused, and
 * a link that signs the member in again.
 */
export type ClientReport =
  | { readonly kind: 'seen'; readonly state: SeenState }
  | { readonly kind: 'refused'; readonly refusal: SeenRefusal }
  | { readonly kind: 'invitation'; readonly link: string };

/** The environment variable that holds the task, as JSON. */
export const TASK_VARIABLE = 'USHER_DEMO_TASK';
