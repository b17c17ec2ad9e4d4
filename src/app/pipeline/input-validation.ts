import { ValidationPipe, type ArgumentMetadata, type PipeTransform, type ValidationError } from '@nestjs/common';
import { badRequest } from '../../core/errors/app-error.js';

/**
 * Turns a body into its DTO and keeps only the members that the DTO declares: unknown ones are ignored, as clients of
 * other versions may send them. The first fault becomes the text of the 400. Source: doc 3, decision on unknown fields.
 *
 * Paths and queries are left to pipes of their own: Nest's would read `0x10` as a number wherever one is declared.
 */
export class InputValidation implements PipeTransform<unknown, unknown> {
  private readonly bodies = new ValidationPipe({
    whitelist: true,
    transform: true,
    stopAtFirstError: true,
    exceptionFactory: (errors: ValidationError[]) => badRequest(firstMessage(errors) ?? 'invalid request body'),
  });

  transform(value: unknown, metadata: ArgumentMetadata): unknown {
    return metadata.type === 'body' ? this.bodies.transform(value, metadata) : value;
  }
}

function firstMessage(errors: readonly ValidationError[]): string | undefined {
  for (const error of errors) {
    const message = Object.values(error.constraints ?? {})[0] ?? firstMessage(error.children ?? []);
    if (message !== undefined) return message;
  }
  return undefined;
}
