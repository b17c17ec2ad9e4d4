import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { LibraryPolicyMode } from './library-policy.js';

/** Which libraries of an audiobook server somebody gets, whether or not they have an account there. Source: doc 1 §2. */
@Entity({ name: 'media_library_policies' })
export class LibraryPolicyRow {
  @PrimaryColumn({ name: 'user_id', type: 'integer', primaryKeyConstraintName: 'pk_media_library_policies' })
  @ForeignKey('users', { name: 'fk_media_library_policies_user', onDelete: 'CASCADE' })
  userId: number;

  @PrimaryColumn({
    name: 'instance_id',
    type: 'varchar',
    length: 64,
    primaryKeyConstraintName: 'pk_media_library_policies',
  })
  @ForeignKey('service_instances', { name: 'fk_media_library_policies_instance' })
  instanceId: string;

  @Column({ type: 'varchar', length: 10 })
  mode: LibraryPolicyMode;

  /** JSON array of the server's ids; empty unless the mode is `selected`. */
  @Column({ name: 'library_ids', type: 'text' })
  libraryIds: string;
}
