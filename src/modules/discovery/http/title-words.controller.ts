import { Controller, Get, Query } from '@nestjs/common';
import { RequirePermission } from '../../../core/access/access.decorators.js';
import { CurrentCaller, type Caller } from '../../../core/access/caller.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import type { UnvalidatedQuery } from '../../../core/http/query-values.js';
import { shareOf } from '../../../core/shares/fair-line.js';
import { TitleWordsService } from '../../metadata/metadata.public.js';
import { KidsCutBy } from '../kids/discovery-kids.filter.js';
import { type TitleWordsQuery, wordedTitlesOf, wordLanguageOf } from './discovery-query.js';
import { type WordedTitlesView, wordedTitlesView, wordsCut } from './title-words.view.js';

const WORDS_REFUSALS = {
  502: 'The metadata provider failed and nothing is known of any of the titles, or the limits of a kids account could not be applied.',
  503: 'No key for the metadata provider is stored, too many calls wait for it, or the limits of a kids account can not be read.',
} as const;

@Controller('api/titles')
export class TitleWordsController {
  constructor(private readonly words: TitleWordsService) {}

  /**
   * Get titles and overviews of films and series in the reader's language. Every other route answers in English. What is known is
   * answered; what isn't is asked for, for at most 1.5 seconds, and what takes longer is there at a later call. For English nothing is
   * asked.
   */
  @Get('words')
  @RequirePermission('media:discover')
  @KidsCutBy(wordsCut)
  @Answers(WORDS_REFUSALS)
  async wordsOf(
    @CurrentCaller() caller: Caller,
    @Query() query: UnvalidatedQuery<TitleWordsQuery>,
  ): Promise<WordedTitlesView> {
    const language = wordLanguageOf(query.language);
    return wordedTitlesView(await this.words.of(wordedTitlesOf(query), language, shareOf(caller.userId)));
  }
}
