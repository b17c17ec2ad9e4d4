import { All, Controller, HttpCode, HttpStatus } from '@nestjs/common';
import { CompatKey, PassesBodyOn } from '../../../core/access/access.decorators.js';
import { notFound } from '../../../core/errors/app-error.js';
import { Answers } from '../../../core/http/answers.decorators.js';

/** It is registered last, after every served route. */
@Controller('api/v1')
export class UnservedController {
  /**
   * Answer 404 for every other path of the compatibility API. The key is judged first, and a body is not looked at.
   *
   * @throws AppError 404
   */
  @CompatKey()
  @All('*path')
  @PassesBodyOn()
  @HttpCode(HttpStatus.NOT_FOUND)
  @Answers({ 404: 'The server has nothing there.' })
  refuse(): void {
    throw notFound();
  }
}
