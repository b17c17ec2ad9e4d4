import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** What an account has chosen to be pushed. Who has no row never chose. Source: doc 3 section 9.3. */
@Entity({ name: 'notification_prefs' })
export class NotificationPrefsRow {
  @PrimaryColumn({ name: 'user_id', type: 'integer', primaryKeyConstraintName: 'pk_notification_prefs' })
  @ForeignKey('users', { name: 'fk_notification_prefs_user', onDelete: 'CASCADE' })
  userId: number;

  @Column({ name: 'request_decision', type: 'boolean' })
  requestDecision: boolean;

  @Column({ name: 'request_pending', type: 'boolean' })
  requestPending: boolean;

  @Column({ name: 'request_auto_approved', type: 'boolean' })
  requestAutoApproved: boolean;

  @Column({ name: 'new_movie', type: 'boolean' })
  newMovie: boolean;

  @Column({ name: 'new_episode', type: 'boolean' })
  newEpisode: boolean;

  @Column({ name: 'new_book', type: 'boolean' })
  newBook: boolean;

  @Column({ name: 'new_album', type: 'boolean' })
  newAlbum: boolean;

  @Column({ name: 'content_upgraded', type: 'boolean' })
  contentUpgraded: boolean;

  @Column({ name: 'issue_created', type: 'boolean' })
  issueCreated: boolean;

  @Column({ name: 'issue_report_update', type: 'boolean' })
  issueReportUpdate: boolean;

  @Column({ name: 'agent_action_pending', type: 'boolean' })
  agentActionPending: boolean;

  @Column({ name: 'agent_digest', type: 'boolean' })
  agentDigest: boolean;

  @Column({ name: 'hub_access_request', type: 'boolean' })
  hubAccessRequest: boolean;

  @Column({ name: 'media_server_access', type: 'boolean' })
  mediaServerAccess: boolean;

  @Column({ name: 'push_enabled', type: 'boolean' })
  pushEnabled: boolean;
}
