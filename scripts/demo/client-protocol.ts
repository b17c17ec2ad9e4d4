import type { SeenState } from './verdict.js';

/** What the client process is told when it starts: what the people in the story know. */
export interface ClientTask {
  readonly serverUrl: string;
  readonly setupCode: string;
  readonly radarrUrl: string;
  readonly radarrKey: string;
  readonly adminName: string;
  readonly adminPassword: string;
  readonly memberName: string;
  /** What the member types into the search. */
  readonly searchText: string;
}

/** What the client process reports while it works: each state that an answer told, and the member's way back in. */
export type ClientReport =
  { readonly kind: 'seen'; readonly state: SeenState } | { readonly kind: 'invitation'; readonly link: string };

/** The environment variable that holds the task, as JSON. */
export const TASK_VARIABLE = 'USHER_DEMO_TASK';
