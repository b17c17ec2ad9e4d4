import { All, Controller } from '@nestjs/common';
import { BodyLimit, PassesBodyOn, RequirePermission } from '../../../core/access/access.decorators.js';
import { KidsFilteredBy } from '../../../core/access/kids.decorators.js';
import { Answers, Relays } from '../../../core/http/answers.decorators.js';
import { InstanceProxyService, type ProxiedCall } from '../answers/instance-proxy.service.js';
import type { ProxiedAnswer } from '../answers/proxied-answer.js';
import { ProxyKidsFilter } from './proxy-kids.filter.js';
import { LARGEST_CALL } from './limited-body.js';
import { CurrentCall } from './proxied-call.js';

/** The instances' own interfaces. Source: doc 1 section 4 Instance proxy rules, doc 3 section 4. */
@Controller('api/instances/:instanceID')
export class ProxyController {
  constructor(private readonly proxy: InstanceProxyService) {}

  /** Pass a call on to the instance's own API. What it answers comes without its credentials. */
  @All('*path')
  @RequirePermission('arr:browse')
  @KidsFilteredBy(ProxyKidsFilter, null)
  @PassesBodyOn()
  @Relays('What the instance takes and answers.')
  @Answers({
    404: 'There is no such instance. Members get 403, whether there is one or not.',
    429: 'Too many calls of this account to instances are waiting. Try again after `Retry-After` seconds.',
    502: 'The instance can not be reached, or what it answers can not be passed on.',
  })
  @BodyLimit(LARGEST_CALL)
  forward(@CurrentCall() call: ProxiedCall): Promise<ProxiedAnswer> {
    return this.proxy.forward(call);
  }
}
