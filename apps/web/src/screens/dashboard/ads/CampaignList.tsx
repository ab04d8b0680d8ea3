import type { ReportAds } from '@seller-connect/contract';
import { PartnerMark, Skeleton } from '@seller-connect/ui';
import { BarList, type BarListItem } from '@seller-connect/ui/charts';
import { formats } from '../../../i18n/index.ts';
import { rowsHref } from '../rows/rowsHref.ts';
import { formatRatio } from './adTiles.tsx';
import { texts } from './texts.ts';

export interface CampaignListProps {
  /** Undefined while loading. */
  readonly data: ReportAds | undefined;
  /** The request failed; the error is shown elsewhere. */
  readonly failed: boolean;
  readonly busy: boolean;
}

/** The spend of each campaign and the results that its platform attributes to it. */
export function CampaignList({ data, failed, busy }: CampaignListProps) {
  if (!data) return failed ? null : <Skeleton shape="row" count={4} />;
  if (data.campaigns.length === 0) return <p>{texts.noCampaigns}</p>;
  return (
    <BarList
      label={texts.campaigns}
      items={itemsOf(data, busy)}
      total={Number(data.metrics.adSpend.value ?? 0)}
      busy={busy}
    />
  );
}

function itemsOf(
  { campaigns, accounts, currency, period }: ReportAds,
  isStale: boolean,
): BarListItem[] {
  return campaigns.map((campaign) => {
    const account = accounts.find(({ accountId }) => accountId === campaign.accountId);
    const platform = account?.platform ?? 'FACEBOOK';
    return {
      id: `${campaign.accountId} ${campaign.campaignId}`,
      name: campaign.name,
      href: rowsHref(
        isStale ? null : {},
        'adSpend',
        { ...period, currency },
        {
          account: campaign.accountId,
          campaign: campaign.campaignId,
        },
      ),
      mark: <PartnerMark partner={platform} />,
      note: [
        account?.name,
        texts.clicks(formats.number(campaign.clicks)),
        campaign.purchases > 0 && texts.purchases(formats.number(campaign.purchases)),
      ]
        .filter(Boolean)
        .join(' · '),
      value: Number(campaign.spend),
      valueText: formats.shortMoney(campaign.spend, currency).text,
      valueNote:
        campaign.channelRoas === null || campaign.purchases === 0
          ? texts.noRoas
          : texts.roas(formatRatio(campaign.channelRoas)),
    };
  });
}
