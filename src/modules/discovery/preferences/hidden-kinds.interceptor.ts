import {
  applyDecorators,
  Injectable,
  SetMetadata,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { mergeMap, type Observable } from 'rxjs';
import { RawJson } from '../../../core/http/raw-answer.js';
import type { TitleKind } from '../../metadata/metadata.public.js';
import type { MediaType } from './discovery-choices.js';
import { HiddenTabsService } from './hidden-tabs.service.js';
import type { KindsCut } from './without-kinds.js';

const KINDS_CUT_METADATA = 'usher:kinds-cut';

/** For answers that mix films and series; what is about one kind alone answers as ever. */
@Injectable()
class HiddenKindsInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly tabs: HiddenTabsService,
  ) {}

  /** @throws AppError or StorageError, both 503, when the hidden types can't be read */
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const cut = this.reflector.get<KindsCut>(KINDS_CUT_METADATA, context.getHandler());
    return next.handle().pipe(mergeMap((answer: unknown) => this.withoutHidden(cut, answer)));
  }

  private async withoutHidden(cut: KindsCut, answer: unknown): Promise<unknown> {
    const hidden = new Set((await this.tabs.read()).filter(isTitleKind));
    return hidden.size > 0 && answer instanceof RawJson ? cut(answer, hidden) : answer;
  }
}

export const MixesKinds = (cut: KindsCut): MethodDecorator =>
  applyDecorators(SetMetadata(KINDS_CUT_METADATA, cut), UseInterceptors(HiddenKindsInterceptor));

const isTitleKind = (type: MediaType): type is TitleKind => type === 'movie' || type === 'tv';
