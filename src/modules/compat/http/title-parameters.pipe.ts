import { Injectable, type PipeTransform } from '@nestjs/common';
import { badRequest } from '../../../core/errors/app-error.js';

/**
 * A media id in a path. It may be larger than any id of a row: it is twice the id of a title.
 *
 * @throws AppError 400 `invalid media id` for what is no positive integer, leading zeros and signs included
 */
@Injectable()
export class MediaIdPipe implements PipeTransform<unknown, number> {
  transform(value: unknown): number {
    const id = typeof value === 'string' && /^[1-9]\d{0,15}$/.test(value) ? Number(value) : NaN;
    if (!Number.isSafeInteger(id)) throw badRequest('invalid media id');
    return id;
  }
}

/**
 * A season's number in a path, 0 for the specials.
 *
 * @throws AppError 400 for anything else
 */
@Injectable()
export class SeasonNumberPipe implements PipeTransform<unknown, number> {
  transform(value: unknown): number {
    if (typeof value !== 'string' || !/^(0|[1-9]\d{0,8})$/.test(value)) throw badRequest('invalid season number');
    return Number(value);
  }
}
