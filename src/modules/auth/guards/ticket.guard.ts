import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { ACCESS_METADATA, type Access } from '../../../core/access/access.decorators.js';
import type { ProvedRequest } from '../../../core/access/caller.js';
import { FileTicketsService } from '../../media-files/media-files.public.js';

/**
 * Takes the ticket in the path on the routes that files are fetched from, and nothing else. What its account may still have is
 * judged behind it, by each call. Source: doc 2 §5 rule 3, doc 4 section 8.
 */
@Injectable()
export class TicketGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly tickets: FileTicketsService,
  ) {}

  /** @throws AppError 404 for a ticket that is unknown or has run out */
  canActivate(context: ExecutionContext): boolean {
    const access = this.reflector.get<Access | undefined>(ACCESS_METADATA, context.getHandler());
    if (access?.kind !== 'ticket') return true;
    const request = context.switchToHttp().getRequest<Request & ProvedRequest>();
    this.tickets.require(String(request.params.ticket));
    request.proved = 'ticket';
    return true;
  }
}
