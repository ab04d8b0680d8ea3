import type { OrderCountQuery, OrderFilter, OrderQuery } from '@seller-connect/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { missingRecordStatuses } from '../../api/index.ts';
import { endpointQuery } from '../../api/queries/endpointQuery.ts';
import { listQuery } from '../../lists/listQuery.ts';

export const ordersQuery = (query: OrderQuery) => listQuery('listOrders', { query });

/** Adds up all orders of the list. */
export const orderTotalsQuery = (query: OrderFilter) =>
  queryOptions({
    ...endpointQuery('sumOrders', { query, background: true }),
    staleTime: 10_000,
  });

/** Counts the orders of the list by stage. */
export const orderCountsQuery = (query: OrderCountQuery) =>
  queryOptions({
    ...endpointQuery('countOrders', { query, background: true }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });

export interface OrderKey {
  readonly shopId: string;
  readonly orderId: string;
}

export const orderQuery = ({ shopId, orderId }: OrderKey) =>
  queryOptions({
    ...endpointQuery('getOrder', {
      params: { shopId, orderId },
      handleErrorLocally: missingRecordStatuses,
    }),
    staleTime: 0,
  });

export const rawResponsesQuery = ({ shopId, orderId }: OrderKey) =>
  queryOptions({
    ...endpointQuery('orderAnswers', { params: { shopId, orderId } }),
    staleTime: 0,
  });
