import type { PlayedServer } from './player.js';
import type { SignInPlaces } from './sign-in-story.js';
import type { LastAnswers } from './proofs.js';

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
  /** The media servers that the household runs itself. */
  readonly mediaServers: readonly PlayedServer[];
  /** The chat of the household. */
  readonly chat: {
    /** The address of a webhook of its channel. */
    readonly webhookUrl: string;
    /** The member's id there. */
    readonly memberChatId: string;
  };
  /** What the set-top box shows when it is paired. */
  readonly boxPin: string;
  readonly adminName: string;
  readonly adminPassword: string;
  readonly memberName: string;
  /** What the member signs in with on media servers. */
  readonly memberPassword: string;
  /** The member's address at Plex. */
  readonly memberEmail: string;
  /** Who asks for the same book, and for an album. */
  readonly otherMemberName: string;
  /** What the member types into the search to find a film. */
  readonly filmSearchText: string;
  /** The film that is found then. */
  readonly film: { readonly tmdbId: number; readonly title: string };
  /** And to find a series. */
  readonly seriesSearchText: string;
  /** What the other member types to find a book. */
  readonly bookSearchText: string;
  /** And to find an album. */
  readonly albumSearchText: string;
}

/** What the client process reports when the story has been played. */
export interface ClientResult {
  readonly answers: LastAnswers;
  /** A link that signs in as the member, once. */
  readonly memberLink: string;
}

/** The environment variable that holds the task, as JSON. */
export const TASK_VARIABLE = 'USHER_DEMO_TASK';
