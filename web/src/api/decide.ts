import { api, bodyOf } from './client.js';

/** Approves a request as it was made. */
export const approveRequest = (id: number) =>
  bodyOf(api.POST('/api/admin/requests/{id}/approve', { params: { path: { id } }, body: {} }));

/** Declines a request, with a reason or without one. */
export const declineRequest = (id: number, reason: string | null) =>
  bodyOf(api.POST('/api/admin/requests/{id}/deny', { params: { path: { id } }, body: { reason } }));
