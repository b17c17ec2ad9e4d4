import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { NotificationPrefsRow } from '../settings-rows.js';
import { DEFAULT_PREFERENCES, type PushFlag, type PushPreferences } from './push-categories.js';

const COLUMN_OF: Readonly<Record<PushFlag, Exclude<keyof NotificationPrefsRow, 'userId'>>> = {
  request_decision: 'requestDecision',
  request_pending: 'requestPending',
  request_auto_approved: 'requestAutoApproved',
  new_movie: 'newMovie',
  new_episode: 'newEpisode',
  new_book: 'newBook',
  new_album: 'newAlbum',
  content_upgraded: 'contentUpgraded',
  issue_created: 'issueCreated',
  issue_report_update: 'issueReportUpdate',
  agent_action_pending: 'agentActionPending',
  agent_digest: 'agentDigest',
  hub_access_request: 'hubAccessRequest',
  media_server_access: 'mediaServerAccess',
  push_enabled: 'pushEnabled',
};

const FLAGS = Object.keys(COLUMN_OF) as PushFlag[];

/** The rows of what people want to be pushed. */
@Injectable()
export class PushPreferencesRepository {
  /** What an account has chosen, or what holds for who never chose. */
  async of(tx: ReadTx, userId: number): Promise<PushPreferences> {
    const row = await tx.findOneBy(NotificationPrefsRow, { userId });
    return row ? preferencesOf(row) : DEFAULT_PREFERENCES;
  }

  /** The same for each of these accounts. */
  async ofAll(tx: ReadTx, userIds: readonly number[]): Promise<ReadonlyMap<number, PushPreferences>> {
    const rows = await tx.findBy(NotificationPrefsRow, { userId: In([...userIds]) });
    const chosen = new Map(rows.map((row) => [row.userId, preferencesOf(row)]));
    return new Map(userIds.map((userId) => [userId, chosen.get(userId) ?? DEFAULT_PREFERENCES]));
  }

  async set(tx: WriteTx, userId: number, preferences: PushPreferences): Promise<void> {
    const columns = Object.fromEntries(FLAGS.map((flag) => [COLUMN_OF[flag], preferences[flag]]));
    await tx.upsert(NotificationPrefsRow, { userId, ...columns }, ['userId']);
  }
}

const preferencesOf = (row: NotificationPrefsRow): PushPreferences =>
  Object.fromEntries(FLAGS.map((flag) => [flag, row[COLUMN_OF[flag]]])) as PushPreferences;
