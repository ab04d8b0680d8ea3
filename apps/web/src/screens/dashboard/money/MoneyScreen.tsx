import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReportMoney } from '@seller-connect/contract';
import {
  Block,
  EmptyState,
  FigureGrid,
  FigureTile,
  LinkButton,
  PageHeader,
  WalletIcon,
} from '@seller-connect/ui';
import { core } from '../../../api/index.ts';
import { queryKey } from '../../../api/queries/queryKeys.ts';
import { isAdAccount } from '../../../api/adAccounts.ts';
import { defaultTimeZone, formats } from '../../../i18n/index.ts';
import { addDays, todayIn } from '../../../i18n/calendarDays.ts';
import { BlockFailure } from '../CardError.tsx';
import screen from '../DashboardScreen.module.css';
import { datesOf } from '../report/metrics.tsx';
import { Filters } from '../filters/ReportFilterBar.tsx';
import { PeriodPicker } from '../filters/PeriodPicker.tsx';
import { homeShopsQuery } from '../queries.ts';
import report from '../report/Report.module.css';
import { texts as home } from '../texts.ts';
import { useNow } from '../useNow.ts';
import { useView } from '../filters/useReportFilters.ts';
import { ordersHref, queryOf, scopeOf, withDays, type SalesPart } from '../filters/filters.ts';
import { ClassesBlock } from './FeeClassesCard.tsx';
import { DaysBlock } from './PayoutCalendarCard.tsx';
import { FeesBlock } from './FeesCard.tsx';
import { basisOf, figureNames, salesOf, tileOf, type MoneyFigure } from './moneyTiles.tsx';
import { ShopsBlock } from './ShopPayoutsCard.tsx';
import { StatesBlock } from './PayoutStatesCard.tsx';
import { texts } from './texts.ts';
import { WaitingBlock } from './UnsettledCard.tsx';

/** Payouts, fees and how far the money of orders is, for a period. */
export function MoneyScreen() {
  const [view, setView] = useView('/reports/money');
  const linked = useQuery(homeShopsQuery);
  const shops = (linked.data?.items ?? []).filter((shop) => !isAdAccount(shop));
  const noShop = linked.data !== undefined && shops.length === 0;
  const query = queryOf(view);
  const money = useQuery({
    queryKey: queryKey('reportMoney', query),
    queryFn: ({ signal }) => core().call('reportMoney', { query, signal, background: true }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
    enabled: !noShop,
  });
  const { data, error, isFetching, isPlaceholderData, refetch } = money;
  const today = todayIn(data?.timeZone ?? defaultTimeZone);
  const own = view.from !== undefined && view.to !== undefined;
  const shown = own
    ? { from: view.from, to: view.to }
    : (data?.period ?? { from: addDays(today, -27), to: today });
  // While nothing is answered, or figures of another view are shown, nothing leads anywhere.
  const scope = scopeOf(view, money);
  const hrefOf = (part: SalesPart) => ordersHref(scope, data?.period ?? shown, part);
  const hrefOfFigure = (name: MoneyFigure) => {
    const part = salesOf(name, data);
    return part ? hrefOf(part) : undefined;
  };

  if (noShop) {
    return (
      <div className={screen.screen}>
        <PageHeader title={texts.title}>{texts.lead}</PageHeader>
        <Block>
          <EmptyState
            title={texts.noShop}
            icon={<WalletIcon size={24} />}
            action={<LinkButton href="/connect">{texts.connect}</LinkButton>}
          >
            {texts.noShopText}
          </EmptyState>
        </Block>
      </div>
    );
  }
  return (
    <div className={screen.screen}>
      <PageHeader
        title={texts.title}
        actions={
          <PeriodPicker
            view={view}
            shown={shown}
            today={today}
            onChange={(days) => setView(withDays(view, days))}
          />
        }
      >
        {data
          ? home.comparing(datesOf(data.period), datesOf(data.previous))
          : error
            ? texts.lead
            : '\u00a0'}
      </PageHeader>
      <div className={report.bar}>
        <Freshness data={data} />
        <Filters
          view={view}
          shops={linked.data && shops}
          currencies={data?.currencies ?? []}
          onChange={setView}
        />
      </div>
      {error && (
        <BlockFailure
          title={texts.failed}
          error={error}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {(data || !error) && (
        <section aria-label={home.figuresLabel} data-money={data ? 'ready' : 'loading'}>
          <FigureGrid>
            {figureNames.map((name) => (
              <FigureTile
                key={name}
                figure={name}
                name={texts.figures[name].name}
                href={hrefOfFigure(name)}
                info={{
                  label: home.aboutFigure(texts.figures[name].name),
                  content: <About name={name} data={data} />,
                }}
                content={tileOf(name, data, {
                  refreshing: isPlaceholderData,
                  overdueHref: hrefOf({ payout: 'overdue' }),
                })}
              />
            ))}
          </FigureGrid>
        </section>
      )}
      {data?.reason !== 'not_told' && (
        <>
          <DaysBlock data={data} failed={error !== null} busy={isPlaceholderData} />
          <div className={report.pair}>
            <FeesBlock data={data} failed={error !== null} busy={isPlaceholderData} />
            <ClassesBlock data={data} failed={error !== null} busy={isPlaceholderData} />
          </div>
          <StatesBlock
            data={data}
            failed={error !== null}
            busy={isPlaceholderData}
            hrefOf={(payout) => hrefOf({ payout })}
          />
          {data && <WaitingBlock data={data} busy={isPlaceholderData} />}
        </>
      )}
      {data && data.shops.length > 1 && (
        <ShopsBlock
          data={data}
          busy={isPlaceholderData}
          overdueHrefOf={(shop) => hrefOf({ payout: 'overdue', shop })}
        />
      )}
    </div>
  );
}

/** How old the figures are; the exact time stands behind every figure. */
function Freshness({ data }: { readonly data: ReportMoney | undefined }) {
  const now = useNow();
  if (!data) return <p>{'\u00a0'}</p>;
  if (data.reason === 'not_told') return <p />;
  return <p>{data.asOf === null ? texts.notRead : texts.asOf(formats.relative(data.asOf, now))}</p>;
}

function About({
  name,
  data,
}: {
  readonly name: MoneyFigure;
  readonly data: ReportMoney | undefined;
}) {
  const asOf = data?.asOf;
  return (
    <>
      <p>{texts.figures[name].about}</p>
      <p>{texts.basis[basisOf[name]]}</p>
      {typeof asOf === 'string' && <p>{home.asOf(formats.dateTime(asOf, data?.timeZone))}</p>}
    </>
  );
}
