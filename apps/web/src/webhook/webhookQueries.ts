import { queryOptions } from '@tanstack/react-query';
import { endpointQuery } from '../api/queries/endpointQuery.ts';
import type { InvalidatableQuery } from '../api/queries/queryKeys.ts';

/** While deliveries wait, their list is read again and again. */
const pollIntervalMs = 3000;

export const webhookQuery = queryOptions({
  ...endpointQuery('readWebhook'),
  refetchInterval: ({ state }) =>
    state.data?.deliveries.some((each) => each.state === 'waiting') ? pollIntervalMs : false,
});

/** Queries that show the webhook. */
export const webhookQueryNames = [
  'readWebhook',
  'readAudit',
] as const satisfies readonly InvalidatableQuery[];
