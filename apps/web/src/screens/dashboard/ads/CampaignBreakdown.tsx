import { useQuery } from '@tanstack/react-query';
import { CardError } from '../CardError.tsx';
import type { ReportFilters } from '../filters/filters.ts';
import { adsQuery } from './adsQuery.ts';
import { CampaignList } from './CampaignList.tsx';
import { texts } from './texts.ts';

export interface CampaignBreakdownProps {
  readonly filters: ReportFilters;
  readonly live: boolean;
}

/** The period by campaign. It shows ad spend only, because no marketplace attributes sales to ads. */
export default function CampaignBreakdown({ filters, live }: CampaignBreakdownProps) {
  const query = useQuery(adsQuery(filters, live));
  const { data, error, isPlaceholderData } = query;
  return (
    <>
      {error && <CardError title={texts.failed} query={query} />}
      <CampaignList data={data} failed={error !== null} busy={isPlaceholderData} />
    </>
  );
}
