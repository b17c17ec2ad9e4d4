import type { ExecutionContext } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import { BODY_REFUSAL_METADATA } from '../../core/access/access.decorators.js';
import { AppError } from '../../core/errors/app-error.js';

/** What a caller is told of a fault in the body: the fault, or the one refusal that the route has for all of them. */
export function refusalOfBody(reflector: Reflector, context: ExecutionContext, fault: AppError): AppError {
  const text = ownRefusal(reflector, context);
  const { headers } = fault.options;
  return text === undefined ? fault : new AppError('body_refused', 400, text, { headers, cause: fault });
}

/** The one refusal that a route has for whatever is wrong with a body; undefined for most. */
export function ownRefusal(reflector: Reflector, context: ExecutionContext): string | undefined {
  return reflector.get<string | undefined>(BODY_REFUSAL_METADATA, context.getHandler());
}
