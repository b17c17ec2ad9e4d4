import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { UserRow } from './user.entity.js';

/** What a kids account may see. The row makes the account a kids account. Source: doc 3 sections 5.3 and 9.3. */
@Entity({ name: 'user_content_policies' })
export class UserContentPolicyRow {
  @PrimaryColumn({ name: 'user_id', type: 'integer', primaryKeyConstraintName: 'pk_user_content_policies' })
  @ForeignKey(() => UserRow, { name: 'fk_user_content_policies_user', onDelete: 'CASCADE' })
  userId: number;

  @Column({ name: 'max_movie_rating', type: 'varchar', length: 64 })
  maxMovieRating: string;

  @Column({ name: 'max_tv_rating', type: 'varchar', length: 64 })
  maxTvRating: string;

  /** ISO 3166-1 alpha-2, upper case. */
  @Column({ name: 'rating_region', type: 'varchar', length: 2 })
  ratingRegion: string;

  @Column({ name: 'block_unrated', type: 'boolean' })
  blockUnrated: boolean;

  /** JSON array of genre ids of the metadata provider. */
  @Column({ name: 'blocked_movie_genres', type: 'text' })
  blockedMovieGenres: string;

  /** JSON array of genre ids of the metadata provider. */
  @Column({ name: 'blocked_tv_genres', type: 'text' })
  blockedTvGenres: string;
}
