import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AdFigures, ReportAds } from '@seller-connect/contract';
import {
  Banner,
  Block,
  FigureGrid,
  FigureTile,
  PartnerMark,
  Skeleton,
  partnerColour,
} from '@seller-connect/ui';
import { BarList, type BarListItem } from '@seller-connect/ui/charts';
import { core } from '../../../api/index.ts';
import { formats } from '../../../texts/index.ts';
import { BlockFailure } from '../BlockFailure.tsx';
import { queryOf, type ReportView } from '../view.ts';
import { figureNames, tileOf, times } from './adTiles.tsx';
import styles from './AdsBlock.module.css';
import { SpendBlock } from './SpendBlock.tsx';
import { texts } from './texts.ts';

export interface AdsBlockProps {
  readonly view: ReportView;
  /** A synchronisation is running. */
  readonly live: boolean;
}

/** What ads cost in the period, and what that is against the sales of all shops. */
export function AdsBlock({ view, live }: AdsBlockProps) {
  const query = queryOf(view);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['reportAds', query],
    queryFn: ({ signal }) => core().call('reportAds', { query, signal, ownFailure: true }),
    placeholderData: keepPreviousData,
    refetchInterval: live ? 4_000 : 60_000,
  });
  return (
    <section className={styles.frame} aria-label={texts.title} data-ads>
      <h2 className={styles.title}>{texts.title}</h2>
      {error && (
        <BlockFailure
          title={texts.failed}
          error={error}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {(data || !error) && (
        <FigureGrid columns={4}>
          {figureNames.map((name) => (
            <FigureTile
              key={name}
              figure={name}
              name={texts.figures[name].name}
              info={{
                label: texts.aboutFigure(texts.figures[name].name),
                content: <About name={name} data={data} />,
              }}
              content={tileOf(name, data, isPlaceholderData)}
            />
          ))}
        </FigureGrid>
      )}
      {data && <Notes data={data} />}
      {data && data.figures.adSpend.value !== null && data.trend.length > 1 && (
        <SpendBlock data={data} busy={isPlaceholderData} />
      )}
      <Block title={texts.campaigns} busy={isPlaceholderData}>
        {!data && !error && <Skeleton shape="row" count={4} />}
        {data?.campaigns.length === 0 && <p>{texts.noCampaigns}</p>}
        {data && data.campaigns.length > 0 && (
          <BarList label={texts.campaigns} items={itemsOf(data)} busy={isPlaceholderData} />
        )}
      </Block>
    </section>
  );
}

function About({
  name,
  data,
}: {
  readonly name: keyof AdFigures;
  readonly data: ReportAds | undefined;
}) {
  const asOf = data?.asOf;
  return (
    <>
      <p>{texts.figures[name].about}</p>
      <p>{texts.basis}</p>
      {typeof asOf === 'string' && <p>{texts.asOf(formats.dateTime(asOf, data?.timeZone))}</p>}
    </>
  );
}

/** What keeps figures of ads and of sales from fitting exactly. */
function Notes({ data }: { readonly data: ReportAds }) {
  const elsewhen = data.accounts.filter((account) => account.otherCalendar);
  const elsewhere = data.accounts.filter(
    ({ currency, spend }) => currency !== data.currency && Number(spend) > 0,
  );
  return (
    <>
      {elsewhen.length > 0 && (
        <Banner
          tone="attention"
          title={texts.otherCalendar(formats.list(elsewhen.map(({ name }) => name)))}
        />
      )}
      {elsewhere.length > 0 && (
        <Banner
          tone="attention"
          title={texts.otherCurrency(
            formats.list(
              elsewhere.map(({ name, spend, currency }) =>
                texts.spentBy(name, formats.money(spend, currency)),
              ),
            ),
          )}
        />
      )}
    </>
  );
}

function itemsOf({ campaigns, accounts, currency }: ReportAds): BarListItem[] {
  return campaigns.map((campaign) => {
    const account = accounts.find(({ accountId }) => accountId === campaign.accountId);
    const platform = account?.platform ?? 'FACEBOOK';
    return {
      id: `${campaign.accountId} ${campaign.campaignId}`,
      name: campaign.name,
      mark: <PartnerMark partner={platform} />,
      note: [
        account?.name,
        texts.note(formats.number(campaign.clicks), formats.number(campaign.purchases)),
      ]
        .filter(Boolean)
        .join(' · '),
      value: Number(campaign.spend),
      valueText: formats.shortMoney(campaign.spend, currency).text,
      valueNote:
        campaign.channelRoas === null || campaign.purchases === 0
          ? texts.noRoas
          : texts.roas(times(campaign.channelRoas)),
      colour: partnerColour(platform),
    };
  });
}
