import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Whether and how an account is mentioned in the chat. An account without a row isn't. */
@Entity({ name: 'chat_preferences' })
export class ChatPreferenceRow {
  @PrimaryColumn({ name: 'user_id', type: 'integer', primaryKeyConstraintName: 'pk_chat_preferences' })
  userId: number;

  @Column({ name: 'enabled', type: 'boolean' })
  enabled: boolean;

  /** A JSON list of ids at the chat service. */
  @Column({ name: 'chat_ids', type: 'text' })
  chatIds: string;

  /** A JSON object of switches by event. */
  @Column({ name: 'events', type: 'text' })
  events: string;
}
