import { Injectable, type PipeTransform } from '@nestjs/common';
import { badRequest } from '../../../core/errors/app-error.js';

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
