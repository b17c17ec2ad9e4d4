import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { epochMs } from '../../../core/database/portable-columns.js';

/** An account that waits for a shared request; the request's owner is one of them. Source: doc 4 section 1.12, book. */
@Entity({ name: 'book_request_waiters' })
@Index('ix_book_request_waiters_user', ['userId', 'requestId'])
export class SubscriberRow {
  @PrimaryColumn({ name: 'request_id', type: 'integer', primaryKeyConstraintName: 'pk_book_request_waiters' })
  requestId: number;

  @PrimaryColumn({ name: 'user_id', type: 'integer', primaryKeyConstraintName: 'pk_book_request_waiters' })
  userId: number;

  /** The account's name when it joined. */
  @Column({ name: 'username', type: 'varchar', length: 255 })
  username: string;

  /** The formats that the account wants: its own choice, which may be less than the request has. */
  @Column({ name: 'book_format', type: 'varchar', length: 10 })
  bookFormat: 'ebook' | 'audiobook' | 'both';

  @Column({ name: 'joined_at', type: 'bigint', transformer: epochMs })
  joinedAt: number;
}
