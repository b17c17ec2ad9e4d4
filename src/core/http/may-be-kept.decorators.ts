import { SetMetadata } from '@nestjs/common';

export const MAY_BE_KEPT_METADATA = 'usher:may-be-kept';

/** Browsers may keep what a route answers, or all routes of a class. Everything else is `Cache-Control: no-store`. */
export const MayBeKept = (): ClassDecorator & MethodDecorator => SetMetadata(MAY_BE_KEPT_METADATA, true);
