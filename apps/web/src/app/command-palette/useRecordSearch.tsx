import { BoxIcon, OrdersIcon, PartnerMark } from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../../api/queries/endpointQuery.ts';
import { useDebounced } from '../../forms/useDebounced.ts';
import type { Command } from './commands.tsx';
import { parseRecordQuery } from './parseRecordQuery.ts';
import { texts } from './texts.ts';

/** Shorter queries would match too many records. */
const minLength = 3;
/** Maximum results per kind; the list screens show the rest. */
const maxResultsPerKind = 5;

export interface RecordSearch {
  readonly commands: readonly Command[];
  /** More results may follow. */
  readonly isSearching: boolean;
}

/** Searches orders and products on the server, by number, SKU or words of the name. */
export function useRecordSearch(
  input: string,
  isOn: boolean,
  goTo: (path: string) => void,
): RecordSearch {
  const { search, kinds } = parseRecordQuery(input);
  const isEnabled = isOn && search.length >= minLength;
  const debouncedSearch = useDebounced(search);
  const query = { search: debouncedSearch, pageSize: maxResultsPerKind };
  const options = {
    enabled: isEnabled && debouncedSearch === search,
    staleTime: 30_000,
    retry: false,
  };
  const orders = useQuery({
    ...endpointQuery('listOrders', { query, background: true }),
    ...options,
    enabled: options.enabled && kinds.includes('orders'),
  });
  const products = useQuery({
    ...endpointQuery('listListings', { query, background: true }),
    ...options,
    enabled: options.enabled && kinds.includes('products'),
  });
  if (!isEnabled) return { commands: [], isSearching: false };
  const isSearching = debouncedSearch !== search || orders.isLoading || products.isLoading;
  if (debouncedSearch !== search) return { commands: [], isSearching };
  const queryString = `?${new URLSearchParams({ q: search })}`;
  const showAllCommand = (
    kind: 'orders' | 'products',
    {
      data,
      isError,
      fetchStatus,
    }: Pick<typeof products, 'isError' | 'fetchStatus'> & {
      readonly data?: { readonly total: number } | undefined;
    },
  ) =>
    // If the request failed or waits for the network, the list screen may say why.
    isError || fetchStatus === 'paused' || (data?.total ?? 0) > maxResultsPerKind
      ? [
          {
            id: `${kind}:all`,
            group: kind,
            name: texts.searchIn[kind](search),
            icon: kind === 'orders' ? <OrdersIcon size={20} /> : <BoxIcon size={20} />,
            run: () => goTo(`/${kind}${queryString}`),
          } satisfies Command,
        ]
      : [];
  const found = {
    orders: [
      ...(orders.data?.items ?? []).map((order): Command => ({
        id: `order:${order.shopId}:${order.orderId}`,
        group: 'orders',
        name: order.orderId,
        detail: order.shopName,
        icon: <PartnerMark partner={order.platform} />,
        run: () => goTo(`/orders/${order.shopId}/${encodeURIComponent(order.orderId)}`),
      })),
      ...showAllCommand('orders', orders),
    ],
    products: [
      ...(products.data?.items ?? []).map((product): Command => ({
        id: `product:${product.shopId}:${product.itemId}:${product.skuId}`,
        group: 'products',
        name: product.name,
        detail: product.sellerSku === '' ? product.shopName : product.sellerSku,
        icon: <PartnerMark partner={product.platform} />,
        run: () =>
          goTo(
            `/products?${new URLSearchParams({ q: product.sellerSku || product.name, shop: product.shopId })}`,
          ),
      })),
      ...showAllCommand('products', products),
    ],
  };
  return { isSearching, commands: kinds.flatMap((kind) => found[kind]) };
}
