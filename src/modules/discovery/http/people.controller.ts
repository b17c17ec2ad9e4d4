import { Controller, Get, Param } from '@nestjs/common';
import { MayBeKept } from '../../../core/http/may-be-kept.decorators.js';
import { RequirePermission } from '../../../core/access/access.decorators.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { IntIdPipe } from '../../../core/http/int-id.pipe.js';
import type { RawJsonOf } from '../../../core/http/raw-answer.js';
import { PeopleMetadataService } from '../../metadata/metadata.public.js';
import { KidsCredits, KidsPerson } from '../kids/kids-cut.decorators.js';
import { MixesKinds } from '../preferences/hidden-kinds.interceptor.js';
import { creditsWithoutKinds } from '../preferences/without-kinds.js';
import { DETAIL_REFUSALS, present } from './discovery-answers.js';
import type { PersonCreditsDocument, PersonDocument } from './people.view.js';

const personId = new IntIdPipe('person');

/** People and what they have been part of. Source: doc 2 §4 Movies and TV, doc 4 §3.1. */
@MayBeKept()
@Controller('api/media/person')
export class PeopleController {
  constructor(private readonly people: PeopleMetadataService) {}

  /** Get a person who acts, directs or the like. */
  @Get(':id')
  @RequirePermission('media:discover')
  @KidsPerson()
  @Answers(DETAIL_REFUSALS)
  async person(@Param('id', personId) id: number): Promise<RawJsonOf<PersonDocument>> {
    return present(await this.people.person(id));
  }

  /** List the films and series of a person. */
  @Get(':id/credits')
  @RequirePermission('media:discover')
  @KidsCredits()
  @MixesKinds(creditsWithoutKinds)
  @Answers(DETAIL_REFUSALS)
  async credits(@Param('id', personId) id: number): Promise<RawJsonOf<PersonCreditsDocument>> {
    return present(await this.people.credits(id));
  }
}
