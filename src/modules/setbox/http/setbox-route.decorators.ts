import { applyDecorators } from '@nestjs/common';
import { BodyLimit, RateLimited } from '../../../core/access/access.decorators.js';

/** Source: doc 3 section 0, body caps. */
const BODY_BYTES = 16 * 1_024;

/** What holds for every route of set-top boxes: one budget of calls for all of them, small bodies, answers that nobody keeps. */
export const SetboxRoute = (): MethodDecorator => applyDecorators(RateLimited('setbox'), BodyLimit(BODY_BYTES));
