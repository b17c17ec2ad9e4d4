export { limitsNotApplied, limitsUnreadable, titleNotAvailable } from './content-policy.errors.js';
export { ContentPolicyModule } from './content-policy.module.js';
export { CHILDREN_MAY_SIGN_UP, SIGN_UP_WAYS, type SignUpWay } from './policies/content-policy.service.js';
export { KidsJudge, UnjudgeableRecord } from './judging/kids-judge.js';
export { ContentLimitsService } from './limits/content-limits.service.js';
