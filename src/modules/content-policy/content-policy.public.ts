export { limitsNotApplied, limitsUnreadable, titleNotAvailable } from './content-policy.errors.js';
export { ContentPolicyModule } from './content-policy.module.js';
export { KidsJudge, UnjudgeableRecord } from './judging/kids-judge.js';
export { ContentLimitsService } from './limits/content-limits.service.js';
