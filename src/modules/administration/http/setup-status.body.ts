import { IsBoolean, IsString } from 'class-validator';

/** Body of PUT /api/admin/setup-status/skips. Source: doc 4 section 9. */
export class SetupSkipBody {
  @IsString({ message: 'unknown setup item' })
  key: string;

  @IsBoolean({ message: 'skipped must be true or false' })
  skipped: boolean;
}
