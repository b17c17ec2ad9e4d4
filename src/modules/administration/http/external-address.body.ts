import { IsString } from 'class-validator';

/** Body of PUT /api/admin/external-address. Source: doc 3 section 2.3. */
export class ExternalAddressBody {
  @IsString({ message: 'external_url must be a text' })
  external_url: string;
}
