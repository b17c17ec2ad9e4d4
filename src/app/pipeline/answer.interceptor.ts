import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { map, type Observable } from 'rxjs';
import { RawJson } from '../../core/http/raw-json.js';

/** The outermost interceptor: it alone turns a handler's value into bytes. {@link RawJson} goes out as it is. */
@Injectable()
export class AnswerInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      map((value: unknown) => {
        if (!(value instanceof RawJson)) return value;
        response.setHeader('Content-Type', 'application/json; charset=utf-8');
        return value.text;
      }),
    );
  }
}
