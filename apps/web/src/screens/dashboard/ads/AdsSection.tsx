import { useQuery } from '@tanstack/react-query';
import type { AdFigures, ReportAds } from '@seller-connect/contract';
import {
  Banner,
  Block,
  CalendarIcon,
  EmptyState,
  FigureGrid,
  FigureTile,
} from '@seller-connect/ui';
import { formats } from '../../../i18n/index.ts';
import { BlockFailure } from '../CardError.tsx';
import type { ReportView } from '../filters/filters.ts';
import { adsQuery } from './adsQuery.ts';
import { figureNames, tileOf } from './adTiles.tsx';
import styles from './AdsSection.module.css';
import { CampaignList } from './CampaignList.tsx';
import { SpendBlock } from './SpendCard.tsx';
import { texts } from './texts.ts';

export interface AdsBlockProps {
  readonly view: ReportView;
  /** A synchronisation is running. */
  readonly live: boolean;
}

/** What ads cost in the period, and what that is against the sales of all shops. */
export function AdsBlock({ view, live }: AdsBlockProps) {
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(adsQuery(view, live));
  // A chart of nothing would have an axis of nothing.
  const spentNothing =
    data !== undefined && !data.partial && Number(data.figures.adSpend.value) === 0;
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
      {spentNothing && (
        <Block>
          <EmptyState icon={<CalendarIcon size={20} />} title={texts.reasons.no_spend}>
            {texts.noSpendWhy}
          </EmptyState>
        </Block>
      )}
      {data && !spentNothing && data.figures.adSpend.value !== null && data.trend.length > 1 && (
        <SpendBlock data={data} busy={isPlaceholderData} />
      )}
      {view.by !== 'campaign' && !spentNothing && (data !== undefined || !error) && (
        <Block title={texts.campaigns} busy={isPlaceholderData}>
          <CampaignList data={data} failed={error !== null} busy={isPlaceholderData} />
        </Block>
      )}
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
