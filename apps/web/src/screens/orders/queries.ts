import type { OrderCountQuery, OrderFilter, OrderQuery } from '@seller-connect/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { coreClient, missingRecordStatuses } from '../../api/index.ts';
import { queryKey } from '../../api/queries/queryKeys.ts';

/** Fetches a page of the order list. */
export const ordersQuery = (query: OrderQuery) =>
  queryOptions({
    queryKey: queryKey('listOrders', query),
    queryFn: ({ signal }) => coreClient().call('listOrders', { query, signal }),
    placeholderData: keepPreviousData,
    // Orders arrive continuously.
    staleTime: 0,
  });

/** Adds up all orders of the list. */
export const orderTotalsQuery = (query: OrderFilter) =>
  queryOptions({
    queryKey: queryKey('sumOrders', query),
    queryFn: ({ signal }) => coreClient().call('sumOrders', { query, signal, background: true }),
    staleTime: 10_000,
  });

/** Counts the orders of the list by stage. */
export const orderCountsQuery = (query: OrderCountQuery) =>
  queryOptions({
    queryKey: queryKey('countOrders', query),
    queryFn: ({ signal }) => coreClient().call('countOrders', { query, signal, background: true }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });

export interface OrderKey {
  readonly shopId: string;
  readonly orderId: string;
}

export const orderQuery = ({ shopId, orderId }: OrderKey) =>
  queryOptions({
    queryKey: queryKey('getOrder', shopId, orderId),
    queryFn: ({ signal }) =>
      coreClient().call('getOrder', {
        params: { shopId, orderId },
        signal,
        handleErrorLocally: missingRecordStatuses,
      }),
    staleTime: 0,
  });

export const rawResponsesQuery = ({ shopId, orderId }: OrderKey) =>
  queryOptions({
    queryKey: queryKey('orderAnswers', shopId, orderId),
    queryFn: ({ signal }) =>
      coreClient().call('orderAnswers', { params: { shopId, orderId }, signal }),
    staleTime: 0,
  });
