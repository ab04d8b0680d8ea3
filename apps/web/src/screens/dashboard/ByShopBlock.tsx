import { useQuery } from '@tanstack/react-query';
import type { ReportShops } from '@seller-connect/contract';
import {
  Block,
  Change,
  PartnerMark,
  Skeleton,
  Tooltip,
  VisuallyHidden,
  partnerColour,
} from '@seller-connect/ui';
import { BarList, type BarListItem } from '@seller-connect/ui/charts';
import { formats } from '../../texts/index.ts';
import { BlockFailure } from './BlockFailure.tsx';
import { meaningOf } from './figures.tsx';
import { byShopQuery } from './queries.ts';
import { texts } from './texts.ts';
import { ordersHref, type ReportView } from './view.ts';

const words = texts.byShop;

export interface ByShopBlockProps {
  readonly view: ReportView;
  readonly live: boolean;
  /** The period before is completely read; null while nothing is known of it. */
  readonly comparable: boolean | null;
}

/** How the GMV of the period spreads over the shops. */
export function ByShopBlock({ view, live, comparable }: ByShopBlockProps) {
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(byShopQuery(view, live));
  return (
    <Block
      title={words.title}
      summary={data && comparable === false ? words.notComparable : undefined}
      busy={isPlaceholderData}
    >
      {error && (
        <BlockFailure
          title={words.failed}
          error={error}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Skeleton shape="row" count={4} />}
      {data && (
        <BarList
          label={words.title}
          items={itemsOf(data, view, comparable)}
          busy={isPlaceholderData}
        />
      )}
    </Block>
  );
}

function itemsOf(
  { items, currency }: ReportShops,
  view: ReportView,
  comparable: boolean | null,
): BarListItem[] {
  const openDay = view.period === 'today';
  const total = items.reduce((sum, shop) => sum + Number(shop.gmv), 0);
  return items.map((shop) => {
    const now = Number(shop.gmv);
    const before = Number(shop.previousGmv);
    const change = comparable === true && before > 0 ? (now - before) / before : null;
    const share = total > 0 ? words.share(formats.percent(now / total)) : undefined;
    return {
      id: shop.shopId,
      name: shop.name,
      href: ordersHref(view, { shop: shop.shopId }),
      mark: <PartnerMark partner={shop.platform} />,
      value: now,
      valueText: (
        <Tooltip content={formats.money(shop.gmv, currency)}>
          <span data-shop={shop.shopId} data-value={shop.gmv}>
            {formats.shortMoney(shop.gmv, currency).text}
          </span>
        </Tooltip>
      ),
      note: [
        share,
        words.orders(formats.number(shop.orders)),
        shop.cancellationRate !== null && words.cancelled(formats.percent(shop.cancellationRate)),
      ]
        .filter(Boolean)
        .join(' · '),
      valueNote:
        change !== null ? (
          <Change text={formats.change(change)} {...meaningOf(change, openDay ? null : true)} />
        ) : (
          comparable === false && (
            <>
              <span aria-hidden="true">–</span>
              <VisuallyHidden>{texts.notComparable}</VisuallyHidden>
            </>
          )
        ),
      colour: partnerColour(shop.platform),
    };
  });
}
