import { sentenceView, type SentenceView } from '../../../core/http/view-members.js';
import type { PushPolicy } from '../push/push-categories.js';
import type { ChosenPushes } from '../push/push-preferences.service.js';
import type { PushTest } from '../devices/push-test.service.js';

/** One switch for each category of push messages. */
interface PushCategoriesView {
  /** Decisions on one's own requests. */
  readonly request_decision: boolean;
  /** Requests that wait for a decision. For administrators. */
  readonly request_pending: boolean;
  /** Requests that were accepted without a decision. For administrators. */
  readonly request_auto_approved: boolean;
  /** Films that a library has got. */
  readonly new_movie: boolean;
  /** Episodes that a library has got. */
  readonly new_episode: boolean;
  /** Books that a library has got. */
  readonly new_book: boolean;
  /** Albums that a library has got. */
  readonly new_album: boolean;
  /** Better files for what a library had. For administrators. */
  readonly content_upgraded: boolean;
  /** New problems. For administrators. */
  readonly issue_created: boolean;
  /** What becomes of one's own reports of problems. */
  readonly issue_report_update: boolean;
  /** Repairs that wait for an approval. For administrators. */
  readonly agent_action_pending: boolean;
  /** A summary of each week. For administrators. */
  readonly agent_digest: boolean;
  /** Addresses at the hub that people have named. For administrators. */
  readonly hub_access_request: boolean;
  /** Access to a media server that one was given. */
  readonly media_server_access: boolean;
  /** The older name of `media_server_access`. */
  readonly hub_invite_sent: boolean;
}

/** What the server sends at all. */
export interface PushPolicyView {
  /** False where it sends nothing. */
  readonly enabled: boolean;
  readonly categories: PushCategoriesView;
  /** Is there a push gateway, or may browsers be pushed to? Without either nothing is sent, and tests are 503. */
  readonly configured: boolean;
  /** May browsers be pushed to? */
  readonly web_push: boolean;
}

/** What an account wants to be pushed. */
export interface PushPreferencesView extends PushCategoriesView {
  /** False where the account wants nothing. */
  readonly push_enabled: boolean;
  /** What the server sends of it. It can't be changed here. */
  readonly server_policy: PushPolicyView;
}

/** What became of a test on one device. */
interface PushTestResultView {
  readonly device_id: string;
  /** Did the gateway, or the browser's push service, take it? */
  readonly ok: boolean;
  /** The device has left: it is forgotten. */
  readonly pruned: boolean;
  /** Why it was not taken. */
  readonly error?: string;
  /** The same as a code; left out where `error` is. */
  readonly sentence?: SentenceView;
}

/** What became of a test message. */
export interface PushTestView {
  /** To how many devices it was to go. */
  readonly tokens: number;
  readonly sent: number;
  readonly failed: number;
  /** As far as it is known of each device what became of it. */
  readonly results?: readonly PushTestResultView[];
}

/** What a browser subscribes with. */
export interface WebPushView {
  /** `applicationServerKey` of the W3C Push API: an uncompressed point of P-256 in base64url. */
  readonly public_key: string;
}

/** What was asked for is done. */
export interface PushTokenView {
  readonly success: true;
}

interface PushWays {
  readonly canPush: boolean;
  readonly isWebPushOn: boolean;
}

export const pushPolicyView = ({ enabled, categories }: PushPolicy, ways: PushWays): PushPolicyView => ({
  enabled,
  categories: { ...categories, hub_invite_sent: categories.media_server_access },
  configured: ways.canPush,
  web_push: ways.isWebPushOn,
});

export const pushPreferencesView = ({ preferences, policy }: ChosenPushes, ways: PushWays): PushPreferencesView => ({
  ...preferences,
  hub_invite_sent: preferences.media_server_access,
  server_policy: pushPolicyView(policy, ways),
});

export const pushTestView = ({ tokens, sent, failed, results }: PushTest): PushTestView => ({
  tokens,
  sent,
  failed,
  ...(results.length > 0 && {
    results: results.map(({ deviceId, ok, pruned, error }) => ({
      device_id: deviceId,
      ok,
      pruned,
      ...(error && { error: error.text, sentence: sentenceView(error) }),
    })),
  }),
});
