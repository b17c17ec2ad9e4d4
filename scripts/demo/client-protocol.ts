import type { Household } from './household.js';
import type { LastAnswers } from './proofs.js';

/** The input of the client process: what people know of the server and of what is around it. */
export type ClientTask = ReturnType<Household['surroundings']> & {
  readonly serverUrl: string;
  readonly setupCode: string;
};

/** What the client process reports when the story has been played. */
export interface ClientResult {
  readonly answers: LastAnswers;
  /** A link that signs in as the member, once. */
  readonly memberLink: string;
}

/** The environment variable that holds the task, as JSON. */
export const TASK_VARIABLE = 'USHER_DEMO_TASK';
